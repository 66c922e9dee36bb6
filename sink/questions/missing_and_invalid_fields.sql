-- Which required fields were missing, and which were invalid, in the last 30 days, of how many documents of their type?
SELECT type, field, countIf(missing) AS missing_in, countIf(NOT missing) AS invalid_in
FROM
(
    SELECT ifNull(document_type, 'none') AS type, arrayJoin(arrayConcat(arrayMap(f -> (f, true), missing_fields), arrayMap(f -> (f, false), invalid_fields))) AS fault, fault.1 AS field, fault.2 AS missing
    FROM documents
    WHERE accepted_day >= today() - 30 AND status != 'in_progress'
)
GROUP BY type, field
ORDER BY missing_in DESC, invalid_in DESC, type, field
LIMIT 50
