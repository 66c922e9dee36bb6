package main

import (
	"bytes"
	"strings"
	"testing"
)

// A command that asks the query store runs where a service's settings are set.
func TestCommandsTakeTheEnvironmentOfAService(t *testing.T) {
	t.Setenv("LAVRA_LISTEN", "127.0.0.1:8080")
	t.Setenv("LAVRA_CALLBACK_BACKOFF", "1s,2s")
	t.Setenv("LAVRA_CLICKHOUSE_DSN", "http://127.0.0.1:1/away")
	for _, arguments := range [][]string{{"sql", "SELECT 1"}, {"export", "--since", "2026-03-01", t.TempDir()}} {
		root := rootCommand()
		root.SetArgs(arguments)
		root.SetOut(&bytes.Buffer{})
		root.SetErr(&bytes.Buffer{})
		if err := root.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), "did not answer") {
			t.Errorf("lavra %s: %v", arguments[0], err)
		}
	}
}
