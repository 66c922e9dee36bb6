package web

import (
	"container/list"
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"syscall"
)

// connections bounds how many connections are open, in all and per client address, so
// that strangers can take neither the descriptors of the process nor those of its
// children. At a bound a connection gives way that waits without a valid key on its present
// request; where all are at work for keys, the new one is closed.
//
// Clients behind a gateway share its address: there the bound per address is set to the
// bound in all.
type connections struct {
	limit      int
	perAddress int

	mu   sync.Mutex
	open map[net.Conn]*connection
	of   map[netip.Addr]*client
	waiting
}

// client is what one address has open.
type client struct {
	open int
	waiting
}

// waiting are connections without a key at work, those that wait longest first. A client keeps
// its connection for its next request: strangers cannot take it away by opening theirs.
type waiting struct {
	strangers list.List // of *connection that never had a valid key
	known     list.List
}

// next is the connection that gives way: a stranger's, while those are not the fewer, so that
// one client's idle connections cannot keep all others from showing their key.
func (w *waiting) next() *list.Element {
	if w.known.Len() > w.strangers.Len() {
		return w.known.Front()
	}
	return w.strangers.Front()
}

func (w *waiting) of(known bool) *list.List {
	if known {
		return &w.known
	}
	return &w.strangers
}

// connection is one open connection.
type connection struct {
	net.Conn
	owner    *connections
	address  netip.Addr
	known    bool          // a request on it had a valid key
	inAll    *list.Element // nil while a request with a valid key is at work
	inClient *list.Element
}

// mostConnections bounds the default: an idle connection costs some 12 KiB, 20,000 of them 240 MiB.
const mostConnections = 20_000

// newConnections resolves the settings: 0 is half of the descriptors that the process may
// have (the rest is for files, the log's connections and children), and half of that per address.
func newConnections(limit, perAddress int) *connections {
	if limit == 0 {
		limit = mostConnections
		var files syscall.Rlimit
		if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files) == nil {
			limit = int(min(files.Cur/2, mostConnections))
		}
	}
	if perAddress == 0 {
		perAddress = max(limit/2, 1)
	}
	return &connections{limit: limit, perAddress: perAddress, open: map[net.Conn]*connection{}, of: map[netip.Addr]*client{}}
}

// boundedListener gives out the connections that fit.
type boundedListener struct {
	net.Listener
	bound *connections
}

func (l boundedListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.bound.take(conn) {
			return conn, nil
		}
		_ = conn.Close()
	}
}

// take counts a new connection in, at the cost of another one where a bound is reached.
func (c *connections) take(conn net.Conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	address := addressOf(conn.RemoteAddr().String())
	if of := c.of[address]; of != nil && of.open >= c.perAddress && !c.evict(&of.waiting) {
		return false
	}
	if len(c.open) >= c.limit && !c.evict(&c.waiting) {
		return false
	}
	if c.of[address] == nil {
		c.of[address] = &client{}
	}
	state := &connection{Conn: conn, owner: c, address: address}
	c.open[conn] = state
	c.of[address].open++
	c.wait(state)
	return true
}

// evict closes the connection that is to give way; false where none waits.
func (c *connections) evict(among *waiting) bool {
	oldest := among.next()
	if oldest == nil {
		return false
	}
	state := oldest.Value.(*connection)
	c.forget(state)
	_ = state.Close() // the server notices, and calls changed, which finds it forgotten
	return true
}

// wait puts a connection behind all that wait.
func (c *connections) wait(state *connection) {
	c.work(state)
	state.inAll, state.inClient = c.waiting.of(state.known).PushBack(state), c.of[state.address].waiting.of(state.known).PushBack(state)
}

// work takes a connection out of those that wait.
func (c *connections) work(state *connection) {
	if state.inAll != nil {
		c.waiting.of(state.known).Remove(state.inAll)
		c.of[state.address].waiting.of(state.known).Remove(state.inClient)
		state.inAll, state.inClient = nil, nil
	}
}

func (c *connections) forget(state *connection) {
	c.work(state)
	delete(c.open, state.Conn)
	of := c.of[state.address]
	if of.open--; of.open == 0 {
		delete(c.of, state.address)
	}
}

// changed is the server's ConnState hook.
func (c *connections) changed(conn net.Conn, now http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	state, ok := c.open[plain(conn)]
	switch {
	case !ok || now == http.StateNew:
	case now == http.StateClosed || now == http.StateHijacked:
		c.forget(state)
	default: // another request, or the wait for one: its key is still to be seen
		c.wait(state)
	}
}

// plain is the connection below TLS.
func plain(conn net.Conn) net.Conn {
	if secured, ok := conn.(*tls.Conn); ok {
		return secured.NetConn()
	}
	return conn
}

type connectionKey struct{}

// context is the server's ConnContext hook: requests know their connection.
func (c *connections) context(ctx context.Context, conn net.Conn) context.Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	return context.WithValue(ctx, connectionKey{}, c.open[plain(conn)])
}

// admitConnection notes that the request at work on a connection came with a valid key.
func admitConnection(ctx context.Context) {
	state, _ := ctx.Value(connectionKey{}).(*connection)
	if state == nil {
		return // a test's recorder
	}
	c := state.owner
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open[state.Conn] == state {
		c.work(state)
		state.known = true
	}
}

// addressOf is who a host:port counts for: an IPv4 address, or the /64 that a
// subscriber of IPv6 has to himself.
func addressOf(hostPort string) netip.Addr {
	peer, err := netip.ParseAddrPort(hostPort)
	if err != nil {
		return netip.Addr{} // no TCP: all of them are one client
	}
	address := peer.Addr().Unmap().WithZone("")
	if address.Is6() {
		if net, err := address.Prefix(64); err == nil {
			return net.Addr()
		}
	}
	return address
}
