package trial

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
)

var given sync.Map // ports handed out by this process

// FreeAddr finds a loopback address that nothing listens on, each time another
// one. Its port is below 32768, where Linux takes the ports of outgoing
// connections from: one of those may take any other port before it is used.
func FreeAddr() (string, error) {
	const first, past, tries = 20000, 32000, 1000
	for range tries {
		port := first + rand.IntN(past-first)
		if _, taken := given.LoadOrStore(port, true); taken {
			continue
		}
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			continue
		}
		l.Close()
		return l.Addr().String(), nil
	}
	return "", errors.New("no free port between 20000 and 31999")
}
