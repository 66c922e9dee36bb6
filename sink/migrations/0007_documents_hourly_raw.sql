-- Aggregates hold the identifiers of what they count, not counts: the same
-- event read again cannot inflate them. Hours are of acceptance, which is the
-- same in every copy of an event.
CREATE TABLE IF NOT EXISTS documents_hourly_raw{{.OnCluster}}
(
    hour           DateTime('UTC')               COMMENT 'hour of acceptance',
    account        LowCardinality(String)        COMMENT 'account',
    document_type  LowCardinality(String)        COMMENT 'type of the document; empty: none',
    lane           LowCardinality(String)        COMMENT 'interactive or bulk',
    outcome        LowCardinality(String)        COMMENT 'success, partial_success or failed',
    documents      AggregateFunction(uniqExact, String) COMMENT 'ends, by event',
    pages          AggregateFunction(uniqExact, Tuple(String, UInt32)) COMMENT 'pages, by event and number'
)
ENGINE = {{engine "AggregatingMergeTree"}}
PARTITION BY toYYYYMM(hour)
ORDER BY (hour, account, document_type, lane, outcome)
TTL hour + INTERVAL {{.KeepDays}} DAY
SETTINGS {{.Settings}}
COMMENT 'Storage of the views documents_hourly and documents_daily'
