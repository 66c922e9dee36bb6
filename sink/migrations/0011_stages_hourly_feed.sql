CREATE MATERIALIZED VIEW IF NOT EXISTS stages_hourly_feed{{.OnCluster}} TO stages_hourly_raw AS
SELECT
    toStartOfHour(accepted_at) AS hour,
    account, document_type, stage,
    toInt16(floor(log(greatest(duration_ms, 1)) / log(1.1))) AS bar,
    uniqExactState(event_id) AS documents
FROM stages_raw
GROUP BY hour, account, document_type, stage, bar
