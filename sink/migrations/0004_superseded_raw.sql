-- Runs of a document that a later run replaced. A run may have fewer leaves
-- than the one before, and rows that are not written again stay: this small
-- table says which not to show. It is empty until a document is run again.
CREATE TABLE IF NOT EXISTS superseded_raw{{.OnCluster}}
(
    request_id     String                        COMMENT 'identifier of the request',
    revision       Int32                         COMMENT 'run that is no longer shown',
    accepted_day   Date                          COMMENT 'UTC day of the request, taken from its identifier'
)
ENGINE = {{engine "ReplacingMergeTree"}}
PARTITION BY accepted_day
ORDER BY (request_id, revision)
TTL accepted_day + INTERVAL {{.KeepDays}} DAY
SETTINGS {{.Settings}}
COMMENT 'Runs that a later run of the same document replaced'
