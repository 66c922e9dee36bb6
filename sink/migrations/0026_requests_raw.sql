-- What was asked, a row per request. It is only read until the request ends: the
-- row of its result says all of this again.
CREATE TABLE IF NOT EXISTS requests_raw{{.OnCluster}}
(
    request_id     String                        COMMENT 'identifier of the request, a UUIDv7: its text sorts by time',
    version        UInt64                        COMMENT 'grows with the revision; of equal ones the first written is the highest',
    event_id       String                        COMMENT 'event the row was made from',
    revision       Int32                         COMMENT 'run of the document, from 1',
    account        LowCardinality(String)        COMMENT 'account that made the request',
    accepted_at    DateTime64(3, 'UTC')          COMMENT 'when the request was accepted' CODEC(Delta, ZSTD),
    accepted_day   Date                          COMMENT 'UTC day of the request, taken from its identifier',
    lane           LowCardinality(String)        COMMENT 'interactive or bulk',
    operation      LowCardinality(String)        COMMENT 'extract or classify',
    provided_type  LowCardinality(String)        COMMENT 'document type the client gave; empty: none',
    batch_id       String                        COMMENT 'batch the request belongs to; empty: none' CODEC(ZSTD),
    batch_index    Int32                         COMMENT 'place in the batch, from 0',
    batch_total    Int32                         COMMENT 'files in the batch; 0: no batch',
    file_name      String                        COMMENT 'name of the file as the client gave it' CODEC(ZSTD),
    file_format    LowCardinality(String)        COMMENT 'pdf, jpeg, png, tiff or xml, by its content',
    file_size      Int64                         COMMENT 'bytes',
    file_sha256    String                        COMMENT 'SHA-256 of the file' CODEC(ZSTD),
    reference_id   Nullable(String)              COMMENT 'external identifier the client gave' CODEC(ZSTD),
    metadata       Nullable(String)              COMMENT 'JSON object the client gave' CODEC(ZSTD),
    callback_url   Nullable(String)              COMMENT 'where the result is sent; may hold secrets of the client, so no view shows it' CODEC(ZSTD),
    INDEX batch_id_index batch_id TYPE bloom_filter(0.01) GRANULARITY 4,
    INDEX reference_id_index reference_id TYPE bloom_filter(0.01) GRANULARITY 4
)
ENGINE = {{engine "ReplacingMergeTree" "version"}}
PARTITION BY accepted_day
ORDER BY request_id
TTL accepted_day + INTERVAL {{.KeepDays}} DAY
SETTINGS {{.Settings}}, index_granularity = 1024
COMMENT 'Requests, for those that have not ended'
