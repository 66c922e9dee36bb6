// Package embedded is the one-machine deployment: a Kafka broker, a schema
// registry and ClickHouse that start with the program and need no server, no
// container and no root.
//
// Each speaks the protocol of the part it stands in for, so the services reach
// it with the clients and the settings they use anywhere else: only addresses
// differ. In come a data directory and a listen address for each; out go
// addresses, a URL and a DSN.
//
// What never happens here: nothing in this package knows a topic, a schema or a
// table of the pipeline, and nothing is replicated. It survives the death of
// processes; with Sync it also survives the loss of power.
package embedded
