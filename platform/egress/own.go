package egress

import (
	"net"
	"net/netip"
	"slices"
)

// Refuse adds listeners of this service to what is never dialled, whatever networks are
// allowed: a client's URL must not speak to the parts that trust whoever reaches them.
// Addresses are host:port; names are not resolved and do not count.
func (g *Guard) Refuse(listeners ...string) {
	for {
		before := g.own.Load()
		var own []netip.AddrPort
		if before != nil {
			own = slices.Clone(*before)
		}
		for _, listener := range listeners {
			if ap, err := netip.ParseAddrPort(listener); err == nil && ap.Port() != 0 {
				own = append(own, netip.AddrPortFrom(ap.Addr().Unmap(), ap.Port()))
			}
		}
		if g.own.CompareAndSwap(before, &own) {
			return
		}
	}
}

// isOwn reports whether an address reaches a listener of this service: its own, any of this
// machine where it listens on all, and all forms of loopback where it listens on one.
func (g *Guard) isOwn(ap netip.AddrPort) bool {
	own := g.own.Load()
	if own == nil {
		return false
	}
	addr := ap.Addr().WithZone("").Unmap()
	inner, stands := standsFor(addr)
	return slices.ContainsFunc(*own, func(o netip.AddrPort) bool {
		return o.Port() == ap.Port() && (reaches(addr, o.Addr()) || stands && reaches(inner, o.Addr()))
	})
}

func reaches(addr, listener netip.Addr) bool {
	switch {
	case listener == addr, addr.IsUnspecified():
		return true
	case listener.IsUnspecified():
		return addr.IsLoopback() || ofThisMachine(addr)
	}
	return listener.IsLoopback() && addr.IsLoopback()
}

// ofThisMachine asks each time: addresses come and go, and it takes microseconds.
func ofThisMachine(addr netip.Addr) bool {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return true // not known: not dialled
	}
	return slices.ContainsFunc(all, func(a net.Addr) bool {
		prefix, err := netip.ParsePrefix(a.String())
		return err == nil && prefix.Addr().Unmap() == addr
	})
}
