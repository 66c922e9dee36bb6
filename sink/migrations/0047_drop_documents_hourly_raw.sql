DROP TABLE IF EXISTS documents_hourly_raw{{.OnCluster}}
