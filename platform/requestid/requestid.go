// Package requestid makes and checks request identifiers: UUIDv7 whose last 32
// bits are a truncated MAC over the account and all bits before them. So an
// identifier that was made up, or that belongs to another account, is told from
// a genuine one without looking anything up.
//
// The check is a filter, not the lock: one guess in 2^32 passes it, and then
// finds nothing, since every look-up is by account as well.
package requestid

import (
	"crypto/hmac"
	"crypto/rand"
	"encoding/binary"
	"sync"
	"time"

	"github.com/google/uuid"

	"lavra.dev/platform/secret"
)

// Layout, by RFC 9562 figure 11: 48 bits of Unix milliseconds, version, 12 bits
// of counter, variant, 30 random bits, and 32 bits of MAC in place of the last
// random ones. The counter starts at random in each millisecond and grows by
// one, so that ids of one process never meet; those of two meet with a chance
// of 2^-42 for a pair made in the same millisecond for the same account.
const (
	macOffset  = 12 // bytes
	counterMax = 1<<12 - 1
)

// Issuer makes and checks identifiers. It is safe for concurrent use.
type Issuer struct {
	keys *secret.Keys

	mu      sync.Mutex
	last    int64 // millisecond of the newest id
	counter uint16
	issued  uint16 // ids made in that millisecond
}

// NewIssuer uses the request-id key of an installation.
func NewIssuer(keys *secret.Keys) *Issuer { return &Issuer{keys: keys} }

// New makes an identifier for a request of the account accepted at now.
func (i *Issuer) New(account string, now time.Time) string {
	var id uuid.UUID
	rand.Read(id[:]) // never fails
	ms, counter := i.next(now.UnixMilli(), binary.BigEndian.Uint16(id[6:]))
	binary.BigEndian.PutUint64(id[:], uint64(ms)<<16|0x7000|uint64(counter))
	id[8] = id[8]&0x3f | 0x80
	copy(id[macOffset:], i.mac(account, id))
	return id.String()
}

// next gives the time and counter of an id. A millisecond whose counter is used
// up borrows the next one: 4096 ids in one are a rate no process reaches for long.
func (i *Issuer) next(ms int64, random uint16) (int64, uint16) {
	i.mu.Lock()
	defer i.mu.Unlock()
	switch {
	case ms > i.last:
		i.last, i.counter, i.issued = ms, random&counterMax, 0
	case i.issued == counterMax:
		i.last, i.counter, i.issued = i.last+1, random&counterMax, 0
	default:
		i.counter, i.issued = (i.counter+1)&counterMax, i.issued+1
	}
	return i.last, i.counter
}

// Valid reports whether the text is an identifier made for this account, in the
// one text form that is ever given out.
func (i *Issuer) Valid(text, account string) bool {
	id, ok := parse(text)
	return ok && hmac.Equal(id[macOffset:], i.mac(account, id))
}

func (i *Issuer) mac(account string, id uuid.UUID) []byte {
	return i.keys.MAC(secret.RequestID, account, string(id[:macOffset]))[:len(id)-macOffset]
}

// Time is when the identifier was made; false where the text is none. It says
// nothing of whether the identifier is genuine.
func Time(text string) (time.Time, bool) {
	id, ok := parse(text)
	if !ok {
		return time.Time{}, false
	}
	return time.UnixMilli(int64(binary.BigEndian.Uint64(id[:8]) >> 16)).UTC(), true
}

func parse(text string) (uuid.UUID, bool) {
	id, err := uuid.Parse(text)
	// Parse takes braces, a URN and capitals too; look-ups go by the text.
	if err != nil || id.String() != text || id.Version() != 7 || id.Variant() != uuid.RFC4122 {
		return uuid.UUID{}, false
	}
	return id, true
}
