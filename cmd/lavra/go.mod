module lavra.dev/cmd/lavra

go 1.26.0

require (
	lavra.dev/api v0.0.0
	lavra.dev/deploy v0.0.0
	lavra.dev/ingest v0.0.0
	lavra.dev/platform v0.0.0
	lavra.dev/processors v0.0.0
	lavra.dev/schemas v0.0.0
	lavra.dev/sink v0.0.0
)

require (
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/spf13/cobra v1.10.2 // indirect
	github.com/spf13/pflag v1.0.9 // indirect
)

replace lavra.dev/schemas => ../../schemas

replace lavra.dev/platform => ../../platform

replace lavra.dev/ingest => ../../ingest

replace lavra.dev/processors => ../../processors

replace lavra.dev/sink => ../../sink

replace lavra.dev/api => ../../api

replace lavra.dev/deploy => ../../deploy
