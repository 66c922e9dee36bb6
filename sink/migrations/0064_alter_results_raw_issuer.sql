-- Who issued a document and what it comes to, beside the leaves: sums over a month
-- took all leaves of all documents apart. Rows that were there before compute them
-- when they are read; the engine does it for new ones.
ALTER TABLE results_raw{{.OnCluster}}
    ADD COLUMN IF NOT EXISTS issuer String MATERIALIZED `leaves.value`[indexOf(`leaves.name`, 'emitente_cnpj')] COMMENT 'field emitente_cnpj; empty: none' CODEC(ZSTD),
    ADD COLUMN IF NOT EXISTS total Nullable(Decimal(18, 2)) MATERIALIZED `leaves.value_money`[indexOf(`leaves.name`, 'valor_total')] COMMENT 'field valor_total; null: none' CODEC(ZSTD)
