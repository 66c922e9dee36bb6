CREATE OR REPLACE VIEW webhook_attempts{{.OnCluster}}
(
    request_id   String COMMENT 'identifier of the request',
    delivery_id  String COMMENT 'identifier of the delivery: the event of the end of the request',
    attempt      Int32 COMMENT 'number of the attempt, from 1',
    account      LowCardinality(String) COMMENT 'account that made the request',
    accepted_day Date COMMENT 'UTC day of the request, taken from its identifier',
    host         LowCardinality(String) COMMENT 'host of the callback URL',
    outcome      LowCardinality(String) COMMENT 'started, delivered, failed or exhausted',
    status_code  Int32 COMMENT 'HTTP status of the answer; 0: none came',
    error        LowCardinality(String) COMMENT 'class of the failure; empty: none',
    duration_ms  Int64 COMMENT 'milliseconds the attempt took',
    at           DateTime64(3, 'UTC') COMMENT 'when it was started or over'
)
AS
SELECT request_id, delivery_id, attempt, account, accepted_day, host, outcome, status_code, error, duration_ms, at
FROM webhook_attempts_raw FINAL
SETTINGS do_not_merge_across_partitions_select_final = 1
COMMENT 'A row per attempt to deliver a callback'
