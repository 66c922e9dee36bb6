-- Every event the sink has read, one row each.
CREATE TABLE IF NOT EXISTS events_raw{{.OnCluster}}
(
    event_id       String                        COMMENT 'identifier of the event; the same event written twice has the same one',
    kind           LowCardinality(String)        COMMENT 'submitted, status, completed or webhook_attempt',
    request_id     String                        COMMENT 'identifier of the request, a UUIDv7: its text sorts by time',
    account        LowCardinality(String)        COMMENT 'account that made the request',
    batch_id       String                        COMMENT 'batch the request belongs to; empty: none',
    lane           LowCardinality(String)        COMMENT 'interactive or bulk; empty where the event does not say',
    revision       Int32                         COMMENT 'run of the document, from 1; 0 where the event does not say',
    step           LowCardinality(String)        COMMENT 'step the request reached: received, ocr, classification, extraction, geometry, completed or failed',
    outcome        LowCardinality(String)        COMMENT 'how it ended: success, partial_success or failed; of a webhook attempt started, delivered, failed or exhausted; empty: not ended',
    document_type  LowCardinality(String)        COMMENT 'document type known at that point; empty: none',
    at             DateTime64(3, 'UTC')          COMMENT 'when it happened' CODEC(Delta, ZSTD),
    accepted_day   Date                          COMMENT 'UTC day of the request, taken from its identifier',
    topic          LowCardinality(String)        COMMENT 'Kafka topic the event was read from',
    kafka_partition Int32                        COMMENT 'partition of that topic',
    kafka_offset   Int64                         COMMENT 'offset in that partition' CODEC(Delta, ZSTD),
    version        UInt64                        COMMENT 'of two copies of an event the one with the higher version is kept: the first written',
    INDEX event_id_index event_id TYPE bloom_filter(0.01) GRANULARITY 4,
    INDEX batch_id_index batch_id TYPE bloom_filter(0.01) GRANULARITY 4
)
ENGINE = {{engine "ReplacingMergeTree" "version"}}
PARTITION BY accepted_day
ORDER BY (request_id, kind, event_id)
TTL accepted_day + INTERVAL {{.KeepDays}} DAY
SETTINGS {{.Settings}}
COMMENT 'Storage of the view events'
