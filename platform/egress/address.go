package egress

import (
	"net/netip"
	"slices"
)

// refused4 is what is not public in IPv4, by IANA's special-purpose registry,
// and what clouds answer on for their own guests.
var refused4 = prefixes(
	"0.0.0.0/8",        // this network; 0.0.0.0 reaches the host itself
	"10.0.0.0/8",       // private
	"100.64.0.0/10",    // carrier-grade NAT; 100.100.100.200 is a metadata service
	"127.0.0.0/8",      // loopback
	"168.63.129.16/32", // metadata service of a cloud, on a public address
	"169.254.0.0/16",   // link-local; 169.254.169.254 is the usual metadata service
	"172.16.0.0/12",    // private
	"192.0.0.0/24",     // protocol assignments; 192.0.0.192 is a metadata service
	"192.0.2.0/24",     // documentation
	"192.88.99.0/24",   // 6to4 relays
	"192.168.0.0/16",   // private
	"198.18.0.0/15",    // benchmarks
	"198.51.100.0/24",  // documentation
	"203.0.113.0/24",   // documentation
	"224.0.0.0/4",      // multicast
	"240.0.0.0/4",      // reserved, and broadcast
)

// public6 is the one block of IPv6 that is given out as public; the rest
// (loopback, unspecified, fc00::/7, fe80::/10, fec0::/10, ff00::/8, …) is
// refused by not being in it.
var public6 = netip.MustParsePrefix("2000::/3")

// refused6 is what is not public inside public6.
var refused6 = prefixes(
	"2001::/23",     // protocol assignments: Teredo, benchmarks, ORCHID
	"2001:db8::/32", // documentation
	"2002::/16",     // 6to4
	"3fff::/20",     // documentation
)

// Forms of IPv6 that stand for an IPv4 address, by where it is.
var (
	mapped     = netip.MustParsePrefix("::ffff:0:0/96")
	nat64      = netip.MustParsePrefix("64:ff9b::/96")
	translated = netip.MustParsePrefix("::ffff:0:0:0/96")
	compatible = netip.MustParsePrefix("::/96")
	sixToFour  = netip.MustParsePrefix("2002::/16")
	teredo     = netip.MustParsePrefix("2001::/32")
)

func prefixes(list ...string) []netip.Prefix {
	all := make([]netip.Prefix, len(list))
	for i, s := range list {
		all[i] = netip.MustParsePrefix(s)
	}
	return all
}

// Permits reports whether an address may be dialled. One that stands for another
// counts as that one: so an allowed network is allowed in every form, and a
// refused address is refused in every form.
func (g *Guard) Permits(addr netip.Addr) bool {
	addr = addr.WithZone("") // a prefix contains no address with a zone
	if !addr.IsValid() {
		return false
	}
	inner, ok := standsFor(addr)
	if within(g.limits.Deny, addr) || ok && within(g.limits.Deny, inner) {
		return false
	}
	if ok {
		return g.permitsPlain(inner) || g.allowed(addr)
	}
	return g.permitsPlain(addr)
}

func (g *Guard) permitsPlain(addr netip.Addr) bool { return g.allowed(addr) || public(addr) }

func (g *Guard) allowed(addr netip.Addr) bool { return within(g.allow, addr) }

func public(addr netip.Addr) bool {
	if addr.Is4() {
		return !within(refused4, addr)
	}
	return public6.Contains(addr) && !within(refused6, addr)
}

func within(networks []netip.Prefix, addr netip.Addr) bool {
	return slices.ContainsFunc(networks, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// standsFor gives the IPv4 address inside one of IPv6, if there is one.
func standsFor(addr netip.Addr) (netip.Addr, bool) {
	if addr.Is4() {
		return netip.Addr{}, false
	}
	b := addr.As16()
	switch {
	case mapped.Contains(addr), addr.Is4In6(), nat64.Contains(addr), translated.Contains(addr):
		return netip.AddrFrom4([4]byte(b[12:16])), true
	case sixToFour.Contains(addr):
		return netip.AddrFrom4([4]byte(b[2:6])), true
	case teredo.Contains(addr):
		// The client's address, every bit turned over.
		return netip.AddrFrom4([4]byte{^b[12], ^b[13], ^b[14], ^b[15]}), true
	case compatible.Contains(addr):
		return netip.AddrFrom4([4]byte(b[12:16])), true
	}
	return netip.Addr{}, false
}
