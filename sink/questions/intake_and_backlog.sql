-- How much came in on each day of the last week, how did it end, and how much is still under way?
SELECT day, operation, sum(documents) AS came_in, sumIf(documents, outcome = 'success') AS success, sumIf(documents, outcome = 'partial_success') AS partial_success,
    sumIf(documents, outcome = 'failed') AS failed, sumIf(documents, outcome = 'in_progress') AS backlog, sum(pages) AS pages
FROM documents_daily
WHERE day >= today() - 7
GROUP BY day, operation
ORDER BY day, operation
