package patience

import (
	"context"
	"errors"
	"net"
	"syscall"
	"time"
)

// portPatience is how long a taken port is tried for. What took it may be a child that was being started
// when its parent was killed: it has a copy of all that was open until it becomes another program, which
// takes milliseconds, on a busy machine some hundred.
const portPatience = time.Second

// Listen takes a TCP address. Its error is a port's that somebody else has for longer than a process takes
// to be gone that was killed a moment ago.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	const between = 20 * time.Millisecond
	for began := time.Now(); ; {
		l, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
		if err == nil || !errors.Is(err, syscall.EADDRINUSE) || time.Since(began) > portPatience {
			return l, err
		}
		if err := Sleep(ctx, between); err != nil {
			return nil, err
		}
	}
}
