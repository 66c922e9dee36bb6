-- A bar stands for the middle of its durations.
CREATE OR REPLACE VIEW stages_daily{{.OnCluster}} AS
SELECT
    day, account, nullIf(document_type, '') AS document_type, stage,
    sum(bar_documents) AS documents,
    quantileExactWeighted(0.5)(pow(1.1, bar + 0.5), bar_documents)  AS p50_ms,
    quantileExactWeighted(0.95)(pow(1.1, bar + 0.5), bar_documents) AS p95_ms,
    quantileExactWeighted(0.99)(pow(1.1, bar + 0.5), bar_documents) AS p99_ms
FROM
(
    SELECT toDate(hour) AS day, account, document_type, stage, bar, uniqExactMerge(documents) AS bar_documents
    FROM stages_hourly_raw
    GROUP BY day, account, document_type, stage, bar
)
GROUP BY day, account, document_type, stage
