CREATE MATERIALIZED VIEW IF NOT EXISTS fields_hourly_feed{{.OnCluster}} TO fields_hourly_raw AS
SELECT
    toStartOfHour(accepted_at) AS hour,
    account, document_type, name,
    toUInt8(round(least(greatest(confidence, 0), 1) * 100)) AS confidence_percent,
    check_digit,
    uniqExactState((event_id, path)) AS leaves
FROM fields_raw
GROUP BY hour, account, document_type, name, confidence_percent, check_digit
