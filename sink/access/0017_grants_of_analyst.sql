-- The other views read with the rights of who asks: of storage, the columns that name nobody.
GRANT
    SHOW DATABASES ON {{.Database}}.*,
    SELECT ON {{.Database}}.masked_documents, SELECT ON {{.Database}}.masked_fields,
    SELECT ON {{.Database}}.stages, SELECT ON {{.Database}}.events, SELECT ON {{.Database}}.webhook_attempts,
    SELECT ON {{.Database}}.documents_hourly, SELECT ON {{.Database}}.documents_daily,
    SELECT ON {{.Database}}.stages_hourly, SELECT ON {{.Database}}.stages_daily,
    SELECT ON {{.Database}}.fields_hourly, SELECT ON {{.Database}}.fields_daily,
    SELECT ON {{.Database}}.events_raw, SELECT ON {{.Database}}.webhook_attempts_raw, SELECT ON {{.Database}}.states_raw,
    SELECT(accepted_day, accepted_at, account, operation, document_type, lane, status, pages) ON {{.Database}}.documents,
    SELECT(request_id, version, account, accepted_at, operation, lane) ON {{.Database}}.requests_raw,
    SELECT(request_id, version, revision, account, accepted_at, accepted_day, lane, operation, document_type, outcome, completed_at, waiting_ms, pages,
        page_source, extractor_version, `stages.stage`, `stages.started_at`, `stages.finished_at`, `stages.waited_ms`, `stages.cpu_us`,
        `leaves.name`, `leaves.confidence`, `leaves.check_digit`) ON {{.Database}}.results_raw
TO analyst
