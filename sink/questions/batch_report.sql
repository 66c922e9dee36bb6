-- How are the batches of the last 7 days doing?
SELECT batch, any(account) AS account, any(ifNull(reference_id, '')) AS reference, any(batch_total) AS total, count() AS documents, countIf(status = 'in_progress') AS in_progress,
    countIf(status = 'success') AS success, countIf(status = 'partial_success') AS partial_success, countIf(status = 'failed') AS failed, sum(d.pages) AS pages,
    if(in_progress = 0, dateDiff('second', min(accepted_at), max(completed_at)), NULL) AS seconds
FROM (SELECT *, batch_id AS batch FROM documents WHERE accepted_day >= today() - 7 AND batch_id IS NOT NULL) AS d
GROUP BY batch
ORDER BY batch DESC
LIMIT 100
