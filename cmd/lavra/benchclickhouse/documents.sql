INSERT INTO results_raw
(
    request_id, version, event_id, revision, account, accepted_at, accepted_day, lane, operation, provided_type, batch_id, batch_index, batch_total,
    file_name, file_format, file_size, file_sha256, reference_id, metadata, callback_url, step, outcome, document_type, completed_at, duration_ms, working_ms, waiting_ms, cpu_ms,
    pages, page_source, layout_key, duplicate_key, record, markdown, markdown_error, markdown_at, geometry, reliability_score, detected_type, detection_confidence, detection_reason,
    missing_fields, invalid_fields, inconsistencies, catalogue_version, extractor_version,
    `stages.stage`, `stages.started_at`, `stages.finished_at`, `stages.waited_ms`,
    `leaves.path`, `leaves.name`, `leaves.list_column`, `leaves.row_index`, `leaves.kind`, `leaves.value`, `leaves.value_number`, `leaves.value_money`, `leaves.value_date`, `leaves.confidence`,
    `leaves.witnesses`, `leaves.check_digit`, `leaves.error`, `leaves.geometry_status`, `leaves.page`, `leaves.box_left`, `leaves.box_top`, `leaves.box_width`, `leaves.box_height`
)
WITH
    {number} + number AS n,
    toUInt64({day_ms} + number * {step_ms}) AS ms,
    lower(hex(ms)) AS time_hex,
    lower(hex(sipHash128(n))) AS hash,
    cityHash64(n, 1) AS dice,
    cityHash64(n, 2) AS dice2,
    fromUnixTimestamp64Milli(toInt64(ms), 'UTC') AS at,
    ['NFE', 'BOLETO', 'CONTRATO', 'RECIBO', 'CNH', 'RG', 'HOLERITE', 'IRPF', 'EXTRATO_BANCARIO', 'LAUDO_MEDICO'][dice % 10 + 1] AS type,
    concat('conta-', leftPad(toString(intDiv(dice, 10) % 20), 2, '0')) AS owner,
    multiIf(dice2 % 100 < 85, 'success', dice2 % 100 < 97, 'partial_success', 'failed') AS result,
    toInt64(200 + dice2 % 1800) AS ocr, toInt64(dice % 400) AS waited, toInt64(20 + dice % 80) AS rest,
    toDecimal64(dice2 % 100000000, 2) / 100 AS total,
    toString(10000000000000 + intDiv(dice, 200) % 5000) AS issuer,
    ['chave', 'emitente_cnpj', 'emitente_nome', 'valor_total', 'data_emissao', 'itens', 'itens', 'itens', 'itens', 'itens'] AS names,
    ['', '', '', '', '', 'codigo', 'descricao', 'valor_total', 'codigo', 'valor_total'] AS columns,
    [hash, issuer, concat('Comercial ', issuer, ' Ltda'), toString(total), toString(toDate(at)), toString(dice % 1000), 'Parafuso sextavado', toString(total), toString(dice2 % 1000), '0.00'] AS values,
    concat('{"request_id":"', hash, '","document_type":"', type, '","status":"', result, '","current_step":"completed","payload":{"fields":{',
        arrayStringConcat(arrayMap((f, v) -> concat('"', f, '":{"value":"', v, '","confidence_score":0.98,"error":null}'), names, values), ','),
        '},"service":{"reliability_score":97.5,"missing_fields":[],"summary":"Documento de ', issuer, ' no valor de ', toString(total), '"}}}') AS json
