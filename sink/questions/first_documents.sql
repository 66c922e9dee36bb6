-- What does a document look like?
SELECT * FROM documents LIMIT 10
