-- for each hour of: SELECT DISTINCT toStartOfHour(accepted_at) FROM documents_raw WHERE part = 'state'
INSERT INTO states_raw (request_id, version, revision, open, account, accepted_day, step, outcome, document_type, at)
SELECT request_id, version, revision, outcome = '', account, accepted_day, step, outcome, document_type, at
FROM documents_raw FINAL
WHERE part = 'state' AND toStartOfHour(accepted_at) = toDateTime({{.Hour}}, 'UTC')
SETTINGS max_threads = 1
