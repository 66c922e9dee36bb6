package event

import "time"

// Breaker says that callbacks of an account to one endpoint, or to all of a host,
// mostly fail and are tried one at a time; or that they no longer are. While it is
// open it is said again and again: whoever says it may die.
type Breaker struct {
	ID        string    `avro:"id"` // of an endpoint the key of its deliveries
	Account   string    `avro:"account"`
	Host      string    `avro:"host"`
	SealedURL *string   `avro:"sealed_url"` // nil: it is of the whole host
	Open      bool      `avro:"open"`
	Since     time.Time `avro:"since"`      // it opened
	NextProbe time.Time `avro:"next_probe"` // nothing is tried before
	Error     string    `avro:"error"`      // class of the last failure, never the endpoint's words
	By        string    `avro:"by"`         // who closed it; empty: a call that got through
	At        time.Time `avro:"at"`
}

// OfHost reports whether it holds all of the host, which accounts share.
func (b Breaker) OfHost() bool { return b.SealedURL == nil }
