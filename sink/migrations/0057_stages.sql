CREATE OR REPLACE VIEW stages{{.OnCluster}}
(
    request_id    String COMMENT 'identifier of the request',
    revision      Int32 COMMENT 'run of the document, from 1',
    stage         LowCardinality(String) COMMENT 'name of the stage; total: from acceptance to the end',
    account       LowCardinality(String) COMMENT 'account that made the request',
    operation     LowCardinality(String) COMMENT 'extract or classify',
    lane          LowCardinality(String) COMMENT 'interactive or bulk',
    document_type LowCardinality(String) COMMENT 'type of the document; empty: none',
    outcome       LowCardinality(String) COMMENT 'success, partial_success or failed',
    accepted_at   DateTime64(3, 'UTC') COMMENT 'when the request was accepted',
    accepted_day  Date COMMENT 'UTC day of the request, taken from its identifier',
    started_at    DateTime64(3, 'UTC') COMMENT 'when the stage began',
    finished_at   DateTime64(3, 'UTC') COMMENT 'when the stage was done',
    duration_ms   Int64 COMMENT 'milliseconds between the two',
    waited_ms     Int64 COMMENT 'how long the request waited for the stage; of total, for all of them',
    cpu_ms        Nullable(Float64) COMMENT 'processor time of the stage, that of child processes included; of total, of all of them; null: not measured'
)
AS
SELECT
    request_id, revision, name AS stage, account, operation, lane, document_type, outcome, accepted_at, accepted_day,
    began AS started_at, ended AS finished_at, greatest(dateDiff('millisecond', began, ended), 0) AS duration_ms, waited AS waited_ms, cpu / 1000 AS cpu_ms
FROM results_raw FINAL
ARRAY JOIN
    arrayPushFront(`stages.stage`, 'total') AS name,
    arrayPushFront(`stages.started_at`, accepted_at) AS began,
    arrayPushFront(`stages.finished_at`, completed_at) AS ended,
    arrayPushFront(`stages.waited_ms`, waiting_ms) AS waited,
    arrayPushFront(`stages.cpu_us`, if(arrayExists(us -> us IS NULL, `stages.cpu_us`) OR empty(`stages.cpu_us`), NULL, arraySum(us -> assumeNotNull(us), `stages.cpu_us`))) AS cpu
SETTINGS do_not_merge_across_partitions_select_final = 1
COMMENT 'A row per stage and request that has ended'
