// Package origin keeps web pages away from what listens on this machine for other programs:
// metrics, the schema registry, the embedded ClickHouse.
//
// In comes a request, out goes why it may not be served, or nothing. A page that the user
// has open must reach none of them through the browser: neither from its own site, nor by a
// name that its owner points at this machine (DNS rebinding). It is no authentication: any
// program on the machine may still call.
package origin

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Foreign says why a request may not be served; empty where it may. loopback: the listener
// has a loopback address, so that no other name for it is right.
func Foreign(r *http.Request, loopback bool) string {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		return "requests from other sites are refused"
	}
	if r.Header.Get("Origin") != "" { // no page is served here, so none is this site's
		return "requests from pages are refused"
	}
	if loopback && !local(r.Host) {
		return "requests by another name than localhost or a loopback address are refused"
	}
	return ""
}

// Guard serves what is not foreign. listener is the address that it listens on.
func Guard(next http.Handler, listener net.Addr) http.Handler {
	loopback := Loopback(listener.String())
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if why := Foreign(r, loopback); why != "" {
			http.Error(w, why, http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Loopback reports whether a host:port is reached from this machine only.
func Loopback(hostPort string) bool {
	host, _, err := net.SplitHostPort(hostPort)
	return err == nil && host != "" && local(hostPort)
}

func local(hostPort string) bool {
	host, _, err := net.SplitHostPort(hostPort)
	if err != nil {
		host = hostPort
	}
	address, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && address.Unmap().IsLoopback() || host == "localhost" || host == ""
}
