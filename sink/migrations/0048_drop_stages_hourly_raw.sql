DROP TABLE IF EXISTS stages_hourly_raw{{.OnCluster}}
