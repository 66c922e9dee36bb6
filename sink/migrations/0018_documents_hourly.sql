CREATE OR REPLACE VIEW documents_hourly{{.OnCluster}} AS
SELECT
    hour, account, nullIf(document_type, '') AS document_type, lane, outcome,
    uniqExactMerge(documents_hourly_raw.documents) AS documents,
    uniqExactMerge(documents_hourly_raw.pages)     AS pages
FROM documents_hourly_raw
GROUP BY hour, account, document_type, lane, outcome
