-- To which hosts did callbacks of the last week not arrive? The last attempt of each delivery counts.
SELECT host, last.1 AS outcome, last.2 AS error, last.3 AS status_code, count() AS deliveries
FROM
(
    SELECT delivery_id, any(host) AS host, argMax((outcome, error, status_code), attempt) AS last
    FROM webhook_attempts
    -- Nearly all arrive at once: only what did not is grouped.
    WHERE accepted_day >= today() - 7 AND delivery_id IN (SELECT delivery_id FROM webhook_attempts WHERE accepted_day >= today() - 7 AND outcome != 'delivered')
    GROUP BY delivery_id
)
WHERE outcome != 'delivered'
GROUP BY host, outcome, error, status_code
ORDER BY deliveries DESC, host
