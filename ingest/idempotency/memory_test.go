package idempotency

import (
	"runtime"
	"testing"
	"time"

	"github.com/google/uuid"

	"lavra.dev/platform/secret"
)

// BenchmarkMemory measures what a key takes for its day:
// go test -bench Memory -benchtime 1000000x -run '^$' ./idempotency
func BenchmarkMemory(b *testing.B) {
	keys, err := secret.New("a secret for tests only")
	if err != nil {
		b.Fatal(err)
	}
	c := New(nil, keys, nil)
	before := heap()
	for n := range b.N {
		held, ok := c.Key("acme", "/extract", uuid.NewString()).held()
		if !ok {
			b.Fatal("a key of ours is none")
		}
		c.count(held, standing{claimID: uuid.New(), at: time.Now().UnixMilli(), offset: int64(n)})
	}
	b.ReportMetric(float64(heap()-before)/float64(b.N), "B/key")
	runtime.KeepAlive(c)
}

func heap() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestOnlyKeysOfOursAreHeld(t *testing.T) {
	for key, want := range map[Key]bool{"": false, "00": false, "zz112233445566778899aabbccddeeff": false, "00112233445566778899aabbccddeeff": true, "00112233445566778899aabbccddeeff00": false} {
		if _, ok := key.held(); ok != want {
			t.Errorf("%q is held: %v", key, ok)
		}
	}
}
