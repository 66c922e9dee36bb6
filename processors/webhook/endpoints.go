package webhook

import "sync"

// endpoints counts the deliveries at work to each endpoint.
type endpoints struct {
	mu    sync.Mutex
	share int
	busy  map[string]int
}

func newEndpoints(share int) *endpoints { return &endpoints{share: share, busy: map[string]int{}} }

// take reserves one of the endpoint's share; false where all of it is at work.
func (e *endpoints) take(key string) (release func(), ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.busy[key] >= e.share {
		return nil, false
	}
	e.busy[key]++
	return func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.busy[key]--; e.busy[key] == 0 {
			delete(e.busy, key)
		}
	}, true
}
