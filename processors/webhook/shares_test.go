package webhook

import (
	"fmt"
	"testing"
	"time"
)

// clockedShares have a clock of their own, and calls that turn slow when they are told.
func clockedShares(quick, share int) (*shares, *time.Time) {
	now := time.Now()
	s := newShares(quick, share)
	s.now = func() time.Time { return now }
	return s, &now
}

func (s *shares) mustTake(t *testing.T, to target) *ticket {
	t.Helper()
	c, why := s.take(to)
	if c == nil {
		t.Fatalf("%+v may not start: %v", to, why)
	}
	return c
}

// One host with an address for each document has no more than four endpoints would have.
func TestAHostHasFourShares(t *testing.T) {
	s, _ := clockedShares(64, 4)
	started := 0
	for n := range 100 {
		if c, _ := s.take(target{fmt.Sprint(n), "hangs.example", "acme"}); c != nil {
			started++
		}
	}
	if started != 4*hostFactor {
		t.Errorf("%d calls at once", started)
	}
	s.mustTake(t, target{"x", "other.example", "other"}).end("")
}

// Many hosts that hang leave the quick ones their slots, once their calls are slow.
func TestHostsThatHangLeaveOthersTheirSlots(t *testing.T) {
	s, _ := clockedShares(8, 4)
	healthy := target{"h", "healthy.example", "acme"}
	s.mustTake(t, healthy).end("") // it has answered
	hanging := 0
	for n := range 100 {
		c, _ := s.take(target{fmt.Sprint(n), fmt.Sprintf("%d.example", n), fmt.Sprint("account", n)})
		if c == nil {
			break
		}
		c.slowed()
		hanging++
	}
	if want := 8 * slowFactor; hanging != want {
		t.Errorf("%d calls hang at once, want %d", hanging, want)
	}
	for range 4 {
		s.mustTake(t, healthy)
	}
}

// A host that never answered is asked once at a time when its first call hangs.
func TestOneCallTellsThatANewHostHangs(t *testing.T) {
	s, _ := clockedShares(64, 4)
	to := target{"e", "new.example", "acme"}
	first := s.mustTake(t, to)
	s.mustTake(t, to).end("timeout") // a burst to a new host starts at once
	first.slowed()
	if c, why := s.take(to); c != nil || why != busy {
		t.Errorf("beside a call that hangs another one starts: %v", why)
	}
	first.end("")
	s.mustTake(t, to)
}

// Who waits for a slot has a worker. Hundreds of hosts that hang may not have them all.
func TestHostsThatHangLeaveOthersTheirWorkers(t *testing.T) {
	s, _ := clockedShares(16, 4)
	proven := target{"p", "proven.example", "acme"}
	s.mustTake(t, proven).end("")
	waiting := func() (n int) {
		for n < 100 {
			if _, mayWait := s.queue(target{fmt.Sprint(n), fmt.Sprintf("%d.waits", n), "other"}); !mayWait {
				break
			}
			n++
		}
		return n
	}
	if n := waiting(); n != 100 {
		t.Errorf("%d deliveries to new hosts may wait where none hangs", n)
	}
	s.waiting = 0
	for n := range 2 { // an eighth of 16
		s.mustTake(t, target{fmt.Sprint(n), fmt.Sprintf("%d.hangs", n), "other"}).slowed()
	}
	if n := waiting(); n != 16*waitFactor {
		t.Errorf("%d deliveries to new hosts may wait where some hang, want twice 16", n)
	}
	if _, mayWait := s.queue(proven); !mayWait {
		t.Error("nobody waits for a host that answers")
	}
}

func TestAnAccountLeavesOthersAQuarter(t *testing.T) {
	s, _ := clockedShares(8, 8)
	started := 0
	for n := range 8 {
		host := target{fmt.Sprint(n), fmt.Sprintf("%d.example", n), "acme"}
		s.load("h " + host.host).proven = true
		if c, _ := s.take(host); c != nil {
			started++
		}
	}
	if started != 6 {
		t.Errorf("%d calls of one account at once", started)
	}
	s.mustTake(t, target{"x", "other.example", "other"})
}

func TestWhatMostlyFailsIsProbedUntilItAnswers(t *testing.T) {
	for class, others := range map[string]bool{"timeout": false, "status_5xx": true} {
		t.Run(class, func(t *testing.T) {
			s, now := clockedShares(64, 4)
			to := target{"a", "a.example", "acme"}
			for range breakerBad {
				c := s.mustTake(t, to)
				*now = now.Add(15 * time.Second)
				c.end(class)
			}
			if c, why := s.take(to); c != nil || why != failing {
				t.Error("the breaker is not open")
			}
			// What hangs is the host's fault; what answers badly is the endpoint's alone.
			if c, _ := s.take(target{"b", "a.example", "other"}); (c != nil) != others {
				t.Errorf("another endpoint of the host may start: %v", c != nil)
			} else if c != nil {
				c.end("")
			}
			*now = now.Add(15 * time.Second)
			probe := s.mustTake(t, to)
			if c, _ := s.take(to); c != nil {
				t.Error("a second one goes beside the probe")
			}
			probe.end("")
			for range 4 {
				s.mustTake(t, to)
			}
		})
	}
}

func TestAllSlotsComeBack(t *testing.T) {
	s, now := clockedShares(8, 4)
	for n, class := range []string{"", "timeout", "status_4xx", classCut, "token"} {
		c := s.mustTake(t, target{fmt.Sprint(n), fmt.Sprintf("%d.example", n), "acme"})
		if n%2 == 0 {
			c.slowed()
		}
		c.end(class)
		c.slowed() // a timer that was late
	}
	if quick, slow, _ := s.counts(); quick != 0 || slow != 0 || s.unproven != 0 {
		t.Errorf("%d quick, %d slow, %d unproven are still at work", quick, slow, s.unproven)
	}
	for key, l := range s.loads {
		if l.atWork != 0 {
			t.Errorf("%s has %d at work", key, l.atWork)
		}
	}
	*now = now.Add(2 * forgetAfter)
	s.mustTake(t, target{"x", "x.example", "x"})
	if len(s.loads) != 3 {
		t.Errorf("%d are remembered", len(s.loads))
	}
}
