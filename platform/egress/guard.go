// Package egress makes every connection that a client's URL asks for: files to
// fetch and callbacks to deliver. It refuses addresses inside the network it
// runs in, and it decides when the connection is made, on the address that is
// dialled, so that a name that changes its mind between check and use gains
// nothing.
//
// In: URLs and names from outside. Out: an http.Client that cannot reach a
// refused address, by whatever form, name or redirect. No proxy of the
// environment is used: it would make the connection in our place.
package egress

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

var (
	// ErrURL says that the text is no usable URL.
	ErrURL = errors.New("malformed URL")
	// ErrScheme says that the URL is neither http nor https.
	ErrScheme = errors.New("scheme is not allowed")
	// ErrAddress says that every address of the host is refused.
	ErrAddress = errors.New("address is not allowed")
)

// Resolver gives the addresses of a name. net.Resolver is one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// Guard decides which addresses may be dialled. It is safe for concurrent use.
type Guard struct {
	allow    []netip.Prefix
	own      atomic.Pointer[[]netip.AddrPort]
	limits   Limits
	resolver Resolver
	dial     func(ctx context.Context, network, address string) (net.Conn, error)
}

// New makes a guard that refuses all that is not public but for the allowed
// networks. A nil resolver is the system's.
func New(allow []netip.Prefix, resolver Resolver) *Guard {
	if resolver == nil {
		resolver = net.DefaultResolver
	}
	g := &Guard{allow: allow, resolver: resolver}
	dialer := &net.Dialer{
		Timeout: 5 * time.Second, // for one address; a name may have several
		// The last word: whatever was decided above, the socket is about to
		// connect to this address.
		ControlContext: func(_ context.Context, _, address string, _ syscall.RawConn) error {
			ap, err := netip.ParseAddrPort(address)
			if err != nil || !g.Permits(ap.Addr()) || g.isOwn(ap) || !g.limits.permitsPort(ap.Port()) {
				return ErrAddress
			}
			return nil
		},
	}
	g.dial = dialer.DialContext
	return g
}

// DialContext resolves the host, tries its permitted addresses in turn and
// gives the first connection. It is the only way out of this package.
func (g *Guard) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, ErrURL
	}
	addrs, err := g.permitted(ctx, host)
	if err != nil {
		return nil, err
	}
	var faults []error
	for _, addr := range addrs {
		conn, err := g.dial(ctx, network, net.JoinHostPort(addr.String(), port))
		if err == nil {
			return conn, nil
		}
		faults = append(faults, err)
		if ctx.Err() != nil {
			break
		}
	}
	return nil, errors.Join(faults...)
}

// permitted gives the addresses of a host that may be dialled, ErrAddress where
// there are others only, and the resolver's error where there are none.
func (g *Guard) permitted(ctx context.Context, host string) ([]netip.Addr, error) {
	addrs, err := g.addresses(ctx, host)
	if err != nil {
		return nil, err
	}
	var permitted []netip.Addr
	for _, addr := range addrs {
		if g.Permits(addr) {
			permitted = append(permitted, addr)
		}
	}
	if len(permitted) == 0 {
		return nil, ErrAddress
	}
	return permitted, nil
}

func (g *Guard) addresses(ctx context.Context, host string) ([]netip.Addr, error) {
	addr, literal, err := parseHost(host)
	if err != nil {
		return nil, err
	}
	if literal {
		return []netip.Addr{addr}, nil
	}
	addrs, err := g.resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		// The resolver's own words name the host, and hosts may be confidential.
		var dns *net.DNSError
		if errors.As(err, &dns) {
			return nil, &LookupError{NotFound: dns.IsNotFound}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &LookupError{}
	}
	if len(addrs) == 0 {
		return nil, &LookupError{NotFound: true}
	}
	return addrs, nil
}

// LookupError says that a name has no known address now. It never names it.
type LookupError struct{ NotFound bool }

func (e *LookupError) Error() string {
	if e.NotFound {
		return "looking up host: no such host"
	}
	return "looking up host: no answer"
}

// ParseNetworks reads a list of CIDR networks or single addresses, separated by
// commas (LAVRA_EGRESS_ALLOW).
func ParseNetworks(list string) ([]netip.Prefix, error) {
	var networks []netip.Prefix
	var faults []error
	for item := range strings.SplitSeq(list, ",") {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		if addr, err := netip.ParseAddr(item); err == nil {
			networks = append(networks, netip.PrefixFrom(addr, addr.BitLen()))
			continue
		}
		prefix, err := netip.ParsePrefix(item)
		if err != nil {
			faults = append(faults, fmt.Errorf("%q is no network such as 10.0.0.0/8", item))
			continue
		}
		networks = append(networks, prefix.Masked())
	}
	return networks, errors.Join(faults...)
}
