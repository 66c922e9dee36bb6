ALTER TABLE results_raw DROP PARTITION '{day}';
ALTER TABLE requests_raw DROP PARTITION '{day}';
ALTER TABLE webhook_attempts_raw DROP PARTITION '{day}';

-- The documents of one day: each a copy of a real result, with an identifier, account,
-- times, batch, file and outcome of its own. One part a day, as days of a service that
-- are over have.
INSERT INTO results_raw
WITH
    {number} + numbers.number AS n,
    toUInt64({day_ms} + numbers.number * {step_ms}) AS ms,
    lower(hex(ms)) AS time_hex,
    lower(hex(sipHash128(n))) AS hash,
    concat(substring(time_hex, 1, 8), '-', substring(time_hex, 9, 4), '-7', substring(hash, 1, 3), '-8', substring(hash, 4, 3), '-', substring(hash, 7, 12)) AS id,
    cityHash64(n, 1) AS dice,
    cityHash64(n, 2) AS dice2,
    fromUnixTimestamp64Milli(toInt64(ms), 'UTC') AS at,
    toInt64(at) - toInt64(s.accepted_at) AS later,
    dice2 % 100 < 12 AND s.outcome = 'success' AND notEmpty(s.`leaves.name`) AS partial
SELECT s.* EXCEPT (place) REPLACE
(
    id AS request_id,
    hash AS event_id,
    bitShiftLeft(toUInt64(1), 52) + (17592186044415 - n) AS version,
    concat('conta-', leftPad(toString(dice % 20), 2, '0')) AS account,
    at AS accepted_at,
    toDate('{day}') AS accepted_day,
    if(dice % 50 = 0, 'interactive', 'bulk') AS lane,
    if(dice % 50 = 0, '', concat(substring(time_hex, 1, 8), '-0000-7000-8000-', leftPad(toString(intDiv(n, 500) % 1000000), 12, '0'))) AS batch_id,
    toInt32(n % 500) AS batch_index,
    500 AS batch_total,
    concat('documento-', toString(n), '.pdf') AS file_name,
    lower(hex(sipHash128(n - (dice2 % 50 = 0)))) AS file_sha256,
    concat('ref-', toString(intDiv(n, 500))) AS reference_id,
    if(partial, 'partial_success', s.outcome) AS outcome,
    s.completed_at + toIntervalMillisecond(later) AS completed_at,
    s.markdown_at + toIntervalMillisecond(later) AS markdown_at,
    arrayMap(t -> t + toIntervalMillisecond(later), s.`stages.started_at`) AS `stages.started_at`,
    arrayMap(t -> t + toIntervalMillisecond(later), s.`stages.finished_at`) AS `stages.finished_at`,
    if(s.duplicate_key = '', '', lower(hex(sipHash128(n - (dice % 100 = 0), 1)))) AS duplicate_key,
    if(partial, [s.`leaves.name`[1 + dice % length(s.`leaves.name`)]], s.missing_fields) AS missing_fields,
    replaceAll(s.record, s.request_id, id) AS record
)
FROM numbers({count}) AS numbers INNER JOIN bench_copies AS s ON s.place = cityHash64({number} + numbers.number, 3) % {copies}
SETTINGS max_threads = 1, max_insert_threads = 1, max_block_size = 8192, min_insert_block_size_rows = {count}, min_insert_block_size_bytes = 0, query_plan_join_swap_table = 'false';

INSERT INTO requests_raw (request_id, version, event_id, revision, account, accepted_at, accepted_day, lane, operation, batch_id, batch_index, batch_total, file_name, file_format, file_size, file_sha256, reference_id)
SELECT request_id, version, event_id, revision, account, accepted_at, accepted_day, lane, operation, batch_id, batch_index, batch_total, file_name, file_format, file_size, file_sha256, reference_id
FROM results_raw
WHERE accepted_day = '{day}'
SETTINGS max_threads = 1, min_insert_block_size_rows = {count}, min_insert_block_size_bytes = 0;

-- Callbacks of every second document; of one in 200 the last of them did not arrive.
INSERT INTO webhook_attempts_raw (request_id, delivery_id, attempt, version, event_id, account, accepted_day, host, outcome, status_code, error, duration_ms, at)
SELECT request_id, event_id, 1, 2, event_id, account, accepted_day, concat('callback.', account, '.example'), if(cityHash64(request_id) % 400 = 0, 'exhausted', 'delivered'), if(cityHash64(request_id) % 400 = 0, 503, 200),
    if(cityHash64(request_id) % 400 = 0, 'status', ''), 5 + cityHash64(request_id) % 200, completed_at
FROM results_raw
WHERE accepted_day = '{day}' AND cityHash64(request_id) % 2 = 0
SETTINGS max_threads = 1, min_insert_block_size_rows = {count}, min_insert_block_size_bytes = 0;

-- Last, since it tells that the day is complete.
INSERT INTO states_raw (request_id, version, revision, open, account, accepted_day, step, outcome, document_type, at)
SELECT request_id, version + bitShiftLeft(toUInt64(255), 44), revision, 0, account, accepted_day, step, outcome, document_type, completed_at
FROM results_raw
WHERE accepted_day = '{day}'
SETTINGS max_threads = 1, min_insert_block_size_rows = {count}, min_insert_block_size_bytes = 0;
