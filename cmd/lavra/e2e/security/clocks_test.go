package security

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

const (
	calls  = 100 // in a round: the slowest but one of a hundred is the p99
	rounds = 3   // of which the median counts

	mostTimes = 3.0 // that a call may take of its time alone

	// From how much of the machine other programs have the time of a call says nothing of the
	// service any more: what the service's own clocks say is judged then, alone.
	mostOthers = 0.1
)

// taken is what calls took: the median of the rounds.
type taken struct {
	mean, slow time.Duration // wall clock; slow is the p99
	work       time.Duration // p99 of what the cores did for the service during a call
	others     float64       // share of the machine that other programs had
}

// repeated makes rounds of synchronous calls; nil where one is not answered.
func (s *target) repeated(t *testing.T) *taken {
	t.Helper()
	clocks := follow(s.process.PID())
	defer clocks.stop()
	var all []taken
	began := clocks.reading()
	for range rounds {
		one := s.measure(t, clocks, calls)
		if one == nil {
			return nil
		}
		all = append(all, *one)
	}
	return &taken{mean: median(all, func(o taken) time.Duration { return o.mean }), slow: median(all, func(o taken) time.Duration { return o.slow }),
		work: median(all, func(o taken) time.Duration { return o.work }), others: began.othersUntil(clocks.reading())}
}

func median(all []taken, of func(taken) time.Duration) time.Duration {
	var values []time.Duration
	for _, one := range all {
		values = append(values, of(one))
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// beside says how a client fares beside others, in words that begin with what is expected where
// it is served in three times its time alone. Two clocks tell: the wall's, where the machine is
// ours, and the sum of those of the service's processes. That sum, by core, is what a call took
// if the service had all cores, and more than it took if it had not; so it holds no other
// program against the service, at the price of what it lets pass on a busy machine: up to as
// many times as there are cores.
func (under *taken) beside(alone *taken, who string) string {
	if under == nil || alone == nil {
		return who + " got no answer"
	}
	wall := float64(under.slow) / float64(alone.slow)
	work := float64(under.work) / float64(runtime.NumCPU()) / float64(alone.work)
	others := max(alone.others, under.others)
	verdict := "is served"
	if work > mostTimes || wall > mostTimes && others < mostOthers {
		verdict = "waits"
	}
	return fmt.Sprintf("%s %s, p99 %.1f times alone (%d, %d ms), %.1f by the service's clocks; other programs had %.0f%%",
		who, verdict, wall, alone.slow.Milliseconds(), under.slow.Milliseconds(), work, 100*others)
}

// clocks sums the processor time of a process and all below it, to the nanosecond.
type clocks struct {
	root  int
	ended chan struct{}
	done  sync.WaitGroup
	mu    sync.Mutex
	last  map[int]time.Duration // by process, also of those that are gone
}

func follow(root int) *clocks {
	c := &clocks{root: root, ended: make(chan struct{}), last: map[int]time.Duration{}}
	c.look()
	c.done.Go(func() {
		for {
			select {
			case <-c.ended:
				return
			case <-time.After(200 * time.Millisecond): // a look takes some milliseconds
				c.look()
			}
		}
	})
	return c
}

func (c *clocks) stop() {
	close(c.ended)
	c.done.Wait()
}

// look finds the processes that are there now.
func (c *clocks) look() {
	parents := map[int]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, _ := os.ReadFile(path) // empty where it has ended
		_, after, _ := strings.Cut(string(text), ") ")
		if fields := strings.Fields(after); len(fields) > 1 {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			parents[pid], _ = strconv.Atoi(fields[1])
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for pid := range parents {
		for up := pid; up != 0; up = parents[up] {
			if _, known := c.last[pid]; up == c.root && !known {
				c.last[pid] = 0
			}
		}
	}
}

// worked is the processor time so far.
func (c *clocks) worked() (sum time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for pid, last := range c.last {
		c.last[pid] = max(last, clockOf(pid))
		sum += c.last[pid]
	}
	return sum
}

// clockOf reads the processor clock of another process: see clock_getcpuclockid(3).
func clockOf(pid int) time.Duration {
	const scheduled = 2
	var at unix.Timespec
	if unix.ClockGettime(int32(^pid<<3|scheduled), &at) != nil {
		return 0 // it has ended
	}
	return time.Duration(at.Nano())
}

// reading is how much the machine, the service and this test worked.
type reading struct {
	at            time.Time
	machine, ours time.Duration
}

func (c *clocks) reading() reading {
	r := reading{at: time.Now(), ours: c.worked() + clockOf(os.Getpid())}
	text, _ := os.ReadFile("/proc/stat")
	line, _, _ := strings.Cut(string(text), "\n")
	for i, field := range strings.Fields(line) {
		if n, _ := strconv.Atoi(field); i >= 1 && i <= 8 && i != 4 && i != 5 { // not idle, not waiting for a disk
			r.machine += time.Duration(n) * time.Second / 100
		}
	}
	return r
}

// othersUntil is the share of the machine that other programs had between two readings.
func (r reading) othersUntil(later reading) float64 {
	others := (later.machine - r.machine) - (later.ours - r.ours)
	return max(0, float64(others)/float64(later.at.Sub(r.at))/float64(runtime.NumCPU()))
}
