package web

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"testing"
	"time"
)

// stopped is a brake whose clock only the test moves.
func stopped(perMinute int) (*brake, func(time.Duration)) {
	b, now := newBrake(perMinute), time.Unix(1_700_000_000, 0)
	b.now = func() time.Time { return now }
	b.whole.at = now
	return b, func(d time.Duration) { now = now.Add(d) }
}

func address(n int) netip.Addr {
	return netip.AddrFrom4([4]byte(binary.BigEndian.AppendUint32(nil, 10<<24|uint32(n))))
}

func TestWrongKeysAreBraked(t *testing.T) {
	b, pass := stopped(60) // one a second comes back
	guesser, other := address(1), address(2)
	b.wasRight("known")
	for i := range 60 {
		if _, ok := b.allows(guesser, "guess"); !ok {
			t.Fatalf("braked after %d keys", i)
		}
		b.wasWrong(guesser, "guess")
	}
	check := func(who string, from netip.Addr, key string, want bool) {
		t.Helper()
		if wait, ok := b.allows(from, key); ok != want || !ok && (wait <= 0 || wait > time.Second) {
			t.Errorf("%s: allowed %v after %v", who, ok, wait)
		}
	}
	check("another guess", guesser, "guess 2", false)
	check("a key that was right, from the same address", guesser, "known", true)
	check("a new key from another address", other, "new", true)
	pass(time.Second)
	check("a second later", guesser, "new", true)
	b.wasWrong(guesser, "known") // revoked
	check("a key that was revoked", guesser, "known", false)
}

func TestWrongKeysOfManyAddressesAreBraked(t *testing.T) {
	b, pass := stopped(60)
	n := 0
	for ; n < 10_000; n++ {
		if _, ok := b.allows(address(n), "guess"); !ok {
			break
		}
		b.wasWrong(address(n), "guess")
	}
	if n != 600 {
		t.Errorf("braked after %d keys of as many addresses, want 600", n)
	}
	pass(time.Minute)
	if _, ok := b.allows(address(n), "guess"); !ok {
		t.Error("still braked after a minute")
	}
}

func TestTheBrakesMemoryIsBounded(t *testing.T) {
	b, pass := stopped(1000)
	for n := range 2 * mostAddresses {
		b.wasWrong(address(n), "guess")
		if n%100 == 0 {
			pass(time.Millisecond)
		}
	}
	for n := range mostRight + 10 {
		b.wasRight(fmt.Sprint(n))
	}
	if len(b.of) > mostAddresses+1 || len(b.right) > mostRight {
		t.Errorf("holds %d addresses and %d keys", len(b.of), len(b.right))
	}
	pass(time.Minute)
	b.wasWrong(address(3*mostAddresses), "guess")
	if len(b.of) > 2 {
		t.Errorf("holds %d addresses a minute later", len(b.of))
	}
}

func TestNoBrakeWhereNoneIsWanted(t *testing.T) {
	b, _ := stopped(0)
	for range 1000 {
		b.wasWrong(address(1), "guess")
	}
	if _, ok := b.allows(address(1), "guess"); !ok || len(b.of) > 0 {
		t.Error("braked")
	}
}
