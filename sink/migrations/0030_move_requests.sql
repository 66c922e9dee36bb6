-- for each hour of: SELECT DISTINCT toStartOfHour(accepted_at) FROM documents_raw WHERE part = 'request'
INSERT INTO requests_raw
(
    request_id, version, event_id, revision, account, accepted_at, accepted_day, lane, operation, provided_type, batch_id, batch_index, batch_total,
    file_name, file_format, file_size, file_sha256, reference_id, metadata, callback_url
)
SELECT
    request_id, version, event_id, revision, account, accepted_at, accepted_day, lane, operation, provided_type, batch_id, batch_index, batch_total,
    file_name, file_format, file_size, file_sha256, reference_id, metadata, callback_url
FROM documents_raw FINAL
WHERE part = 'request' AND toStartOfHour(accepted_at) = toDateTime({{.Hour}}, 'UTC')
SETTINGS max_threads = 1
