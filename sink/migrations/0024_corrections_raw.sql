-- One row per leaf of a result on which somebody gave a verdict. A later one
-- replaces it; one that was withdrawn stays, and the view leaves it out.
CREATE TABLE IF NOT EXISTS corrections_raw{{.OnCluster}}
(
    request_id     String                        COMMENT 'identifier of the request',
    path           String                        COMMENT 'path of the leaf, such as fields.itens[2].ncm',
    version        UInt64                        COMMENT 'place of the verdict among those of its partition: the last one counts',
    event_id       String                        COMMENT 'event the row was made from',
    account        LowCardinality(String)        COMMENT 'account that made the request and gave the verdict',
    accepted_day   Date                          COMMENT 'UTC day of the request, taken from its identifier',
    revision       Int32                         COMMENT 'run of the document whose result the verdict is about',
    document_type  LowCardinality(String)        COMMENT 'type of the document; empty: none',
    verdict        LowCardinality(String)        COMMENT 'right, corrected, absent or withdrawn',
    value          String                        COMMENT 'right value as JSON; null where there is none' CODEC(ZSTD),
    read_value     String                        COMMENT 'value of the result as JSON; null where it has none' CODEC(ZSTD),
    at             DateTime64(3, 'UTC')          COMMENT 'when the verdict was given'
)
ENGINE = {{engine "ReplacingMergeTree" "version"}}
PARTITION BY accepted_day
ORDER BY (request_id, path)
TTL accepted_day + INTERVAL {{.KeepDays}} DAY
SETTINGS {{.Settings}}
COMMENT 'Storage of the view corrections'
