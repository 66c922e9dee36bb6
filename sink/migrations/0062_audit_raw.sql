-- One row per key, route and status of a minute, or per change of an account.
CREATE TABLE IF NOT EXISTS audit_raw{{.OnCluster}}
(
    event_id     String                 COMMENT 'event the row was made from',
    account      LowCardinality(String) COMMENT 'account whose key it was, or that was changed; empty: the key was nobody''s',
    key_id       LowCardinality(String) COMMENT 'identifier of the key that was used or changed; empty: none',
    action       LowCardinality(String) COMMENT 'method and route, or what was changed',
    status       Int32                  COMMENT 'HTTP status of the answers; 0: no request, a change',
    uses         Int64                  COMMENT 'how many',
    first_at     DateTime64(3, 'UTC')   COMMENT 'the first of them',
    last_at      DateTime64(3, 'UTC')   COMMENT 'the last of them',
    accepted_day Date                   COMMENT 'UTC day of the last of them'
)
ENGINE = {{engine "ReplacingMergeTree"}}
PARTITION BY accepted_day
ORDER BY (account, key_id, event_id)
TTL accepted_day + INTERVAL {{.KeepDays}} DAY
SETTINGS {{.Settings}}
COMMENT 'Storage of the view audit'
