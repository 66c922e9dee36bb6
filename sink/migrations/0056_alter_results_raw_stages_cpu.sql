-- What each stage cost; null in results that were there before.
ALTER TABLE results_raw{{.OnCluster}}
    ADD COLUMN IF NOT EXISTS `stages.cpu_us` Array(Nullable(Int64)) COMMENT 'processor time of each in microseconds; null: not measured' AFTER `stages.waited_ms`
