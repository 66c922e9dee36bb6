package clickhousehttp

import (
	"net"
	"net/http"
	"net/netip"
)

// foreign says why a request may not be served: a web page that the user has
// open must not reach the engine through the browser, neither from another
// site nor by a name that its owner points at this machine.
func (s *Server) foreign(r *http.Request) string {
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		return "requests from other sites are refused"
	}
	if s.cfg.Loopback && !localName(r.Host) {
		return "requests by another name than localhost or an address are refused"
	}
	return ""
}

func localName(hostPort string) bool {
	host, _, err := net.SplitHostPort(hostPort)
	if err != nil {
		host = hostPort
	}
	_, err = netip.ParseAddr(host)
	return err == nil || host == "localhost" || host == ""
}
