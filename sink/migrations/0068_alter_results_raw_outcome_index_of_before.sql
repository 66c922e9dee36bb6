-- For the rows of before; in the background, 12 s of 10 million.
ALTER TABLE results_raw{{.OnCluster}} MATERIALIZE INDEX IF EXISTS outcome_index
