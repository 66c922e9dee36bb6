CREATE OR REPLACE VIEW documents_daily{{.OnCluster}} AS
SELECT
    toDate(hour) AS day, account, nullIf(document_type, '') AS document_type, lane, outcome,
    uniqExactMerge(documents_hourly_raw.documents) AS documents,
    uniqExactMerge(documents_hourly_raw.pages)     AS pages
FROM documents_hourly_raw
GROUP BY day, account, document_type, lane, outcome
