CREATE OR REPLACE VIEW documents_hourly{{.OnCluster}}
(
    hour          DateTime('UTC') COMMENT 'hour of acceptance, UTC',
    account       LowCardinality(String) COMMENT 'account',
    operation     LowCardinality(String) COMMENT 'extract or classify',
    document_type LowCardinality(Nullable(String)) COMMENT 'type of the document; null: none yet, or none',
    lane          LowCardinality(String) COMMENT 'interactive or bulk',
    outcome       LowCardinality(String) COMMENT 'success, partial_success, failed or in_progress',
    documents     UInt64 COMMENT 'requests that came in',
    pages         Int64 COMMENT 'pages of their files'
)
AS
SELECT toStartOfHour(accepted_at) AS hour, account, operation, document_type, lane, status AS outcome, count() AS documents, sum(documents.pages) AS pages
FROM documents
GROUP BY hour, account, operation, document_type, lane, outcome
COMMENT 'Requests that came in, by hour'
