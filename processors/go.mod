module lavra.dev/processors

go 1.26.0

require (
	lavra.dev/platform v0.0.0
	lavra.dev/schemas v0.0.0
)

require (
	github.com/ebitengine/purego v0.11.3 // indirect
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/prometheus/client_golang v1.25.0 // indirect
	github.com/twmb/franz-go v1.22.2 // indirect
	golang.org/x/image v0.47.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace lavra.dev/schemas => ../schemas

replace lavra.dev/platform => ../platform
