-- How far a request is, a row per request once merged. Of those that have ended
-- the index over open leaves nothing to read: what is under way is found in
-- milliseconds among millions.
CREATE TABLE IF NOT EXISTS states_raw{{.OnCluster}}
(
    request_id     String                        COMMENT 'identifier of the request',
    version        UInt64                        COMMENT 'grows with revision and step; of equal ones the first written is the highest',
    revision       Int32                         COMMENT 'run of the document, from 1',
    open           UInt8                         COMMENT '1: this run has not ended',
    account        LowCardinality(String)        COMMENT 'account that made the request',
    accepted_day   Date                          COMMENT 'UTC day of the request, taken from its identifier',
    step           LowCardinality(String)        COMMENT 'received, ocr, classification, extraction, geometry, completed or failed',
    outcome        LowCardinality(String)        COMMENT 'success, partial_success or failed; empty: in progress',
    document_type  LowCardinality(String)        COMMENT 'type given or found; empty: none',
    at             DateTime64(3, 'UTC')          COMMENT 'when the step was reached' CODEC(Delta, ZSTD),
    INDEX open_index open TYPE minmax GRANULARITY 1
)
ENGINE = {{engine "ReplacingMergeTree" "version"}}
PARTITION BY accepted_day
ORDER BY request_id
TTL accepted_day + INTERVAL {{.KeepDays}} DAY
SETTINGS {{.Settings}}
COMMENT 'States of requests, for those that have not ended'
