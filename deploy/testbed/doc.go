// Package testbed starts the real parts that the product runs on elsewhere, for
// tests: Apache Kafka and a schema registry as Java processes from Maven
// Central, or the images of docker-compose.yml.
//
// In comes a context, out go addresses that the services' settings take. It
// owns the processes, containers and directories that it made, and Close takes
// them all away again.
//
// What never happens here: nothing is mocked, and nothing outside the cache
// folder and a temporary directory is written. Where a part cannot run on this
// machine the error is ErrUnavailable and says why.
package testbed

import (
	"errors"
	"time"
)

// ErrUnavailable says that this machine cannot run the parts asked for. A test
// skips with it, or fails where the tier is required.
var ErrUnavailable = errors.New("not available on this machine")

// readyTimeout is generous: a broker that starts in 4 s on an idle machine took
// 30 s on a busy one.
const readyTimeout = 90 * time.Second

// Addrs are where the parts answer. A part that was not started is empty.
type Addrs struct {
	Kafka      string // host:port of the bootstrap broker
	Registry   string // URL, with the base path of the Confluent interface
	ClickHouse string // DSN for clickhouse-go
}
