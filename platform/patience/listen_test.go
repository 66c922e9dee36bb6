package patience_test

import (
	"errors"
	"net"
	"syscall"
	"testing"
	"time"

	"lavra.dev/platform/patience"
)

func TestAPortThatADyingProcessHasIsWaitedFor(t *testing.T) {
	last, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer last.Close()
	if _, err := patience.Listen(t.Context(), last.Addr().String()); !errors.Is(err, syscall.EADDRINUSE) {
		t.Errorf("a port that somebody has: %v", err)
	}
	time.AfterFunc(200*time.Millisecond, func() { last.Close() })
	next, err := patience.Listen(t.Context(), last.Addr().String())
	if err != nil {
		t.Fatalf("a port that comes free: %v", err)
	}
	next.Close()
}
