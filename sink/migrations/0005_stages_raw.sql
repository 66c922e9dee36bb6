-- When each stage worked on a document, one row per stage and run.
CREATE TABLE IF NOT EXISTS stages_raw{{.OnCluster}}
(
    request_id     String                        COMMENT 'identifier of the request',
    revision       Int32                         COMMENT 'run of the document, from 1',
    stage          LowCardinality(String)        COMMENT 'name of the stage; total: from acceptance to the end',
    version        UInt64                        COMMENT 'of two copies the first written is the highest',
    event_id       String                        COMMENT 'event of the end of the request',
    account        LowCardinality(String)        COMMENT 'account that made the request',
    lane           LowCardinality(String)        COMMENT 'interactive or bulk',
    document_type  LowCardinality(String)        COMMENT 'type of the document; empty: none',
    outcome        LowCardinality(String)        COMMENT 'success, partial_success or failed',
    accepted_at    DateTime64(3, 'UTC')          COMMENT 'when the request was accepted',
    accepted_day   Date                          COMMENT 'UTC day of the request, taken from its identifier',
    started_at     DateTime64(3, 'UTC')          COMMENT 'when the stage began',
    finished_at    DateTime64(3, 'UTC')          COMMENT 'when the stage was done',
    duration_ms    Int64                         COMMENT 'milliseconds between the two'
)
ENGINE = {{engine "ReplacingMergeTree" "version"}}
PARTITION BY accepted_day
ORDER BY (request_id, revision, stage)
TTL accepted_day + INTERVAL {{.KeepDays}} DAY
SETTINGS {{.Settings}}
COMMENT 'Storage of the view stages'
