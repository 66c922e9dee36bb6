-- Which documents of the last 7 days did an account send more than once, by the same bytes or by the number that names them?
WITH sent AS
(
    SELECT account, accepted_at, file_sha256, duplicate_key, cityHash64(account, file_sha256) AS file, cityHash64(account, duplicate_key) AS meaning
    FROM documents
    WHERE accepted_day >= today() - 7 AND operation = 'extract'
)
-- Counting by numbers first leaves few texts to be compared.
SELECT account, how, key, count() AS copies, min(accepted_at) AS first, max(accepted_at) AS last
FROM
(
    SELECT account, 'file' AS how, file_sha256 AS key, accepted_at FROM sent WHERE key != '' AND file IN (SELECT file FROM sent GROUP BY file HAVING count() > 1)
    UNION ALL
    SELECT account, 'meaning', duplicate_key AS key, accepted_at FROM sent WHERE key != '' AND meaning IN (SELECT meaning FROM sent WHERE duplicate_key != '' GROUP BY meaning HAVING count() > 1)
)
GROUP BY account, how, key
HAVING copies > 1
ORDER BY copies DESC, account, how, key
LIMIT 100
