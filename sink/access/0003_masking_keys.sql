-- Nobody but who owns the masked views may read it.
CREATE TABLE IF NOT EXISTS {{.Database}}.masking_keys
(
    key     String                                COMMENT 'key of the hashes, random',
    made_at DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'when it was made'
)
ENGINE = MergeTree ORDER BY made_at
COMMENT 'The key that makes the hashes of masked views'
