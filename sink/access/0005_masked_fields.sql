-- It reads with the rights of who made it, so that its readers need none on what is masked.
-- Values stay where their form can name nobody; one that is new to this list is masked.
CREATE OR REPLACE VIEW {{.Database}}.masked_fields
(
    request_id        String COMMENT 'identifier of the request',
    revision          Int32 COMMENT 'run of the document, from 1',
    account           LowCardinality(String) COMMENT 'account that made the request',
    document_type     LowCardinality(String) COMMENT 'type of the document',
    accepted_at       DateTime64(3, 'UTC') COMMENT 'when the request was accepted',
    accepted_day      Date COMMENT 'UTC day of the request, taken from its identifier',
    completed_at      DateTime64(3, 'UTC') COMMENT 'when the request ended',
    page_source       LowCardinality(String) COMMENT 'text, scan, photo or xml, or mixed; empty: not known',
    layout_key        String COMMENT 'same for documents whose fields stand in the same order',
    name              LowCardinality(String) COMMENT 'name of the field: itens',
    path              String COMMENT 'path of the leaf, as fieldPath takes it: fields.itens[2].ncm',
    list_column       LowCardinality(String) COMMENT 'column of the list: ncm; empty: not a list',
    row_index         Int32 COMMENT 'row of the list, from 0; -1: not a list',
    position          UInt32 COMMENT 'place among the leaves of the result, from 0',
    kind              LowCardinality(String) COMMENT 'value form of the catalogue: cpf, money, date, …',
    value             String COMMENT 'value as text; ***: masked',
    value_key         String COMMENT 'keyed hash of a value that is masked, whatever its case: the same for the same value; empty: not masked',
    value_number      Nullable(Float64) COMMENT 'value as a number, where it is one',
    value_money       Nullable(Decimal(18, 2)) COMMENT 'value as an exact amount, where it is one',
    value_date        Nullable(Date32) COMMENT 'value as a date, where it is one',
    confidence        Float64 COMMENT '0 to 1',
    witnesses         Array(LowCardinality(String)) COMMENT 'what speaks for the value: label, check_digit, sum, barcode, repeated, …',
    check_digit       Enum8('none' = 0, 'passed' = 1, 'failed' = 2) COMMENT 'none: the value form has none',
    geometry_status   LowCardinality(String) COMMENT 'resolved, ambiguous, unresolved or not_indexed',
    page              Int32 COMMENT 'page of the first segment, from 1; 0: not placed',
    catalogue_version LowCardinality(String) COMMENT 'version of the field catalogue',
    extractor_version LowCardinality(String) COMMENT 'version of the extraction engine'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
AS
SELECT
    request_id, revision, account, document_type, accepted_at, accepted_day, completed_at, page_source, layout_key,
    name, path, list_column, row_index, position, kind,
    if(plain, f.value, '***') AS value,
    if(plain, '', {{keyed "f.value"}}) AS value_key,
    if(plain, f.value_number, NULL) AS value_number,
    if(plain, f.value_money, NULL) AS value_money,
    if(plain, f.value_date, NULL) AS value_date,
    confidence, witnesses, check_digit, geometry_status, page, catalogue_version, extractor_version
FROM
(
    SELECT *, kind IN ('date', 'time', 'month', 'year', 'money', 'decimal', 'integer', 'percent', 'bool', 'uf', 'enum') AS plain
    FROM {{.Database}}.fields
) AS f
COMMENT 'The view fields with a keyed hash in place of what may name a person'
