-- A row per request that has ended, complete in itself: what was asked, how it
-- went, what came out, with every leaf and every stage. So a run that comes
-- again, with whatever other values, replaces the one before as a whole, and no
-- view over this table can mix the two or count both.
--
-- Granules are small: one document is read for a client by its identifier. The
-- projection is for lists of one account.
CREATE TABLE IF NOT EXISTS results_raw{{.OnCluster}}
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

    step           LowCardinality(String)        COMMENT 'completed or failed',
    outcome        LowCardinality(String)        COMMENT 'success, partial_success or failed',
    document_type  LowCardinality(String)        COMMENT 'type of the document; empty: none',
    completed_at   DateTime64(3, 'UTC')          COMMENT 'when the request ended' CODEC(Delta, ZSTD),
    duration_ms    Int64                         COMMENT 'from acceptance to the end',
    working_ms     Int64                         COMMENT 'of these, time in which a stage worked on it',
    waiting_ms     Int64                         COMMENT 'of these, time in which it waited for one',
    cpu_ms         Nullable(Int64)               COMMENT 'CPU time the stages took; null: not measured',
    pages          Int32                         COMMENT 'pages of the file',
    page_source    LowCardinality(String)        COMMENT 'text, scan, photo or xml, or mixed where pages differ; empty: not known',
    layout_key     String                        COMMENT 'same for documents whose fields stand in the same order; empty: none was placed',
    duplicate_key  String                        COMMENT 'number that names the document itself, such as the key of an NF-e; empty: none',

    record         String                        COMMENT 'status record, the answer of GET /extract/{requestId}' CODEC(ZSTD(3)),
    markdown       String                        COMMENT 'text of the document' CODEC(ZSTD(3)),
    markdown_error Nullable(String)              COMMENT 'why there is no text',
    markdown_at    DateTime64(3, 'UTC')          COMMENT 'when the text was made',
    geometry       String                        COMMENT 'JSON list, one geometry record per leaf' CODEC(ZSTD(3)),
    reliability_score Float64                    COMMENT '0 to 100',
    detected_type  LowCardinality(String)        COMMENT 'type the service found; empty: none',
    detection_confidence Nullable(Float64)       COMMENT '0 to 1',
    detection_reason LowCardinality(String)      COMMENT 'reason code of the detection; empty: none',
    missing_fields Array(LowCardinality(String)) COMMENT 'required fields that were not found',
    invalid_fields Array(LowCardinality(String)) COMMENT 'fields with a validation error',
    inconsistencies Array(String)                COMMENT 'warnings in Portuguese' CODEC(ZSTD),
    catalogue_version LowCardinality(String)     COMMENT 'version of the field catalogue',
    extractor_version LowCardinality(String)     COMMENT 'version of the extraction engine',

    `stages.stage`       Array(LowCardinality(String)) COMMENT 'names of the stages, in the order in which they worked',
    `stages.started_at`  Array(DateTime64(3, 'UTC'))   COMMENT 'when each began',
    `stages.finished_at` Array(DateTime64(3, 'UTC'))   COMMENT 'when each was done',
    `stages.waited_ms`   Array(Int64)                  COMMENT 'how long the request waited for each',

    `leaves.path`            Array(String)                   COMMENT 'path, as fieldPath takes it: fields.itens[2].ncm' CODEC(ZSTD),
    `leaves.name`            Array(LowCardinality(String))   COMMENT 'name of the field: itens',
    `leaves.list_column`     Array(LowCardinality(String))   COMMENT 'column of the list: ncm; empty: not a list',
    `leaves.row_index`       Array(Int32)                    COMMENT 'row of the list, from 0; -1: not a list',
    `leaves.kind`            Array(LowCardinality(String))   COMMENT 'value form of the catalogue: cpf, money, date, …',
    `leaves.value`           Array(String)                   COMMENT 'value as text' CODEC(ZSTD),
    `leaves.value_number`    Array(Nullable(Float64))        COMMENT 'value as a number, where it is one',
    `leaves.value_money`     Array(Nullable(Decimal(18, 2))) COMMENT 'value as an exact amount, where it is one',
    `leaves.value_date`      Array(Nullable(Date32))         COMMENT 'value as a date, where it is one',
    `leaves.confidence`      Array(Float64)                  COMMENT '0 to 1',
    `leaves.witnesses`       Array(Array(LowCardinality(String))) COMMENT 'what speaks for the value: label, check_digit, sum, barcode, repeated, …',
    `leaves.check_digit`     Array(Enum8('none' = 0, 'passed' = 1, 'failed' = 2)) COMMENT 'none: the value form has none',
    `leaves.error`           Array(Nullable(String))         COMMENT 'validation error, in Portuguese',
    `leaves.geometry_status` Array(LowCardinality(String))   COMMENT 'resolved, ambiguous, unresolved or not_indexed',
    `leaves.page`            Array(Int32)                    COMMENT 'page of the first segment, from 1; 0: not placed',
    `leaves.box_left`        Array(Nullable(Float64))        COMMENT 'box of the segments on that page, in fractions of the page',
    `leaves.box_top`         Array(Nullable(Float64))        COMMENT 'from the top of the page',
    `leaves.box_width`       Array(Nullable(Float64))        COMMENT 'fraction of the page',
    `leaves.box_height`      Array(Nullable(Float64))        COMMENT 'fraction of the page',

    INDEX batch_id_index batch_id TYPE bloom_filter(0.01) GRANULARITY 32,
    INDEX reference_id_index reference_id TYPE bloom_filter(0.01) GRANULARITY 32,
    INDEX file_sha256_index file_sha256 TYPE bloom_filter(0.01) GRANULARITY 32,
    INDEX duplicate_key_index duplicate_key TYPE bloom_filter(0.01) GRANULARITY 32,
    INDEX value_index `leaves.value` TYPE bloom_filter(0.01) GRANULARITY 32,
    PROJECTION by_account
    (
        SELECT
            account, request_id, version, revision, accepted_at, accepted_day, completed_at, operation, outcome, step, document_type, reference_id, batch_id, file_name,
            pages, reliability_score
        ORDER BY account, request_id
    )
)
ENGINE = {{engine "ReplacingMergeTree" "version"}}
PARTITION BY accepted_day
ORDER BY request_id
TTL accepted_day + INTERVAL {{.KeepDays}} DAY
SETTINGS {{.Settings}}, index_granularity = 128, index_granularity_bytes = 1048576,
    max_compress_block_size = 131072, min_columns_to_activate_adaptive_write_buffer = 1, -- a stream per column, each with buffers of its own
    deduplicate_merge_projection_mode = 'rebuild'
COMMENT 'Results: storage of the views documents, fields and stages'
