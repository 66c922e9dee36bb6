module lavra.dev/api

go 1.26.0

require (
	lavra.dev/sink v0.0.0
	lavra.dev/deploy v0.0.0
	lavra.dev/platform v0.0.0
	lavra.dev/schemas v0.0.0
)

require (
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/gorilla/mux v1.8.1 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/pierrec/lz4/v4 v4.1.33 // indirect
	github.com/prometheus/client_golang v1.25.0 // indirect
	github.com/twmb/franz-go v1.22.2 // indirect
	github.com/twmb/franz-go/pkg/kadm v1.19.0 // indirect
	github.com/twmb/franz-go/pkg/kmsg v1.15.0 // indirect
	go.uber.org/goleak v1.3.0 // indirect
)

replace lavra.dev/schemas => ../schemas

replace lavra.dev/platform => ../platform

replace lavra.dev/deploy => ../deploy

replace lavra.dev/sink => ../sink
