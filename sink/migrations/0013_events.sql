CREATE OR REPLACE VIEW events{{.OnCluster}} AS
SELECT
    event_id, kind, request_id, account, batch_id, lane, revision, step, outcome, document_type, at, accepted_day,
    topic, kafka_partition, kafka_offset
FROM events_raw FINAL
