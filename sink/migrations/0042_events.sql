CREATE OR REPLACE VIEW events{{.OnCluster}}
(
    event_id        String COMMENT 'identifier of the event; the same event written twice has the same one',
    kind            LowCardinality(String) COMMENT 'submitted, status, completed or webhook_attempt',
    request_id      String COMMENT 'identifier of the request',
    account         LowCardinality(String) COMMENT 'account that made the request',
    batch_id        String COMMENT 'batch the request belongs to; empty: none',
    lane            LowCardinality(String) COMMENT 'interactive or bulk; empty where the event does not say',
    revision        Int32 COMMENT 'run of the document, from 1; 0 where the event does not say',
    step            LowCardinality(String) COMMENT 'step the request reached',
    outcome         LowCardinality(String) COMMENT 'how it ended; of a webhook attempt started, delivered, failed or exhausted; empty: not ended',
    document_type   LowCardinality(String) COMMENT 'document type known at that point; empty: none',
    at              DateTime64(3, 'UTC') COMMENT 'when it happened',
    accepted_day    Date COMMENT 'UTC day of the request, taken from its identifier',
    topic           LowCardinality(String) COMMENT 'Kafka topic the event was read from',
    kafka_partition Int32 COMMENT 'partition of that topic',
    kafka_offset    Int64 COMMENT 'offset in that partition'
)
AS
SELECT event_id, kind, request_id, account, batch_id, lane, revision, step, outcome, document_type, at, accepted_day, topic, kafka_partition, kafka_offset
FROM events_raw FINAL
SETTINGS do_not_merge_across_partitions_select_final = 1
COMMENT 'A row per event that the sink has read'
