package webhook

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"lavra.dev/platform/breaker"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/patience"
	"lavra.dev/platform/secret"
	"lavra.dev/schemas/event"
)

const (
	// sayEvery is how often it is said again that a breaker is open: its word counts for
	// forty times as long, so that one which stops because a process died is soon none.
	sayEvery = 15 * time.Second

	// maxUnsaid bounds the words that wait for the log: at half a KiB each 5 MiB.
	maxUnsaid = 10_000
)

// word is on a breaker as it is now. The URL is as its request had it sealed.
type word struct {
	event.Breaker
	url, requestID string
}

// news are the words that are still to be written, the newest on each breaker. They
// are written aside, so that no delivery waits for them.
type news struct {
	mu     sync.Mutex
	unsaid map[string]word
	added  chan struct{}
}

func newNews() *news { return &news{unsaid: map[string]word{}, added: make(chan struct{}, 1)} }

// add never waits. Where there are too many words this one is left out: it is said again.
func (n *news) add(w word) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, known := n.unsaid[w.ID]; !known && len(n.unsaid) >= maxUnsaid {
		return
	}
	n.unsaid[w.ID] = w
	select {
	case n.added <- struct{}{}:
	default:
	}
}

// putBack adds a word that could not be written, unless a newer one is there.
func (n *news) putBack(w word) {
	n.mu.Lock()
	_, newer := n.unsaid[w.ID]
	n.mu.Unlock()
	if !newer {
		n.add(w)
	}
}

// next gives a word that is to be written.
func (n *news) next() (word, bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for id, w := range n.unsaid {
		delete(n.unsaid, id)
		return w, true
	}
	return word{}, false
}

// write writes what is added until ctx ends.
func (n *news) write(ctx context.Context, k *kafka.Kafka, keys *secret.Keys, log *slog.Logger) {
	for {
		select {
		case <-n.added:
		case <-ctx.Done():
			return
		}
		for w, more := n.next(); more; w, more = n.next() {
			if w.SealedURL != nil {
				plain, err := keys.OpenURL(w.url, w.requestID)
				if err != nil {
					continue // of another secret key: nobody could read it
				}
				*w.SealedURL = keys.SealText(plain, w.ID)
			}
			if err := breaker.Write(ctx, k, w.Breaker); err != nil {
				if ctx.Err() != nil {
					return
				}
				log.Warn("saying that a breaker is open or closed; trying on", "open", w.Open, "error", err)
				n.putBack(w)
				if patience.Sleep(ctx, patience.LongWait) != nil {
					return
				}
			}
		}
	}
}

// say tells an account that a breaker of it is open, where it was not told just now,
// or that it no longer is; s.mu is held.
func (s *shares) say(l *load, w word, now time.Time) {
	if w.Open {
		if now.Sub(l.told[w.Account]) < sayEvery {
			return
		}
		if l.told == nil {
			l.told = map[string]time.Time{}
		}
		l.told[w.Account] = now
	}
	w.Since, w.NextProbe, w.Error, w.At = l.opened, l.until, l.class, now
	s.news.add(w)
}

// word is on the breaker of the endpoint that was called.
func (c *ticket) word(isOpen bool) word {
	sealed := "" // when it is written
	return word{event.Breaker{ID: c.to.endpoint, Account: c.to.account, Host: c.to.host, Open: isOpen, SealedURL: &sealed}, c.url, c.requestID}
}

// wordOnHost is on that of a host, for one of the accounts that call it.
func wordOnHost(account, host string, isOpen bool) word {
	return word{Breaker: event.Breaker{ID: event.ID(account, "host "+host, 0), Account: account, Host: host, Open: isOpen}}
}

// follow forgets what was seen of an endpoint or a host that is mended, as another
// process found or somebody says.
func (s *shares) follow(b event.Breaker) {
	if b.Open {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	key := "e " + b.ID
	if b.OfHost() {
		key = "h " + b.Host
	}
	l := s.loads[key]
	if l == nil || !l.open || l.opened.After(b.At) {
		return
	}
	delete(l.told, b.Account)
	if b.OfHost() {
		s.sayClosed(l, b.Host, s.now())
	}
	l.mend()
}

// sayClosed tells every account that was told that a host's breaker is open; s.mu is held.
func (s *shares) sayClosed(l *load, host string, now time.Time) {
	for account := range l.told {
		s.say(l, wordOnHost(account, host, false), now)
	}
}
