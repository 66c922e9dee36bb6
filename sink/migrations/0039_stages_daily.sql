CREATE OR REPLACE VIEW stages_daily{{.OnCluster}}
(
    day           Date COMMENT 'day of acceptance, UTC',
    account       LowCardinality(String) COMMENT 'account',
    operation     LowCardinality(String) COMMENT 'extract or classify',
    document_type LowCardinality(Nullable(String)) COMMENT 'type of the document; null: none',
    lane          LowCardinality(String) COMMENT 'interactive or bulk',
    stage         LowCardinality(String) COMMENT 'name of the stage; total: from acceptance to the end',
    documents     UInt64 COMMENT 'requests that ended',
    p50_ms        Float64 COMMENT 'median of the duration; of several rows take the merged durations, not an average',
    p95_ms        Float64 COMMENT '95 % are faster',
    p99_ms        Float64 COMMENT '99 % are faster',
    working_ms    Int64 COMMENT 'sum of the durations',
    waiting_ms    Int64 COMMENT 'sum of the times the requests waited for the stage',
    durations     AggregateFunction(quantilesTDigest(0.5, 0.95, 0.99), Int64) COMMENT 'state of the quantiles: quantilesTDigestMerge(0.5, 0.95, 0.99)(durations) over several rows'
)
AS
SELECT day, account, operation, nullIf(type, '') AS document_type, lane, stage, documents,
    finalizeAggregation(durations)[1] AS p50_ms, finalizeAggregation(durations)[2] AS p95_ms, finalizeAggregation(durations)[3] AS p99_ms, working_ms, waiting_ms, durations
FROM
(
    SELECT accepted_day AS day, account, operation, document_type AS type, lane, stage, count() AS documents,
        sum(duration_ms) AS working_ms, sum(waited_ms) AS waiting_ms, quantilesTDigestState(0.5, 0.95, 0.99)(duration_ms) AS durations
    FROM stages
    GROUP BY day, account, operation, type, lane, stage
)
COMMENT 'How long each stage took, by day'
