package embedded

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"testing"

	"go.uber.org/goleak"
)

// TestMain lets the test binary be the engine's child and the broker's process,
// as cmd/lavra is in the product.
func TestMain(m *testing.M) {
	if os.Getenv(ordersVariable) != "" {
		exit(ServeClickHouseChild(context.Background()))
	}
	switch os.Getenv("TEST_ROLE") {
	case "parent":
		exit(runParent(os.Getenv("TEST_DIR")))
	case "broker":
		exit(runBroker(os.Getenv("TEST_DIR")))
	}
	code := m.Run()
	http.DefaultClient.CloseIdleConnections()
	if err := goleak.Find(); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, "goroutines are left:", err)
		code = 1
	}
	os.Exit(code)
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}
