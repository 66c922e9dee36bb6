DROP TABLE IF EXISTS fields_raw{{.OnCluster}}
