-- It reads with the rights of who made it, so that its readers need none on what is masked.
CREATE OR REPLACE VIEW {{.Database}}.masked_documents
(
    request_id             String COMMENT 'identifier of the request, a UUIDv7: its text sorts by time',
    account                LowCardinality(String) COMMENT 'account that made the request',
    document_type          LowCardinality(Nullable(String)) COMMENT 'type of the document; null: none',
    status                 LowCardinality(String) COMMENT 'in_progress, success, partial_success or failed',
    current_step           LowCardinality(String) COMMENT 'received, ocr, classification, extraction, geometry, completed or failed',
    revision               Int32 COMMENT 'run of the document, from 1',
    operation              LowCardinality(String) COMMENT 'extract or classify',
    lane                   LowCardinality(String) COMMENT 'interactive or bulk',
    batch_id               Nullable(String) COMMENT 'batch the request belongs to; null: none',
    provided_document_type LowCardinality(Nullable(String)) COMMENT 'type the client gave; null: none',
    file_format            LowCardinality(String) COMMENT 'pdf, jpeg, png, tiff or xml, by its content',
    file_size              Int64 COMMENT 'bytes',
    file_key               String COMMENT 'keyed hash of the file: the same for the same bytes',
    accepted_at            DateTime64(3, 'UTC') COMMENT 'when the request was accepted',
    accepted_day           Date COMMENT 'UTC day of the request: give it wherever possible, only its partitions are read then',
    updated_at             DateTime64(3, 'UTC') COMMENT 'when the current step was reached',
    completed_at           Nullable(DateTime64(3, 'UTC')) COMMENT 'when the request ended; null: in progress',
    duration_ms            Nullable(Int64) COMMENT 'from acceptance to the end',
    working_ms             Nullable(Int64) COMMENT 'of these, time in which a stage worked on it',
    waiting_ms             Nullable(Int64) COMMENT 'of these, time in which it waited for one',
    cpu_ms                 Nullable(Int64) COMMENT 'CPU time that the stages took; null: not measured',
    pages                  Int32 COMMENT 'pages of the file; 0: not known',
    page_source            LowCardinality(String) COMMENT 'text, scan, photo or xml, or mixed where pages differ; empty: not known',
    layout_key             String COMMENT 'same for documents whose fields stand in the same order; empty: none was placed',
    duplicate_key          String COMMENT 'keyed hash of the number that names the document itself; empty: none',
    reliability_score      Nullable(Float64) COMMENT '0 to 100',
    detected_document_type LowCardinality(Nullable(String)) COMMENT 'type the service found; null: none',
    detection_confidence   Nullable(Float64) COMMENT '0 to 1',
    detection_reason       LowCardinality(Nullable(String)) COMMENT 'reason code of the detection',
    missing_fields         Array(LowCardinality(String)) COMMENT 'required fields that were not found',
    invalid_fields         Array(LowCardinality(String)) COMMENT 'fields with a validation error',
    issuer                 String COMMENT 'keyed hash of who issued an invoice, as value_key of masked_fields; empty: none',
    total                  Nullable(Decimal(18, 2)) COMMENT 'amount of an invoice; null: none',
    markdown_status        LowCardinality(String) COMMENT 'pending, success or failed',
    catalogue_version      LowCardinality(String) COMMENT 'version of the field catalogue',
    extractor_version      LowCardinality(String) COMMENT 'version of the extraction engine'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
AS
SELECT
    request_id, account, document_type, status, current_step, revision, operation, lane, batch_id, provided_document_type, file_format, file_size,
    {{keyed "file_sha256"}} AS file_key,
    accepted_at, accepted_day, updated_at, completed_at, duration_ms, working_ms, waiting_ms, cpu_ms, pages, page_source, layout_key,
    {{keyed "d.duplicate_key"}} AS duplicate_key,
    reliability_score, detected_document_type, detection_confidence, detection_reason, missing_fields, invalid_fields,
    {{keyed "d.issuer"}} AS issuer,
    total, markdown_status, catalogue_version, extractor_version
FROM {{.Database}}.documents AS d
COMMENT 'The view documents without what was read, and without what names a person'
