-- Which layouts are read worse in the last 7 days than in the 21 before, or are new?
SELECT document_type, layout_key, countIf(now) AS documents, countIf(NOT now) AS before, round(avgIf(reliability_score, now), 1) AS score,
    round(avgIf(reliability_score, NOT now), 1) AS score_before, round(score - score_before, 1) AS change
FROM (SELECT *, accepted_day >= today() - 7 AS now FROM documents WHERE accepted_day >= today() - 28 AND layout_key != '' AND operation = 'extract')
GROUP BY document_type, layout_key
HAVING documents > 0 AND (before = 0 OR change < 0)
ORDER BY before = 0, change, documents DESC
LIMIT 50
