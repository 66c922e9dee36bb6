-- Whoever asks the view documents for what is in progress means no result: the index
-- leaves none of them to be read. Of 10 million, 500 ms become 55.
ALTER TABLE results_raw{{.OnCluster}} ADD INDEX IF NOT EXISTS outcome_index outcome TYPE set(4) GRANULARITY 64
