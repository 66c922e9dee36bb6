module lavra.dev/schemas

go 1.26

require (
	github.com/goccy/go-yaml v1.19.2
	github.com/linkedin/goavro/v2 v2.15.0
	github.com/twmb/avro v1.9.0
)

require (
	github.com/golang/snappy v0.0.1 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/stretchr/testify v1.12.1 // indirect
)
