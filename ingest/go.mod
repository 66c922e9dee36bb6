module lavra.dev/ingest

go 1.26.0

require (
	lavra.dev/platform v0.0.0
	lavra.dev/schemas v0.0.0
)

require (
	github.com/pdfcpu/pdfcpu v0.15.0 // indirect
	github.com/prometheus/client_golang v1.25.0 // indirect
	go.uber.org/goleak v1.3.0 // indirect
	golang.org/x/image v0.47.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace lavra.dev/schemas => ../schemas

replace lavra.dev/platform => ../platform
