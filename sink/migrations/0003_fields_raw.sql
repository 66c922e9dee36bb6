-- One row per leaf of a result: a scalar field or one cell of a list.
CREATE TABLE IF NOT EXISTS fields_raw{{.OnCluster}}
(
    request_id     String                        COMMENT 'identifier of the request',
    revision       Int32                         COMMENT 'run of the document, from 1',
    path           String                        COMMENT 'path of the leaf, as fieldPath takes it: fields.itens[2].ncm' CODEC(ZSTD),
    version        UInt64                        COMMENT 'of two copies the first written is the highest',
    event_id       String                        COMMENT 'event of the end of the request',
    account        LowCardinality(String)        COMMENT 'account that made the request',
    document_type  LowCardinality(String)        COMMENT 'type of the document',
    accepted_at    DateTime64(3, 'UTC')          COMMENT 'when the request was accepted',
    accepted_day   Date                          COMMENT 'UTC day of the request, taken from its identifier',
    completed_at   DateTime64(3, 'UTC')          COMMENT 'when the request ended',
    name           LowCardinality(String)        COMMENT 'name of the field: itens',
    list_column    LowCardinality(String)        COMMENT 'column of the list: ncm; empty: not a list',
    row_index      Int32                         COMMENT 'row of the list, from 0; -1: not a list',
    position       UInt32                        COMMENT 'place among the leaves of the result, from 0',
    kind           LowCardinality(String)        COMMENT 'value form of the catalogue: cpf, money, date, …',
    value          String                        COMMENT 'value as text' CODEC(ZSTD),
    value_number   Nullable(Float64)             COMMENT 'value as a number, where it is one',
    value_date     Nullable(Date32)              COMMENT 'value as a date, where it is one',
    confidence     Float64                       COMMENT '0 to 1',
    witnesses      Array(LowCardinality(String)) COMMENT 'what speaks for the value: label, check_digit, sum, barcode, repeated, …',
    check_digit    Enum8('none' = 0, 'passed' = 1, 'failed' = 2) COMMENT 'none: the value form has none',
    error          Nullable(String)              COMMENT 'validation error, in Portuguese',
    geometry_status LowCardinality(String)       COMMENT 'resolved, ambiguous, unresolved or not_indexed',
    page           Int32                         COMMENT 'page of the first segment, from 1; 0: not placed',
    box_left       Nullable(Float64)             COMMENT 'box of the segments on that page, in fractions of the page',
    box_top        Nullable(Float64)             COMMENT 'from the top of the page',
    box_width      Nullable(Float64)             COMMENT 'fraction of the page',
    box_height     Nullable(Float64)             COMMENT 'fraction of the page',
    catalogue_version LowCardinality(String)     COMMENT 'version of the field catalogue',
    extractor_version LowCardinality(String)     COMMENT 'version of the extraction engine',
    INDEX value_index value TYPE bloom_filter(0.01) GRANULARITY 4
)
ENGINE = {{engine "ReplacingMergeTree" "version"}}
PARTITION BY accepted_day
ORDER BY (request_id, revision, path)
TTL accepted_day + INTERVAL {{.KeepDays}} DAY
SETTINGS {{.Settings}}
COMMENT 'Storage of the view fields'
