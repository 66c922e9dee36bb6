CREATE OR REPLACE VIEW audit{{.OnCluster}}
(
    account      LowCardinality(String) COMMENT 'account whose key it was, or that was changed; empty: the key was nobody''s',
    key_id       LowCardinality(String) COMMENT 'identifier of the key that was used or changed; empty: none',
    action       LowCardinality(String) COMMENT 'method and route, such as GET /extract/{requestId}, or what was changed, such as key created',
    status       Int32                  COMMENT 'HTTP status of the answers; 0: no request, a change',
    uses         Int64                  COMMENT 'how many within a minute in one process',
    first_at     DateTime64(3, 'UTC')   COMMENT 'the first of them',
    last_at      DateTime64(3, 'UTC')   COMMENT 'the last of them',
    accepted_day Date                   COMMENT 'UTC day of the last of them'
)
AS
SELECT account, key_id, action, status, uses, first_at, last_at, accepted_day
FROM audit_raw FINAL
SETTINGS do_not_merge_across_partitions_select_final = 1
COMMENT 'What keys were used for, minute by minute, and what was changed of accounts'
