CREATE MATERIALIZED VIEW IF NOT EXISTS documents_hourly_feed{{.OnCluster}} TO documents_hourly_raw AS
SELECT
    toStartOfHour(accepted_at) AS hour,
    account, document_type, lane, outcome,
    uniqExactState(event_id) AS documents,
    uniqExactArrayState(arrayMap(page -> (event_id, page), range(toUInt32(greatest(pages, 0))))) AS pages
FROM documents_raw
WHERE part = 'result'
GROUP BY hour, account, document_type, lane, outcome