SELECT
    concat(substring(time_hex, 1, 8), '-', substring(time_hex, 9, 4), '-7', substring(hash, 1, 3), '-8', substring(hash, 4, 3), '-', substring(hash, 7, 12)) AS id,
    bitShiftLeft(toUInt64(1), 52) + (17592186044415 - n), hash, 1, owner, at, toDate(at), if(dice % 50 = 0, 'interactive', 'bulk'), if(dice2 % 40 = 0, 'classify', 'extract'), '',
    if(dice % 50 = 0, '', concat(substring(time_hex, 1, 8), '-0000-7000-8000-', leftPad(toString(intDiv(n, 500) % 1000000), 12, '0'))), toInt32(n % 500), 500,
    concat('documento-', toString(n), '.pdf'), 'pdf', 50000 + dice % 100000, lower(hex(cityHash64(n - (dice2 % 50 = 0)))), concat('ref-', toString(intDiv(n, 500))), '{"loja":7}', NULL,
    if(result = 'failed', 'failed', 'completed'), result, type, at + toIntervalMillisecond(ocr + 4 * waited + 3 * rest), ocr + 4 * waited + 3 * rest, ocr + 3 * rest, 4 * waited, intDiv(ocr, 2),
    1 + dice % 3, ['text', 'text', 'scan', 'photo'][dice2 % 4 + 1], lower(hex(toUInt32(dice % 300))), if(type IN ('NFE', 'BOLETO'), lower(hex(cityHash64(n - (dice % 100 = 0)))), ''),
    json, repeat(concat('# ', type, '\n\n| Nome | Valor |\n|---|---|\n| ', issuer, ' | ', toString(total), ' |\n\nTexto corrido do documento com ', hash, ' e mais.\n'), 2), NULL,
    at + toIntervalMillisecond(ocr), concat('[', arrayStringConcat(arrayMap((f, v) -> concat('{"path":"fields.', f, '","value":"', v, '","status":"resolved","segments":[{"page":1,"text":"', v, '","box":[0.1', toString(dice % 97), ',0.2,0.3,0.01]}]}'), names, values), ','), ']'),
    60 + dice2 % 40, type, 0.97, 'detected_above_threshold', if(dice2 % 100 < 85, [], [names[dice % 5 + 1]]), if(dice % 30 = 0, ['emitente_cnpj'], []), [], '1.0.0', '1',
    ['ocr', 'classification', 'extraction', 'geometry'],
    [at + toIntervalMillisecond(waited), at + toIntervalMillisecond(2 * waited + ocr), at + toIntervalMillisecond(3 * waited + ocr + rest), at + toIntervalMillisecond(4 * waited + ocr + 2 * rest)],
    [at + toIntervalMillisecond(waited + ocr), at + toIntervalMillisecond(2 * waited + ocr + rest), at + toIntervalMillisecond(3 * waited + ocr + 2 * rest), at + toIntervalMillisecond(4 * waited + ocr + 3 * rest)],
    [waited, waited, waited, waited],
    arrayMap((f, c, i) -> if(c = '', concat('fields.', f), concat('fields.', f, '[', toString(intDiv(i - 6, 3)), '].', c)), names, columns, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), names, columns,
    [-1, -1, -1, -1, -1, 0, 0, 0, 1, 1], ['nfe_key', 'cnpj', 'string', 'money', 'date', 'code', 'string', 'money', 'code', 'money'], values,
    [NULL, NULL, NULL, toFloat64(total), NULL, NULL, NULL, toFloat64(total), NULL, 0.], [NULL, NULL, NULL, total, NULL, NULL, NULL, total, NULL, toDecimal64(0, 2)], [NULL, NULL, NULL, NULL, toDate32(at), NULL, NULL, NULL, NULL, NULL],
    [0.99, 0.98, 0.9, 0.5 + (dice % 50) / 100, 0.99, 0.9, 0.9, 0.95, 0.9, 0.95], [['label', 'check_digit'], ['label', 'check_digit'], ['label'], ['label', 'sum'], ['label'], [], [], ['sum'], [], ['sum']],
    CAST(['passed', if(dice % 30 = 0, 'failed', 'passed'), 'none', 'none', 'none', 'none', 'none', 'none', 'none', 'none'], 'Array(Enum8(\'none\' = 0, \'passed\' = 1, \'failed\' = 2))'),
    [NULL, if(dice % 30 = 0, 'CNPJ inválido.', NULL), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL], arrayMap(x -> 'resolved', names), arrayMap(x -> 1, names),
    arrayMap(x -> 0.1 + dice % 7 / 100, names), arrayMap(x -> 0.2, names), arrayMap(x -> 0.3, names), arrayMap(x -> 0.01, names)
FROM numbers({count})
SETTINGS min_insert_block_size_rows = 100000, min_insert_block_size_bytes = 500000000;
OPTIMIZE TABLE results_raw PARTITION '{day}' FINAL;
INSERT INTO requests_raw (request_id, version, event_id, revision, account, accepted_at, accepted_day, lane, operation, batch_id, batch_index, batch_total, file_name, file_format, file_size, file_sha256, reference_id)
SELECT request_id, version, event_id, revision, account, accepted_at, accepted_day, lane, operation, batch_id, batch_index, batch_total, file_name, file_format, file_size, file_sha256, reference_id
FROM results_raw
WHERE accepted_day = '{day}';
INSERT INTO states_raw (request_id, version, revision, open, account, accepted_day, step, outcome, document_type, at)
SELECT request_id, version, revision, 1, account, accepted_day, 'received', '', '', accepted_at
FROM requests_raw
WHERE accepted_day = '{day}';
INSERT INTO states_raw (request_id, version, revision, open, account, accepted_day, step, outcome, document_type, at)
SELECT request_id, version + bitShiftLeft(toUInt64(255), 44), revision, 0, account, accepted_day, step, outcome, document_type, completed_at
FROM results_raw
WHERE accepted_day = '{day}';
OPTIMIZE TABLE states_raw PARTITION '{day}' FINAL;
