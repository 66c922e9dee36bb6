package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	driver "github.com/ClickHouse/clickhouse-go/v2"
)

func TestDSN(t *testing.T) {
	for name, test := range map[string]struct {
		dsn, database, fault string
		protocol             driver.Protocol
	}{
		"http":              {dsn: "http://127.0.0.1:8123/papers", database: "papers", protocol: driver.HTTP},
		"https":             {dsn: "https://host:8443/papers", database: "papers", protocol: driver.HTTP},
		"native":            {dsn: "clickhouse://user:pass@host:9000/papers", database: "papers", protocol: driver.Native},
		"no database":       {dsn: "http://127.0.0.1:8123", database: DefaultDatabase, protocol: driver.HTTP},
		"empty":             {dsn: "", fault: "no DSN"},
		"not a URL":         {dsn: "clickhouse://user:secret@%zz", fault: "cannot be parsed"},
		"a name with quote": {dsn: "http://127.0.0.1/a;drop", fault: "database name"},
	} {
		t.Run(name, func(t *testing.T) {
			options, err := parse(Config{DSN: test.dsn})
			if test.fault != "" {
				if err == nil || !strings.Contains(err.Error(), test.fault) || strings.Contains(err.Error(), "secret") {
					t.Fatalf("error %v, want one with %q and without the password", err, test.fault)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if options.Auth.Database != test.database || options.Protocol != test.protocol {
				t.Errorf("database %q by %s", options.Auth.Database, options.Protocol)
			}
			if options.Settings["async_insert"] != 0 {
				t.Error("inserts are queued by the server")
			}
		})
	}
}

func TestOnlyBadValuesAreRefusals(t *testing.T) {
	for name, test := range map[string]struct {
		err  error
		want bool
	}{
		"a value out of range": {&driver.Exception{Code: 321}, true},
		"a broken constraint":  {fmt.Errorf("inserting: %w", &driver.Exception{Code: 469}), true},
		"too many parts":       {&driver.Exception{Code: 252}, false},
		"out of memory":        {&driver.Exception{Code: 241}, false},
		"no such table":        {&driver.Exception{Code: 60}, false},
		"no connection":        {errors.New("connection refused"), false},
	} {
		if got := Refused(test.err); got != test.want {
			t.Errorf("%s: refused %v", name, got)
		}
	}
	if text := Describe(&driver.Exception{Code: 321, Name: "DB::Exception", Message: "Maria da Silva"}); strings.Contains(text, "Maria") {
		t.Errorf("%q quotes the value", text)
	}
}

func TestPatientlyWaitsForAServerButNotForARefusal(t *testing.T) {
	client, err := Open(Config{DSN: "http://127.0.0.1:1/x"})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	tries := 0
	if err := client.Patiently(t.Context(), "testing", func(context.Context) error {
		if tries++; tries < 3 {
			return errors.New("connection refused")
		}
		return nil
	}); err != nil || tries != 3 {
		t.Errorf("%d tries, error %v", tries, err)
	}
	if err := client.Patiently(t.Context(), "testing", func(context.Context) error { return &driver.Exception{Code: 469} }); !Refused(err) {
		t.Errorf("a refusal came back as %v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := client.Patiently(ctx, "testing", client.Healthy); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a server that is away gave %v at the end of the context", err)
	}
}
