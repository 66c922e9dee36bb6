CREATE OR REPLACE VIEW corrections{{.OnCluster}}
(
    request_id    String                 COMMENT 'identifier of the request',
    path          String                 COMMENT 'path of the leaf, such as fields.itens[2].ncm',
    account       LowCardinality(String) COMMENT 'account that made the request and gave the verdict',
    accepted_day  Date                   COMMENT 'UTC day of the request, taken from its identifier',
    revision      Int32                  COMMENT 'run of the document whose result the verdict is about',
    document_type LowCardinality(String) COMMENT 'type of the document; empty: none',
    verdict       LowCardinality(String) COMMENT 'right, corrected or absent',
    value         String                 COMMENT 'right value as JSON; null where there is none',
    read_value    String                 COMMENT 'value of the result as JSON; null where it has none',
    at            DateTime64(3, 'UTC')   COMMENT 'when the verdict was given'
)
AS
SELECT request_id, path, account, accepted_day, revision, document_type, verdict, value, read_value, at
FROM corrections_raw FINAL
WHERE verdict != 'withdrawn'
COMMENT 'A row per leaf on which somebody gave a verdict'
