package status

// newestSeen bounds how many requests Newest walks over: what came in a few
// minutes on a busy installation, in well under a millisecond.
const newestSeen = 10_000

// Newest gives the requests of an account among the last that the index saw,
// in no order. It is for lists out of the query store, which is seconds behind.
func (x *Index) Newest(account string, accept func(State) bool) []State {
	x.mu.Lock()
	defer x.mu.Unlock()
	var found []State
	number, known := x.entries.names.numbers[account]
	if !known {
		return nil
	}
	for n := range min(x.entries.used, newestSeen) {
		e := x.entries.slot(x.entries.newest(n))
		if e.account != number {
			continue
		}
		if s, ok := x.state(e.key); ok && accept(s) {
			found = append(found, s)
		}
	}
	return found
}

// newest is the slot of the request that came n requests before the last one.
func (s *entries) newest(n int) int { return (s.oldest + s.used - 1 - n) % s.used }
