package embedded

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"

	"lavra.dev/platform/patience"
)

// listen opens address and, where another program holds it, says which setting
// moves this one elsewhere.
func listen(ctx context.Context, address, setting string) (net.Listener, error) {
	listener, err := patience.Listen(ctx, address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("listening on %s: the port is taken; set %s to a free address: %w", address, setting, err)
	}
	if err != nil {
		return nil, fmt.Errorf("listening on %s (%s): %w", address, setting, err)
	}
	return listener, nil
}

// advertised is a listener that tells clients another host name than the one
// it is bound to. A broker hands this name out, so 0.0.0.0 would be useless.
type advertised struct {
	net.Listener
	hostPort string
}

func (a advertised) Addr() net.Addr { return hostPort(a.hostPort) }

type hostPort string

func (hostPort) Network() string  { return "tcp" }
func (h hostPort) String() string { return string(h) }
