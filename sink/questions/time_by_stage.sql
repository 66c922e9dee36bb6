-- How long did each stage take yesterday and today, and how long did documents wait for it?
SELECT stage, sum(d.documents) AS documents, arrayMap(ms -> round(ms), quantilesTDigestMerge(0.5, 0.95, 0.99)(durations)) AS p50_p95_p99_ms,
    round(sum(d.working_ms) / documents) AS mean_work_ms, round(sum(d.waiting_ms) / documents) AS mean_wait_ms
FROM stages_daily AS d
WHERE day >= today() - 1
GROUP BY stage
ORDER BY stage = 'total', mean_work_ms DESC
