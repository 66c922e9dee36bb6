package egress

import (
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// Limits narrow what clients' URLs may reach; the zero value narrows nothing.
type Limits struct {
	HTTPSOnly bool
	Ports     []uint16 // that may be called; none: any
	// Deny are networks that are refused although they are public, whatever is allowed.
	Deny []netip.Prefix
}

// Limit narrows what the guard permits. It is called before the guard is used.
func (g *Guard) Limit(l Limits) { g.limits = l }

func (l Limits) permitsPort(port uint16) bool {
	return len(l.Ports) == 0 || slices.Contains(l.Ports, port)
}

func (l Limits) permitsScheme(scheme string) bool { return !l.HTTPSOnly || scheme == "https" }

// limited refuses what is not by the scheme that the guard wants, redirects too.
type limited struct {
	*http.Transport
	guard *Guard
}

func (t limited) RoundTrip(req *http.Request) (*http.Response, error) {
	if !t.guard.limits.permitsScheme(req.URL.Scheme) {
		if req.Body != nil {
			req.Body.Close()
		}
		return nil, ErrScheme
	}
	return t.Transport.RoundTrip(req)
}

// ParsePorts reads a list of ports, separated by commas (LAVRA_EGRESS_PORTS).
func ParsePorts(list string) ([]uint16, error) {
	var ports []uint16
	var faults []error
	for item := range strings.SplitSeq(list, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		n, err := strconv.ParseUint(item, 10, 16)
		if err != nil || n == 0 {
			faults = append(faults, fmt.Errorf("%q is no port such as 443", item))
			continue
		}
		ports = append(ports, uint16(n))
	}
	return ports, errors.Join(faults...)
}
