DROP TABLE IF EXISTS fields_hourly_feed{{.OnCluster}}
