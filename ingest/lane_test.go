package ingest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"lavra.dev/platform/status"
	"lavra.dev/schemas/event"
)

// looks counts who asks, of requests some of which have ended.
type looks struct {
	ended map[string]bool
	n     int
}

func (l *looks) Get(id string) (status.State, bool) {
	l.n++
	s := status.State{Step: event.StepReceived}
	if l.ended[id] {
		s.Step, s.Outcome = event.StepCompleted, event.Success
	}
	return s, true
}
func (l *looks) CaughtUp(context.Context, string) error { return nil }
func (l *looks) Wait(context.Context, string) (status.State, error) {
	return status.State{}, nil
}

// An account above its share may call as often as it likes: what it has in flight is looked
// through now and then, and a place that is free is found at the next look.
func TestCallsAboveAShareLookNowAndThen(t *testing.T) {
	seen := &looks{ended: map[string]bool{}}
	p := &newLanes(Config{AccountBulk: 1000}, seen).bulk
	now := time.Now()
	for n := range 1000 {
		if !p.take("conta", []string{fmt.Sprint(n)}, now) {
			t.Fatalf("no place for number %d", n)
		}
	}
	for range 500 {
		if p.take("conta", []string{"one more"}, now) {
			t.Fatal("there is a place too many")
		}
	}
	if seen.n != 1000 {
		t.Errorf("500 calls looked %d times, not at each request once", seen.n)
	}
	seen.ended["7"] = true
	if later := now.Add(1000 * lookPause); !p.take("conta", []string{"one more"}, later) || p.take("conta", []string{"two more"}, later) {
		t.Error("the one place that is free is not found, or another one is")
	}
	if seen.n != 2000 {
		t.Errorf("looked %d times by the second look", seen.n)
	}
}

// BenchmarkAboveAShare is of calls of an account that has its thousand in flight, one a tenth of a millisecond.
func BenchmarkAboveAShare(b *testing.B) {
	p := &newLanes(Config{AccountBulk: 1000}, &looks{}).bulk
	now := time.Now()
	for n := range 1000 {
		p.take("conta", []string{fmt.Sprint(n)}, now)
	}
	one := []string{"one more"}
	for b.Loop() {
		now = now.Add(100 * time.Microsecond)
		p.take("conta", one, now)
	}
}
