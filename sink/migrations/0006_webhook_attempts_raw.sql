-- One row per attempt to deliver a callback. An attempt is written when it is
-- made (started) and again when it is over, which replaces the first.
CREATE TABLE IF NOT EXISTS webhook_attempts_raw{{.OnCluster}}
(
    request_id     String                        COMMENT 'identifier of the request',
    delivery_id    String                        COMMENT 'identifier of the delivery: the event of the end of the request',
    attempt        Int32                         COMMENT 'number of the attempt, from 1',
    version        UInt64                        COMMENT 'an attempt that is over outranks its start',
    event_id       String                        COMMENT 'event the row was made from',
    account        LowCardinality(String)        COMMENT 'account that made the request',
    accepted_day   Date                          COMMENT 'UTC day of the request, taken from its identifier',
    host           LowCardinality(String)        COMMENT 'host of the callback URL',
    outcome        LowCardinality(String)        COMMENT 'started, delivered, failed or exhausted',
    status_code    Int32                         COMMENT 'HTTP status of the answer; 0: none came',
    error          LowCardinality(String)        COMMENT 'class of the failure; empty: none',
    duration_ms    Int64                         COMMENT 'milliseconds the attempt took',
    at             DateTime64(3, 'UTC')          COMMENT 'when it was started or over'
)
ENGINE = {{engine "ReplacingMergeTree" "version"}}
PARTITION BY accepted_day
ORDER BY (request_id, delivery_id, attempt)
TTL accepted_day + INTERVAL {{.KeepDays}} DAY
SETTINGS {{.Settings}}
COMMENT 'Storage of the view webhook_attempts'
