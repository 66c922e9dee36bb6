-- By way of the view fields every column of a leaf was read, 3.9 KB of a document where 0.3 are asked for.
CREATE OR REPLACE VIEW fields_hourly{{.OnCluster}}
(
    hour                  DateTime('UTC') COMMENT 'hour of acceptance, UTC',
    account               LowCardinality(String) COMMENT 'account',
    document_type         LowCardinality(String) COMMENT 'type of the document',
    name                  LowCardinality(String) COMMENT 'name of the field',
    page_source           LowCardinality(String) COMMENT 'text, scan, photo or xml, or mixed; empty: not known',
    extractor_version     LowCardinality(String) COMMENT 'version of the extraction engine',
    leaves                UInt64 COMMENT 'values',
    mean_confidence       Float64 COMMENT 'mean of their confidence',
    confidence_sum        Float64 COMMENT 'sum of their confidence, to make means over several rows',
    checks_passed         UInt64 COMMENT 'values whose check digit is right',
    checks_failed         UInt64 COMMENT 'values whose check digit is wrong',
    check_digit_pass_rate Nullable(Float64) COMMENT 'passed of all that were checked; null: none has check digits'
)
AS
SELECT hour, account, document_type, name, page_source, extractor_version, leaves, confidence_sum / leaves AS mean_confidence, confidence_sum, checks_passed, checks_failed,
    if(checks_passed + checks_failed = 0, NULL, checks_passed / (checks_passed + checks_failed)) AS check_digit_pass_rate
FROM
(
    SELECT toStartOfHour(accepted_at) AS hour, account, document_type, name, page_source, extractor_version, count() AS leaves, sum(confidence) AS confidence_sum,
        countIf(check_digit = 'passed') AS checks_passed, countIf(check_digit = 'failed') AS checks_failed
    FROM results_raw FINAL
    ARRAY JOIN `leaves.name` AS name, `leaves.confidence` AS confidence, `leaves.check_digit` AS check_digit
    GROUP BY hour, account, document_type, name, page_source, extractor_version
    SETTINGS do_not_merge_across_partitions_select_final = 1
)
COMMENT 'How sure the values are, by hour'
