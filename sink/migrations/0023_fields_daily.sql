CREATE OR REPLACE VIEW fields_daily{{.OnCluster}} AS
SELECT
    day, account, document_type, name,
    sum(bar_leaves) AS leaves,
    sum(bar_leaves * confidence_percent) / sum(bar_leaves) / 100 AS mean_confidence,
    sumIf(bar_leaves, check_digit = 'passed') AS checks_passed,
    sumIf(bar_leaves, check_digit = 'failed') AS checks_failed,
    if(checks_passed + checks_failed = 0, NULL, checks_passed / (checks_passed + checks_failed)) AS check_digit_pass_rate
FROM
(
    SELECT toDate(hour) AS day, account, document_type, name, confidence_percent, check_digit, uniqExactMerge(leaves) AS bar_leaves
    FROM fields_hourly_raw
    GROUP BY day, account, document_type, name, confidence_percent, check_digit
)
GROUP BY day, account, document_type, name
