CREATE OR REPLACE VIEW corrections{{.OnCluster}} AS
SELECT request_id, path, account, accepted_day, revision, document_type, verdict, value, read_value, at
FROM corrections_raw FINAL
WHERE verdict != 'withdrawn'
