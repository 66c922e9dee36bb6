package kafka

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// sameAgain is how long a client does not repeat itself: while a broker is
// away, each of a dozen clients finds out anew several times a second.
const sameAgain = 30 * time.Second

// quiet makes a client's log fit for operators. Its Info lines, one for each
// step of joining a group, are for those who asked for debug lines; its own
// debug lines, several for each request, are for nobody.
type quiet struct {
	slog.Handler
	said *said
}

// said remembers when each message was last logged. Messages are the client's
// constants, so there are few.
type said struct {
	mu   sync.Mutex
	when map[string]time.Time
}

func quietly(h slog.Handler) slog.Handler { return quiet{h, &said{when: map[string]time.Time{}}} }

func (q quiet) Enabled(ctx context.Context, level slog.Level) bool {
	switch {
	case level < slog.LevelInfo:
		return false
	case level < slog.LevelWarn:
		return q.Handler.Enabled(ctx, slog.LevelDebug)
	}
	return q.Handler.Enabled(ctx, level)
}

func (q quiet) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelWarn && !q.said.news(r.Message, r.Time) {
		return nil
	}
	return q.Handler.Handle(ctx, r)
}

func (q quiet) WithAttrs(attrs []slog.Attr) slog.Handler {
	return quiet{q.Handler.WithAttrs(attrs), q.said}
}

func (q quiet) WithGroup(name string) slog.Handler { return quiet{q.Handler.WithGroup(name), q.said} }

func (s *said) news(message string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last, ok := s.when[message]; ok && now.Sub(last) < sameAgain {
		return false
	}
	s.when[message] = now
	return true
}
