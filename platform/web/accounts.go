package web

import "sync"

// shares bounds how many requests of one account are at work at once: their connections do
// not give way to others, so that one account could have them all.
type shares struct {
	limit int

	mu   sync.Mutex
	work map[string]int
}

// accountsShare of all connections is what one account may have at work.
const accountsShare = 4

func newShares(cfg Config) *shares {
	limit := cfg.MaxPerAccount
	if limit == 0 {
		limit = max(newConnections(cfg.MaxConnections, cfg.MaxPerAddress).limit/accountsShare, 1)
	}
	return &shares{limit: limit, work: map[string]int{}}
}

func (s *shares) enter(account string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.work[account] >= s.limit {
		return false
	}
	s.work[account]++
	return true
}

func (s *shares) leave(account string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.work[account]--; s.work[account] == 0 {
		delete(s.work, account)
	}
}
