-- What did each account and type cost in the last 30 days? Processor time is that of the documents of which it was measured; \N where it was of none.
SELECT account, ifNull(document_type, 'none') AS type, count() AS documents, sum(d.pages) AS pages, round(sum(d.working_ms) / 1000, 1) AS working_seconds,
    sum(cpu_ms) / 1000 AS cpu_seconds, count(cpu_ms) AS measured, round(working_seconds / nullIf(pages, 0), 3) AS seconds_per_page
FROM documents AS d
WHERE accepted_day >= today() - 30 AND status != 'in_progress'
GROUP BY account, type
ORDER BY working_seconds DESC, account, type
