DROP TABLE IF EXISTS documents_raw{{.OnCluster}}
