-- How did the documents of the last week end, and why not well?
SELECT ifNull(document_type, 'none') AS type, status, multiIf(status = 'success', '', markdown_error IS NOT NULL, 'nothing readable', document_type IS NULL, ifNull(detection_reason, 'no type'),
    length(missing_fields) > 0, 'fields missing', length(invalid_fields) > 0, 'fields invalid', 'other') AS reason, count() AS documents
FROM documents
WHERE accepted_day >= today() - 7 AND status != 'in_progress' AND operation = 'extract'
GROUP BY type, status, reason
ORDER BY documents DESC, type, status, reason
