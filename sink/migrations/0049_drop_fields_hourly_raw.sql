DROP TABLE IF EXISTS fields_hourly_raw{{.OnCluster}}
