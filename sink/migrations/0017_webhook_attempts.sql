CREATE OR REPLACE VIEW webhook_attempts{{.OnCluster}} AS
SELECT request_id, delivery_id, attempt, account, accepted_day, host, outcome, status_code, error, duration_ms, at
FROM webhook_attempts_raw FINAL
