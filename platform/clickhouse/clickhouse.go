// Package clickhouse opens the query store: from a DSN it makes a connection
// pool with the settings that the rest relies on, waits for a server that is
// away, and tells a block the server refuses from a server that cannot be
// reached. A real server and the embedded engine are the same to it.
//
// Tables and queries belong to the sink and to the interface, not here.
package clickhouse

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"
)

// DefaultDatabase is used where the DSN names none.
const DefaultDatabase = "lavra"

// Config says where ClickHouse is.
type Config struct {
	// DSN is http://, https:// or clickhouse:// user:password@host:port/database.
	DSN string

	// Connections bounds the queries under way at once. 8 by default.
	Connections int

	// Roots are authorities for TLS; nil: the system's.
	Roots *x509.CertPool

	Logger *slog.Logger // may be nil
}

// Client is a pool of connections. It may be used by many goroutines at once
// and mends itself: a connection that broke is made anew by the next query.
type Client struct {
	driver.Conn

	options  *clickhouse.Options
	database string
	log      *slog.Logger
}

// databaseName keeps the name safe to stand in a statement as it is.
var databaseName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,63}$`)

// Open makes the pool. It does not connect: Wait does.
func Open(cfg Config) (*Client, error) {
	options, err := parse(cfg)
	if err != nil {
		return nil, err
	}
	conn, err := clickhouse.Open(options)
	if err != nil {
		return nil, fmt.Errorf("opening clickhouse: %w", err)
	}
	log := cfg.Logger
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	return &Client{Conn: conn, options: options, database: options.Auth.Database, log: log}, nil
}

func parse(cfg Config) (*clickhouse.Options, error) {
	if cfg.DSN == "" {
		return nil, errors.New("clickhouse: no DSN given")
	}
	dsn := cfg.DSN
	if strings.HasPrefix(dsn, "https://") && !strings.Contains(dsn, "secure=") {
		// The driver wants to be told what the scheme says already.
		separator := "?"
		if strings.Contains(dsn, "?") {
			separator = "&"
		}
		dsn += separator + "secure=true"
	}
	options, err := clickhouse.ParseDSN(dsn)
	if err != nil {
		return nil, errors.New("clickhouse: the DSN cannot be parsed") // the error may quote the password
	}
	if options.TLS != nil {
		options.TLS.RootCAs = cfg.Roots
	}
	if options.Auth.Database == "" {
		options.Auth.Database = DefaultDatabase
	}
	if !databaseName.MatchString(options.Auth.Database) {
		return nil, errors.New("clickhouse: the DSN's database name is not made of letters, digits and underscores")
	}
	connections := cfg.Connections
	if connections == 0 {
		connections = 8
	}
	options.MaxOpenConns, options.MaxIdleConns = connections, connections
	if options.DialTimeout == 0 {
		options.DialTimeout = 5 * time.Second
	}
	options.Settings = withDefaults(options.Settings)
	return options, nil
}

// withDefaults adds the settings that the rest relies on; what the DSN says wins.
func withDefaults(given clickhouse.Settings) clickhouse.Settings {
	settings := clickhouse.Settings{
		// An insert is acknowledged when it is stored, not when it is queued.
		// Newer servers queue by default.
		"async_insert": 0,
		// A view's target drops a block that came again, as its source does.
		"deduplicate_blocks_in_dependent_materialized_views": 1,
	}
	for name, value := range given {
		settings[name] = value
	}
	return settings
}

// Database is the database that unqualified table names stand for.
func (c *Client) Database() string { return c.database }

// Healthy asks the server for a sign of life.
func (c *Client) Healthy(ctx context.Context) error {
	if err := c.Ping(ctx); err != nil {
		return fmt.Errorf("asking clickhouse: %w", err)
	}
	return nil
}

// CreateDatabase makes the DSN's database if it is not there.
func (c *Client) CreateDatabase(ctx context.Context, onCluster string) error {
	options := *c.options
	options.Auth.Database = "default" // a connection to a missing database is refused
	options.MaxOpenConns, options.MaxIdleConns = 1, 1
	conn, err := clickhouse.Open(&options)
	if err != nil {
		return fmt.Errorf("opening clickhouse: %w", err)
	}
	defer conn.Close()
	if err := conn.Exec(ctx, "CREATE DATABASE IF NOT EXISTS "+c.database+onCluster); err != nil {
		return fmt.Errorf("creating database %s: %w", c.database, err)
	}
	return nil
}

// WithToken names an insert: of two under the same token a table takes the first.
func WithToken(ctx context.Context, token string) context.Context {
	return clickhouse.Context(ctx, clickhouse.WithSettings(clickhouse.Settings{
		"insert_deduplication_token": token,
		// A block may hold rows of many days, after a long absence.
		"max_partitions_per_insert_block": 0,
	}))
}
