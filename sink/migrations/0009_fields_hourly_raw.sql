CREATE TABLE IF NOT EXISTS fields_hourly_raw{{.OnCluster}}
(
    hour           DateTime('UTC')               COMMENT 'hour of acceptance',
    account        LowCardinality(String)        COMMENT 'account',
    document_type  LowCardinality(String)        COMMENT 'type of the document',
    name           LowCardinality(String)        COMMENT 'name of the field',
    confidence_percent UInt8                     COMMENT 'confidence in whole percent',
    check_digit    Enum8('none' = 0, 'passed' = 1, 'failed' = 2) COMMENT 'result of the check',
    leaves         AggregateFunction(uniqExact, Tuple(String, String)) COMMENT 'leaves, by event and path'
)
ENGINE = {{engine "AggregatingMergeTree"}}
PARTITION BY toYYYYMM(hour)
ORDER BY (hour, account, document_type, name, confidence_percent, check_digit)
TTL hour + INTERVAL {{.KeepDays}} DAY
SETTINGS {{.Settings}}
COMMENT 'Storage of the views fields_hourly and fields_daily'
