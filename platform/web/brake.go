package web

import (
	"crypto/rand"
	"crypto/sha256"
	"net/netip"
	"sync"
	"time"
)

// brake bounds how many wrong keys are tried: per client address and in all, so that a key
// that its owner chose badly is not found by trying. Beyond the bounds a key is refused
// unseen, unless it was right before: whoever shares an address with a guesser goes on.
//
// Clients behind a gateway share its address, and with it the bound per address.
type brake struct {
	perAddress, all pace
	now             func() time.Time

	mu     sync.Mutex
	of     map[netip.Addr]budget
	whole  budget
	swept  time.Time
	secret [16]byte
	right  map[[sha256.Size]byte]struct{} // keys that were right, as nobody else can make them
}

// pace is how many wrong keys may come at once, and how many come to that a second.
type pace struct{ burst, perSecond float64 }

// budget is what is left of a pace since a time.
type budget struct {
	left float64
	at   time.Time
}

const (
	// A bound holds for a minute, and may be used up at once.
	paceSeconds = 60
	// All addresses together may try what this many may alone.
	addressesInAll = 10
	// mostAddresses that tried wrong keys lately are remembered: 64 bytes each, 1 MiB. Those
	// that come beside them share one budget.
	mostAddresses = 16 << 10
	// mostRight keys are remembered, 32 bytes each; then it begins anew.
	mostRight = 64 << 10
)

// newBrake lets so many wrong keys of an address be tried a minute; 0: any number.
func newBrake(perMinute int) *brake {
	n := float64(perMinute)
	b := &brake{
		perAddress: pace{n, n / paceSeconds}, all: pace{n * addressesInAll, n * addressesInAll / paceSeconds},
		now: time.Now, of: map[netip.Addr]budget{}, right: map[[sha256.Size]byte]struct{}{},
	}
	b.whole = budget{b.all.burst, b.now()}
	rand.Read(b.secret[:]) // never fails
	return b
}

func (b *brake) mark(key string) [sha256.Size]byte {
	return sha256.Sum256(append(b.secret[:], key...))
}

// allows reports whether a key may be looked at, and if not, when one may again.
func (b *brake) allows(address netip.Addr, key string) (wait time.Duration, ok bool) {
	if b.perAddress.burst == 0 {
		return 0, true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	one := b.perAddress.missing(b.budgetOf(b.place(address, now)), now)
	wait = max(one, b.all.missing(b.whole, now))
	if wait == 0 {
		return 0, true
	}
	_, ok = b.right[b.mark(key)]
	return wait, ok
}

// wasRight and wasWrong note what a key turned out to be.
func (b *brake) wasRight(key string) {
	if b.perAddress.burst == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.right) >= mostRight {
		clear(b.right)
	}
	b.right[b.mark(key)] = struct{}{}
}

func (b *brake) wasWrong(address netip.Addr, key string) {
	if b.perAddress.burst == 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	place := b.place(address, now)
	b.of[place] = b.perAddress.spend(b.budgetOf(place), now)
	b.whole = b.all.spend(b.whole, now)
	delete(b.right, b.mark(key)) // it was revoked
}

func (b *brake) budgetOf(address netip.Addr) budget {
	if of, ok := b.of[address]; ok {
		return of
	}
	return budget{left: b.perAddress.burst}
}

// place is where an address counts: by itself, or with all that no longer fit.
func (b *brake) place(address netip.Addr, now time.Time) netip.Addr {
	if _, known := b.of[address]; known || len(b.of) < mostAddresses {
		return address
	}
	if now.Sub(b.swept) >= time.Second {
		b.swept = now
		for address, of := range b.of {
			if b.perAddress.at(of, now) >= b.perAddress.burst {
				delete(b.of, address)
			}
		}
	}
	if len(b.of) < mostAddresses {
		return address
	}
	return netip.Addr{}
}

func (p pace) at(b budget, now time.Time) float64 {
	return min(p.burst, b.left+now.Sub(b.at).Seconds()*p.perSecond)
}

func (p pace) spend(b budget, now time.Time) budget {
	return budget{max(p.at(b, now)-1, 0), now}
}

// missing is how long until one may be spent; 0 where one may now.
func (p pace) missing(b budget, now time.Time) time.Duration {
	left := p.at(b, now)
	if left >= 1 {
		return 0
	}
	return max(time.Duration((1-left)/p.perSecond*float64(time.Second)), 1)
}
