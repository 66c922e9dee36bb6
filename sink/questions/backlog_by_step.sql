-- What is under way, in which step, and since when?
SELECT account, current_step, lane, count() AS documents, min(accepted_at) AS oldest
FROM open_documents
GROUP BY account, current_step, lane
ORDER BY oldest
