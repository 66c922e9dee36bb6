package egress

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// maxURL is above what any browser or storage service signs (some 4 KiB).
const maxURL = 8 << 10

// CheckURL reports whether a URL may be called as things stand: ErrURL, ErrScheme
// or ErrAddress where not. It connects to nothing, and a name that has no
// address now passes: it may have one when it counts, and the dialler has the
// last word then.
func (g *Guard) CheckURL(ctx context.Context, raw string) error {
	u, err := parseURL(raw)
	if err != nil {
		return err
	}
	if !g.limits.permitsScheme(u.Scheme) {
		return ErrScheme
	}
	if !g.limits.permitsPort(portOf(u)) {
		return ErrAddress
	}
	addrs, err := g.permitted(ctx, u.Hostname())
	if err == nil && !slices.ContainsFunc(addrs, func(a netip.Addr) bool { return !g.isOwn(netip.AddrPortFrom(a, portOf(u))) }) {
		return ErrAddress
	}
	var lookup *LookupError
	if errors.As(err, &lookup) {
		return nil
	}
	return err
}

// portOf is the port that a parsed URL is called at.
func portOf(u *url.URL) uint16 {
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	switch {
	case err == nil:
		return uint16(port)
	case u.Scheme == "https":
		return 443
	}
	return 80
}

// parseURL reads an absolute http or https URL with a host.
func parseURL(raw string) (*url.URL, error) {
	if len(raw) > maxURL {
		return nil, ErrURL
	}
	u, err := url.Parse(raw)
	if err != nil {
		// The error of url.Parse quotes the URL, which may carry credentials.
		return nil, ErrURL
	}
	switch {
	case u.Scheme == "", looksLikeHostAndPort(u):
		return nil, ErrURL
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, ErrScheme
	case u.Hostname() == "" || u.Opaque != "":
		return nil, ErrURL
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return nil, ErrURL
		}
	}
	if strings.Contains(u.Host, "[") {
		_, _, err := parseHost(u.Hostname())
		return u, err
	}
	host, err := asciiHost(u.Hostname())
	if err != nil {
		return nil, err
	}
	if _, _, err := parseHost(host); err != nil {
		return nil, err
	}
	if port := u.Port(); port != "" {
		host = net.JoinHostPort(host, port)
	}
	u.Host = host
	return u, nil
}

// looksLikeHostAndPort tells example.com:8080/x, a text without a scheme, from
// mailto:x. By the grammar both have one.
func looksLikeHostAndPort(u *url.URL) bool {
	port, _, _ := strings.Cut(u.Opaque, "/")
	_, err := strconv.ParseUint(port, 10, 16)
	return err == nil
}

// asciiHost is the host as net/http will dial it. It folds look-alikes of
// digits and dots too, so that １２７.0.0.1 is judged as the address it becomes.
func asciiHost(host string) (string, error) {
	ascii, err := idna.Lookup.ToASCII(host)
	if err != nil {
		// Names with an underscore and such are no IDNA, and still resolve.
		for i := range len(host) {
			if c := host[i]; c <= ' ' || c >= 0x7f {
				return "", ErrURL
			}
		}
		ascii = host
	}
	return ascii, nil
}

// parseHost reads a host that is an address in any form that some resolver or
// browser takes for one: 127.0.0.1, 2130706433, 0x7f.1, 017700000001, ::1%eth0,
// 127.0.0.1. with a dot behind. A host that ends in a number and is no address
// is no name either (WHATWG URL, "ends in a number").
func parseHost(host string) (addr netip.Addr, literal bool, err error) {
	if strings.Contains(host, ":") {
		addr, err := netip.ParseAddr(host)
		if err != nil {
			return netip.Addr{}, false, ErrURL
		}
		return addr, true, nil
	}
	parts := strings.Split(strings.TrimSuffix(host, "."), ".")
	if _, numeric := parseNumber(parts[len(parts)-1]); !numeric {
		if host == "" || strings.Contains(host, "..") || strings.HasPrefix(host, ".") {
			return netip.Addr{}, false, ErrURL
		}
		return netip.Addr{}, false, nil
	}
	if len(parts) > 4 {
		return netip.Addr{}, false, ErrURL
	}
	var value uint64
	for i, part := range parts {
		n, ok := parseNumber(part)
		// The last part fills all bytes that are left: 127.1 is 127.0.0.1.
		room := uint64(1) << 8
		if i == len(parts)-1 {
			room = 1 << (8 * (5 - len(parts)))
		}
		if !ok || n >= room {
			return netip.Addr{}, false, ErrURL
		}
		value = value*room + n
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true, nil
}

// parseNumber reads decimal, octal (leading 0) and hexadecimal (leading 0x).
// Digits that are too many give a number that is too large, not a name.
func parseNumber(s string) (uint64, bool) {
	base := 10
	digits := s
	switch {
	case len(s) >= 2 && (s[:2] == "0x" || s[:2] == "0X"):
		base, digits = 16, s[2:]
		if digits == "" {
			return 0, true
		}
	case len(s) > 1 && s[0] == '0':
		base, digits = 8, s[1:]
	}
	n, err := strconv.ParseUint(digits, base, 64)
	if errors.Is(err, strconv.ErrRange) {
		return 1<<64 - 1, true
	}
	if err != nil && base == 8 {
		// 08 and 09: no octal, and no name either.
		_, decimal := strconv.ParseUint(digits, 10, 64)
		return 1<<64 - 1, decimal == nil
	}
	return n, err == nil
}
