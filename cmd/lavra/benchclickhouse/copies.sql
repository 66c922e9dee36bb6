-- The real results with other digits: other numbers of taxpayers, keys and amounts, the
-- same in the record, the text, the boxes and the leaves. Zero stays zero, so that no
-- number begins with one; dates stay.
INSERT INTO bench_copies
SELECT * REPLACE
(
    translate(record, '123456789', '{digits}') AS record,
    translate(request_id, '123456789', '{digits}') AS request_id,
    translate(markdown, '123456789', '{digits}') AS markdown,
    translate(geometry, '123456789', '{digits}') AS geometry,
    arrayMap((v, k) -> if(k = 'date', v, translate(v, '123456789', '{digits}')), `leaves.value`, `leaves.kind`) AS `leaves.value`,
    arrayMap((n, v) -> if(n IS NULL, n, toFloat64OrNull(translate(v, '123456789', '{digits}'))), `leaves.value_number`, `leaves.value`) AS `leaves.value_number`,
    arrayMap((m, v) -> if(m IS NULL, m, toDecimal64OrNull(translate(v, '123456789', '{digits}'), 2)), `leaves.value_money`, `leaves.value`) AS `leaves.value_money`
), {place} + rowNumberInAllBlocks() AS place
FROM bench_seed
