CREATE OR REPLACE VIEW batches{{.OnCluster}}
(
    batch_id        String COMMENT 'identifier of the batch',
    account         LowCardinality(String) COMMENT 'account that sent it',
    reference_id    Nullable(String) COMMENT 'external identifier the client gave',
    accepted_day    Date COMMENT 'UTC day of the first request',
    accepted_at     DateTime64(3, 'UTC') COMMENT 'when the first request was accepted',
    completed_at    Nullable(DateTime64(3, 'UTC')) COMMENT 'when the last one ended; null: some are in progress',
    total           Int32 COMMENT 'files in the batch',
    documents       UInt64 COMMENT 'requests of it that are stored',
    in_progress     UInt64 COMMENT 'of these not ended',
    success         UInt64 COMMENT 'of these with all required fields',
    partial_success UInt64 COMMENT 'of these with some missing or invalid',
    failed          UInt64 COMMENT 'of these not read',
    pages           Int64 COMMENT 'pages of its files'
)
AS
SELECT
    assumeNotNull(documents.batch_id) AS batch_id, any(documents.account) AS account, any(documents.reference_id) AS reference_id,
    min(documents.accepted_day) AS accepted_day, min(documents.accepted_at) AS accepted_at,
    if(countIf(status = 'in_progress') = 0, max(documents.completed_at), NULL) AS completed_at,
    max(batch_total) AS total, count() AS documents,
    countIf(status = 'in_progress') AS in_progress, countIf(status = 'success') AS success,
    countIf(status = 'partial_success') AS partial_success, countIf(status = 'failed') AS failed, sum(documents.pages) AS pages
FROM documents
WHERE documents.batch_id IS NOT NULL
GROUP BY batch_id
COMMENT 'A row per batch'
