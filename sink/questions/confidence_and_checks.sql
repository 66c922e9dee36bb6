-- How sure were the values of yesterday and today, and how often was a check digit right, by type, source and version?
SELECT document_type, page_source, extractor_version, sum(f.leaves) AS leaves, round(sum(confidence_sum) / leaves, 3) AS confidence,
    sum(checks_passed) AS passed, sum(checks_failed) AS failed, round(passed / nullIf(passed + failed, 0), 4) AS pass_rate
FROM fields_daily AS f
WHERE day >= today() - 1
GROUP BY document_type, page_source, extractor_version
ORDER BY document_type, page_source, extractor_version
