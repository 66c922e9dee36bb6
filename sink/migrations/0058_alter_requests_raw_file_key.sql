-- Where the file is, so that it can be erased when the log no longer says so.
ALTER TABLE requests_raw{{.OnCluster}} ADD COLUMN IF NOT EXISTS file_key String COMMENT 'key of the file in the blob store; empty: not known' CODEC(ZSTD)
