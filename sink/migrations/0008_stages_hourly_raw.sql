-- Latency is kept as a histogram whose bars grow by a tenth, so a quantile
-- read from it is off by 5 % at most, and bars of several hours add up.
CREATE TABLE IF NOT EXISTS stages_hourly_raw{{.OnCluster}}
(
    hour           DateTime('UTC')               COMMENT 'hour of acceptance',
    account        LowCardinality(String)        COMMENT 'account',
    document_type  LowCardinality(String)        COMMENT 'type of the document; empty: none',
    stage          LowCardinality(String)        COMMENT 'name of the stage; total: from acceptance to the end',
    bar            Int16                         COMMENT 'durations from 1.1^bar to 1.1^(bar+1) milliseconds',
    documents      AggregateFunction(uniqExact, String) COMMENT 'ends, by event'
)
ENGINE = {{engine "AggregatingMergeTree"}}
PARTITION BY toYYYYMM(hour)
ORDER BY (hour, account, document_type, stage, bar)
TTL hour + INTERVAL {{.KeepDays}} DAY
SETTINGS {{.Settings}}
COMMENT 'Storage of the views stages_hourly and stages_daily'
