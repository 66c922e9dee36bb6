-- A document is up to three rows, each written whole and replaced by a newer
-- version: what was asked (request), how far it is (state), what came out
-- (result). So a status never has to know the request, and no row is ever
-- read back to be changed.
CREATE TABLE IF NOT EXISTS documents_raw{{.OnCluster}}
(
    request_id     String                        COMMENT 'identifier of the request, a UUIDv7: its text sorts by time',
    part           Enum8('request' = 1, 'state' = 2, 'result' = 3) COMMENT 'which of the three rows this is',
    version        UInt64                        COMMENT 'grows with revision and step; of equal ones the first written is the highest',
    event_id       String                        COMMENT 'event the row was made from',
    revision       Int32                         COMMENT 'run of the document, from 1',
    account        LowCardinality(String)        COMMENT 'account that made the request',
    accepted_at    DateTime64(3, 'UTC')          COMMENT 'when the request was accepted',
    accepted_day   Date                          COMMENT 'UTC day of the request, taken from its identifier',
    lane           LowCardinality(String)        COMMENT 'interactive or bulk',
    batch_id       String                        COMMENT 'batch the request belongs to; empty: none',

    operation      LowCardinality(String)        COMMENT 'request: extract or classify',
    provided_type  LowCardinality(String)        COMMENT 'request: document type the client gave; empty: none',
    batch_index    Int32                         COMMENT 'request: place in the batch, from 0',
    batch_total    Int32                         COMMENT 'request: files in the batch; 0: no batch',
    file_name      String                        COMMENT 'request: name of the file as the client gave it' CODEC(ZSTD),
    file_format    LowCardinality(String)        COMMENT 'request: pdf, jpeg, png, tiff or xml, by its content',
    file_size      Int64                         COMMENT 'request: bytes',
    file_sha256    String                        COMMENT 'request: SHA-256 of the file' CODEC(ZSTD),
    reference_id   Nullable(String)              COMMENT 'request: external identifier the client gave' CODEC(ZSTD),
    metadata       Nullable(String)              COMMENT 'request: JSON object the client gave' CODEC(ZSTD),
    callback_url   Nullable(String)              COMMENT 'request: where the result is sent; may hold secrets of the client, so no view shows it' CODEC(ZSTD),

    step           LowCardinality(String)        COMMENT 'state: received, ocr, classification, extraction, geometry, completed or failed',
    outcome        LowCardinality(String)        COMMENT 'state and result: success, partial_success or failed; empty: in progress',
    document_type  LowCardinality(String)        COMMENT 'state and result: type of the document; empty: none',
    at             DateTime64(3, 'UTC')          COMMENT 'state: when the step was reached; result: when the request ended',

    pages          Int32                         COMMENT 'result: pages of the file',
    record         String                        COMMENT 'result: status record, the answer of GET /extract/{requestId}' CODEC(ZSTD(3)),
    markdown       String                        COMMENT 'result: text of the document' CODEC(ZSTD(3)),
    markdown_error Nullable(String)              COMMENT 'result: why there is no text',
    markdown_at    DateTime64(3, 'UTC')          COMMENT 'result: when the text was made',
    geometry       String                        COMMENT 'result: JSON list, one geometry record per leaf' CODEC(ZSTD(3)),
    reliability_score Float64                    COMMENT 'result: 0 to 100',
    detected_type  LowCardinality(String)        COMMENT 'result: type the service found; empty: none',
    detection_confidence Nullable(Float64)       COMMENT 'result: 0 to 1',
    detection_reason LowCardinality(String)      COMMENT 'result: reason code of the detection; empty: none',
    missing_fields Array(LowCardinality(String)) COMMENT 'result: required fields that were not found',
    inconsistencies Array(String)                COMMENT 'result: warnings in Portuguese' CODEC(ZSTD),
    catalogue_version LowCardinality(String)     COMMENT 'result: version of the field catalogue',
    extractor_version LowCardinality(String)     COMMENT 'result: version of the extraction engine',
    INDEX batch_id_index batch_id TYPE bloom_filter(0.01) GRANULARITY 4,
    INDEX reference_id_index reference_id TYPE bloom_filter(0.01) GRANULARITY 4
)
ENGINE = {{engine "ReplacingMergeTree" "version"}}
PARTITION BY accepted_day
ORDER BY (request_id, part)
TTL accepted_day + INTERVAL {{.KeepDays}} DAY
SETTINGS {{.Settings}}
COMMENT 'Storage of the view documents'
