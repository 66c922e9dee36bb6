package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
)

// ends notes in which order services end.
type ends struct {
	mu    sync.Mutex
	names []string
}

func (e *ends) service(l *layers, at layer, name string) {
	l.start(at, name, func(ctx context.Context) error {
		<-ctx.Done()
		e.mu.Lock()
		defer e.mu.Unlock()
		e.names = append(e.names, name)
		return ctx.Err()
	})
}

func TestServicesEndInTheirOrder(t *testing.T) {
	broken := errors.New("broken")
	for name, cause := range map[string]func(*layers, context.CancelFunc){
		"told to": func(_ *layers, stop context.CancelFunc) { stop() },
		"a service failed": func(l *layers, _ context.CancelFunc) {
			l.start(workers, "sink", func(context.Context) error { return broken })
		},
		"it did not start": func(l *layers, _ context.CancelFunc) { l.fail(broken) },
	} {
		t.Run(name, func(t *testing.T) {
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			l, seen := newLayers(ctx), &ends{}
			seen.service(l, tails, "index")
			seen.service(l, workers, "processors")
			seen.service(l, doors, "http")
			cause(l, stop)
			err := l.wait()
			if !slices.Equal(seen.names, []string{"http", "processors", "index"}) {
				t.Errorf("they ended as %v", seen.names)
			}
			if told := name == "told to"; told != (err == nil) || !told && !strings.Contains(err.Error(), "broken") {
				t.Errorf("the process ends with %v", err)
			}
		})
	}
}
