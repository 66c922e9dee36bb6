package ingest

import (
	"sync"
	"time"
)

// rates is a token bucket for each account: limit calls a minute, burst of them
// at once. A bucket that is full again is forgotten.
type rates struct {
	perSecond float64
	burst     float64

	mu      sync.Mutex
	buckets map[string]bucket
	swept   time.Time
}

type bucket struct {
	tokens float64
	at     time.Time
}

func newRates(cfg Config) *rates {
	return &rates{perSecond: float64(cfg.RateLimit) / 60, burst: float64(cfg.RateBurst), buckets: map[string]bucket{}}
}

// take lets one call through, or says when the next one may come.
func (r *rates) take(account string, now time.Time) (wait time.Duration, ok bool) {
	if r.perSecond == 0 {
		return 0, true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sweep(now)
	b, known := r.buckets[account]
	if !known {
		b = bucket{tokens: r.burst, at: now}
	}
	b.tokens = r.filled(b, now)
	b.at = now
	if b.tokens < 1 {
		r.buckets[account] = b
		return time.Duration((1 - b.tokens) / r.perSecond * float64(time.Second)), false
	}
	b.tokens--
	r.buckets[account] = b
	return 0, true
}

func (r *rates) filled(b bucket, now time.Time) float64 {
	return min(r.burst, b.tokens+now.Sub(b.at).Seconds()*r.perSecond)
}

// sweep bounds memory by the accounts of the last minutes.
func (r *rates) sweep(now time.Time) {
	if now.Sub(r.swept) < time.Minute {
		return
	}
	r.swept = now
	for account, b := range r.buckets {
		if r.filled(b, now) >= r.burst {
			delete(r.buckets, account)
		}
	}
}
