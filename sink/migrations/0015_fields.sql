CREATE OR REPLACE VIEW fields{{.OnCluster}} AS
SELECT
    request_id, revision, account, document_type, accepted_at, accepted_day, completed_at,
    name, path, list_column, row_index, position, kind, value, value_number, value_date,
    confidence, witnesses, check_digit, error,
    geometry_status, page, box_left, box_top, box_width, box_height,
    catalogue_version, extractor_version
FROM fields_raw FINAL
WHERE (request_id, revision) NOT IN (SELECT request_id, revision FROM superseded_raw)
