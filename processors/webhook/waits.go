package webhook

import (
	"sync"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// waitsHeld is how many are remembered before those that are over are looked for.
const waitsHeld = 4096

// waits are how long records that were put off still wait here. A record says until when by the
// clock of who wrote it, which may be an hour ahead, or ours may be set back meanwhile: it never
// waits longer than it was to wait, counted from when it was seen first by what no clock
// changes (Go's monotonic time).
type waits struct {
	mu    sync.Mutex
	until map[place]time.Time
}

type place struct {
	topic     string
	partition int32
	offset    int64
}

// due says when a record is to be looked at again; false: now is its time.
func (w *waits) due(rec *kgo.Record, notBefore time.Time, longest time.Duration) (time.Time, bool) {
	now, at := time.Now(), place{rec.Topic, rec.Partition, rec.Offset}
	w.mu.Lock()
	defer w.mu.Unlock()
	until, seen := w.until[at]
	if notBefore.After(now) && !seen {
		// Both are by its writer's clock.
		until = now.Add(min(max(notBefore.Sub(rec.Timestamp), 0), longest))
		w.forget(now)
		w.until[at] = until
	}
	if !notBefore.After(now) || !until.After(now) {
		delete(w.until, at)
		return time.Time{}, false
	}
	return now.Add(min(notBefore.Sub(now), until.Sub(now))), true
}

// forget makes room: records of partitions that were taken away never come back.
func (w *waits) forget(now time.Time) {
	if w.until == nil {
		w.until = map[place]time.Time{}
	}
	if len(w.until) < waitsHeld {
		return
	}
	for at, until := range w.until {
		if until.Before(now) {
			delete(w.until, at)
		}
	}
}
