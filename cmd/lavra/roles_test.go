package main

import (
	"strings"
	"testing"
)

func TestTheEmbeddedStoreRefusesRoles(t *testing.T) {
	t.Setenv("LAVRA_CLICKHOUSE_DSN", "")
	t.Setenv("LAVRA_DATA_DIR", t.TempDir())
	root := rootCommand()
	root.SetArgs([]string{"roles", "acme"})
	if err := root.Execute(); err == nil || !strings.Contains(err.Error(), "LAVRA_CLICKHOUSE_DSN=http://") {
		t.Errorf("without a server: %v", err)
	}
}
