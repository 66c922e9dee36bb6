DROP TABLE IF EXISTS superseded_raw{{.OnCluster}}
