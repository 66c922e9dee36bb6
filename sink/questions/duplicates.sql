-- Which documents of the last 7 days did an account send more than once, by the same bytes or by the number that names them?
SELECT account, how, key, count() AS copies, min(accepted_at) AS first, max(accepted_at) AS last
FROM
(
    SELECT account, accepted_at, arrayJoin([('file', file_sha256), ('meaning', duplicate_key)]) AS pair, pair.1 AS how, pair.2 AS key
    FROM documents
    WHERE accepted_day >= today() - 7 AND operation = 'extract'
)
WHERE key != ''
GROUP BY account, how, key
HAVING copies > 1
ORDER BY copies DESC, account, how, key
LIMIT 100
