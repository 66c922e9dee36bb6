DROP TABLE IF EXISTS stages_raw{{.OnCluster}}
