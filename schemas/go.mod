module lavra.dev/schemas

go 1.26

require (
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/golang/snappy v0.0.1 // indirect
	github.com/linkedin/goavro/v2 v2.15.0 // indirect
	github.com/twmb/avro v1.9.0 // indirect
)
