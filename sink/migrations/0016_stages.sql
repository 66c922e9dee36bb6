CREATE OR REPLACE VIEW stages{{.OnCluster}} AS
SELECT request_id, revision, stage, account, lane, document_type, outcome, accepted_at, accepted_day, started_at, finished_at, duration_ms
FROM stages_raw FINAL
