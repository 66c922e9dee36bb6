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
// machine the error is an *Unavailable and says why.
package testbed

import (
	"fmt"
	"io"
	"time"
)

// Unavailable is the error when this machine cannot run the parts asked for. A
// test skips with it, or fails where the tier is required.
type Unavailable struct{ Reason string }

func (u *Unavailable) Error() string { return "not available on this machine: " + u.Reason }

func unavailable(format string, values ...any) error {
	return &Unavailable{Reason: fmt.Sprintf(format, values...)}
}

// readyTimeout is generous: a broker that starts in 4 s on an idle machine took
// 30 s on a busy one.
const readyTimeout = 90 * time.Second

// Options are of both kinds of testbed.
type Options struct {
	Dir   string    // for data and logs; empty: a temporary directory
	Cache string    // for downloads; empty: .cache at the top of the work tree
	Log   io.Writer // is told what takes long; may be nil

	// Brokers is how many there are: 1, or 3 with three copies of which two count.
	Brokers int

	// Logins are who may speak to Kafka, by TLS and with rights of their own; none: it asks
	// nobody. The first is PLAIN and may do everything.
	Logins []Login
}

func (o Options) say(format string, values ...any) {
	if o.Log != nil {
		fmt.Fprintf(o.Log, "testbed: "+format+"\n", values...)
	}
}

// Addrs are where the parts answer. A part that was not started is empty.
type Addrs struct {
	Kafka      string // host:port of the bootstrap brokers, by comma
	Registry   string // URL, with the base path of the Confluent interface
	ClickHouse string // DSN for clickhouse-go
}
