-- for each hour of: SELECT DISTINCT toStartOfHour(accepted_at) FROM documents_raw WHERE part = 'result'
-- Results that were kept as parts, leaves and stages become one row each. An
-- hour is done at once, so that a year of them needs little memory; its rows
-- replace their equals where it is done again.
INSERT INTO results_raw
(
    request_id, version, event_id, revision, account, accepted_at, accepted_day, lane, operation, provided_type, batch_id, batch_index, batch_total,
    file_name, file_format, file_size, file_sha256, reference_id, metadata, callback_url,
    step, outcome, document_type, completed_at, duration_ms, working_ms, waiting_ms, pages,
    record, markdown, markdown_error, markdown_at, geometry, reliability_score, detected_type, detection_confidence, detection_reason,
    missing_fields, invalid_fields, inconsistencies, catalogue_version, extractor_version,
    `stages.stage`, `stages.started_at`, `stages.finished_at`, `stages.waited_ms`,
    `leaves.path`, `leaves.name`, `leaves.list_column`, `leaves.row_index`, `leaves.kind`, `leaves.value`, `leaves.value_number`, `leaves.value_money`, `leaves.value_date`,
    `leaves.confidence`, `leaves.witnesses`, `leaves.check_digit`, `leaves.error`, `leaves.geometry_status`, `leaves.page`,
    `leaves.box_left`, `leaves.box_top`, `leaves.box_width`, `leaves.box_height`
)
SELECT
    e.request_id, e.version, e.event_id, e.revision, e.account, e.accepted_at, e.accepted_day, e.lane, r.operation, r.provided_type, e.batch_id, r.batch_index, r.batch_total,
    r.file_name, r.file_format, r.file_size, r.file_sha256, r.reference_id, r.metadata, r.callback_url,
    e.step, e.outcome, e.document_type, e.at, greatest(dateDiff('millisecond', e.accepted_at, e.at), 0) AS total, s.working, greatest(total - s.working, 0), e.pages,
    e.record, e.markdown, e.markdown_error, e.markdown_at, e.geometry, e.reliability_score, e.detected_type, e.detection_confidence, e.detection_reason,
    e.missing_fields, arrayDistinct(arrayFilter((n, x) -> x IS NOT NULL, f.names, f.errors)), e.inconsistencies, e.catalogue_version, e.extractor_version,
    s.stage, s.started, s.finished,
    arrayMap((b, a) -> greatest(dateDiff('millisecond', a, b), 0), s.started, arrayPushFront(arrayPopBack(s.finished), e.accepted_at)),
    f.paths, f.names, f.columns, f.rows, f.kinds, f.values, f.numbers, arrayMap((k, n) -> if(k = 'money', toDecimal64OrNull(toString(n), 2), NULL), f.kinds, f.numbers), f.dates,
    f.confidences, f.witnessed, f.checks, f.errors, f.statuses, f.pages, f.lefts, f.tops, f.widths, f.heights
FROM (SELECT * FROM documents_raw FINAL WHERE part = 'result' AND toStartOfHour(accepted_at) = toDateTime({{.Hour}}, 'UTC')) AS e
LEFT JOIN (SELECT * FROM documents_raw FINAL WHERE part = 'request' AND toStartOfHour(accepted_at) = toDateTime({{.Hour}}, 'UTC')) AS r ON r.request_id = e.request_id
LEFT JOIN
(
    SELECT request_id, revision, groupArray(stage) AS stage, groupArray(started_at) AS started, groupArray(finished_at) AS finished, sum(duration_ms) AS working
    FROM (SELECT * FROM stages_raw FINAL WHERE toStartOfHour(accepted_at) = toDateTime({{.Hour}}, 'UTC') AND stage != 'total' ORDER BY request_id, revision, started_at, finished_at)
    GROUP BY request_id, revision
) AS s ON s.request_id = e.request_id AND s.revision = e.revision
LEFT JOIN
(
    SELECT request_id, revision, groupArray(path) AS paths, groupArray(name) AS names, groupArray(list_column) AS columns, groupArray(row_index) AS rows, groupArray(kind) AS kinds,
        groupArray(value) AS values, arrayMap(x -> x.1, groupArray(tuple(value_number))) AS numbers, arrayMap(x -> x.1, groupArray(tuple(value_date))) AS dates,
        groupArray(confidence) AS confidences, groupArray(witnesses) AS witnessed, groupArray(check_digit) AS checks, arrayMap(x -> x.1, groupArray(tuple(error))) AS errors,
        groupArray(geometry_status) AS statuses, groupArray(page) AS pages, arrayMap(x -> x.1, groupArray(tuple(box_left))) AS lefts, arrayMap(x -> x.1, groupArray(tuple(box_top))) AS tops,
        arrayMap(x -> x.1, groupArray(tuple(box_width))) AS widths, arrayMap(x -> x.1, groupArray(tuple(box_height))) AS heights
    FROM (SELECT * FROM fields_raw FINAL WHERE toStartOfHour(accepted_at) = toDateTime({{.Hour}}, 'UTC') ORDER BY request_id, revision, position)
    GROUP BY request_id, revision
) AS f ON f.request_id = e.request_id AND f.revision = e.revision
SETTINGS max_threads = 1, max_block_size = 1024, join_use_nulls = 0
