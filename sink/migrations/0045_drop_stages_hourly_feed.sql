DROP TABLE IF EXISTS stages_hourly_feed{{.OnCluster}}
