DROP TABLE IF EXISTS documents_hourly_feed{{.OnCluster}}
