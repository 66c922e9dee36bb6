-- The second half of documents by itself: what is under way is found without a
-- look at any result.
CREATE OR REPLACE VIEW open_documents{{.OnCluster}}
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
    batch_index            Int32 COMMENT 'place in the batch, from 0',
    batch_total            Int32 COMMENT 'files in the batch; 0: no batch',
    provided_document_type LowCardinality(Nullable(String)) COMMENT 'type the client gave; null: none',
    reference_id           Nullable(String) COMMENT 'external identifier the client gave',
    metadata               Nullable(String) COMMENT 'JSON object the client gave',
    callback_host          Nullable(String) COMMENT 'host of the callback URL; null: none',
    file_name              String COMMENT 'name of the file as the client gave it',
    file_format            LowCardinality(String) COMMENT 'pdf, jpeg, png, tiff or xml, by its content',
    file_size              Int64 COMMENT 'bytes',
    file_sha256            String COMMENT 'SHA-256 of the file',
    accepted_at            DateTime64(3, 'UTC') COMMENT 'when the request was accepted',
    accepted_day           Date COMMENT 'UTC day of the request, taken from its identifier: give it wherever possible, only its partitions are read then',
    updated_at             DateTime64(3, 'UTC') COMMENT 'when the current step was reached',
    completed_at           Nullable(DateTime64(3, 'UTC')) COMMENT 'when the request ended; null: in progress',
    duration_ms            Nullable(Int64) COMMENT 'from acceptance to the end',
    working_ms             Nullable(Int64) COMMENT 'of these, time in which a stage worked on it',
    waiting_ms             Nullable(Int64) COMMENT 'of these, time in which it waited for one',
    cpu_ms                 Nullable(Int64) COMMENT 'CPU time that the stages took; null: not measured',
    pages                  Int32 COMMENT 'pages of the file; 0: not known',
    page_source            LowCardinality(String) COMMENT 'text, scan, photo or xml, or mixed where pages differ; empty: not known',
    layout_key             String COMMENT 'same for documents whose fields stand in the same order; empty: none was placed',
    duplicate_key          String COMMENT 'number that names the document itself, such as the key of an NF-e or a payment line; empty: none',
    reliability_score      Nullable(Float64) COMMENT '0 to 100',
    detected_document_type LowCardinality(Nullable(String)) COMMENT 'type the service found; null: none',
    detection_confidence   Nullable(Float64) COMMENT '0 to 1',
    detection_reason       LowCardinality(Nullable(String)) COMMENT 'reason code of the detection',
    missing_fields         Array(LowCardinality(String)) COMMENT 'required fields that were not found',
    invalid_fields         Array(LowCardinality(String)) COMMENT 'fields with a validation error',
    inconsistencies        Array(String) COMMENT 'warnings in Portuguese',
    values                 Map(String, String) COMMENT 'single fields by name, as text: values[\'emitente_cnpj\']',
    amounts                Map(String, Decimal(18, 2)) COMMENT 'amounts among the single fields by name, exact: amounts[\'valor_total\']',
    issuer                 String COMMENT 'CNPJ of who issued the document (field emitente_cnpj), as values has it but read at once; empty: none',
    total                  Nullable(Decimal(18, 2)) COMMENT 'what the document comes to (field valor_total), as amounts has it but read at once; null: none',
    payload                Nullable(String) COMMENT 'result as JSON, as clients get it; null: in progress',
    validation_errors      Nullable(String) COMMENT 'JSON list, field and error',
    markdown_status        LowCardinality(String) COMMENT 'pending, success or failed',
    markdown               Nullable(String) COMMENT 'text of the document',
    markdown_error         Nullable(String) COMMENT 'why there is no text',
    geometry               Nullable(String) COMMENT 'JSON list, one geometry record per leaf',
    catalogue_version      LowCardinality(String) COMMENT 'version of the field catalogue',
    extractor_version      LowCardinality(String) COMMENT 'version of the extraction engine'
)
AS
SELECT
    s.request_id AS request_id,
    r.account AS account,
    nullIf(s.document_type, '') AS document_type,
    'in_progress' AS status,
    s.step AS current_step,
    s.revision AS revision,
    r.operation AS operation,
    r.lane AS lane,
    nullIf(r.batch_id, '') AS batch_id,
    r.batch_index AS batch_index,
    r.batch_total AS batch_total,
    nullIf(r.provided_type, '') AS provided_document_type,
    r.reference_id AS reference_id,
    r.metadata AS metadata,
    domain(r.callback_url) AS callback_host,
    r.file_name AS file_name,
    r.file_format AS file_format,
    r.file_size AS file_size,
    r.file_sha256 AS file_sha256,
    r.accepted_at AS accepted_at,
    s.accepted_day AS accepted_day,
    s.at AS updated_at,
    NULL AS completed_at,
    NULL AS duration_ms,
    NULL AS working_ms,
    NULL AS waiting_ms,
    NULL AS cpu_ms,
    0 AS pages,
    '' AS page_source,
    '' AS layout_key,
    '' AS duplicate_key,
    NULL AS reliability_score,
    NULL AS detected_document_type,
    NULL AS detection_confidence,
    NULL AS detection_reason,
    [] AS missing_fields,
    [] AS invalid_fields,
    [] AS inconsistencies,
    map() AS values,
    map() AS amounts,
    '' AS issuer,
    NULL AS total,
    NULL AS payload,
    NULL AS validation_errors,
    'pending' AS markdown_status,
    NULL AS markdown,
    NULL AS markdown_error,
    NULL AS geometry,
    '' AS catalogue_version,
    '' AS extractor_version
FROM
(
    SELECT * FROM states_raw FINAL
    WHERE open AND request_id NOT IN
    (
        SELECT request_id FROM results_raw
        WHERE request_id IN (SELECT request_id FROM states_raw FINAL WHERE open SETTINGS do_not_merge_across_partitions_select_final = 1, use_skip_indexes_if_final = 1, use_skip_indexes_if_final_exact_mode = 1)
    )
    SETTINGS do_not_merge_across_partitions_select_final = 1, use_skip_indexes_if_final = 1, use_skip_indexes_if_final_exact_mode = 1
) AS s
INNER JOIN
(
    SELECT * FROM requests_raw FINAL
    WHERE request_id IN (SELECT request_id FROM states_raw FINAL WHERE open SETTINGS do_not_merge_across_partitions_select_final = 1, use_skip_indexes_if_final = 1, use_skip_indexes_if_final_exact_mode = 1)
    SETTINGS do_not_merge_across_partitions_select_final = 1
) AS r ON r.request_id = s.request_id
COMMENT 'Of documents, those that have not ended'
