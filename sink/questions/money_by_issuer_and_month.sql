-- How much did each issuer invoice, by month, to the cent? Invoices that came twice count once.
SELECT toStartOfMonth(accepted_day) AS month, issuer, count() AS invoices, sum(amount) AS total
FROM
(
    SELECT accepted_day, issuer, total AS amount
    FROM documents
    WHERE accepted_day >= today() - 30 AND document_type = 'NFE' AND operation = 'extract' AND status != 'in_progress'
    ORDER BY accepted_at
    LIMIT 1 BY if(duplicate_key = '', request_id, duplicate_key)
)
GROUP BY month, issuer
ORDER BY month, total DESC, issuer
LIMIT 100
