-- The latest 50 requests of an account: its name stands in the WITH. The day keeps the question small; give more days for a quiet account.
WITH 'acme' AS wanted
SELECT request_id, status, document_type, file_name, reference_id, accepted_at, completed_at
FROM documents
WHERE account = wanted AND accepted_day >= today() - 1
ORDER BY accepted_at DESC, request_id DESC
LIMIT 50
