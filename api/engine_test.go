package api_test

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"lavra.dev/deploy/embedded/embeddedtest"
)

// engine is ClickHouse's, for all tests.
var engine *embeddedtest.Engine

func TestMain(m *testing.M) {
	engine = embeddedtest.Start()
	code := m.Run()
	err := engine.Stop()
	if err == nil {
		err = goleak.Find()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}
