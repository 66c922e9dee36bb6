package submit

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// progress tells a person how far a run is.
type progress struct {
	w        io.Writer
	terminal bool
	start    time.Time

	mu       sync.Mutex
	total    int // 0: not counted yet
	before   int // ended in earlier runs
	outcomes map[string]int
	retries  map[string]int
}

func newProgress(w io.Writer, before int) *progress {
	p := &progress{w: w, start: time.Now(), before: before, outcomes: map[string]int{}, retries: map[string]int{}}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return p
}

func (p *progress) ended(outcome string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.outcomes[outcome]++
}

func (p *progress) retried(reason string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.retries[reason]++
}

func (p *progress) counted(total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total = total
}

func (p *progress) count(outcomes ...string) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, outcome := range outcomes {
		n += p.outcomes[outcome]
	}
	return n
}

// run shows the line until ctx ends: all the time on a terminal, twice a minute
// in a log.
func (p *progress) run(ctx context.Context) {
	every := 30 * time.Second
	if p.terminal {
		every = 200 * time.Millisecond
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			if p.terminal {
				fmt.Fprint(p.w, "\r\033[K")
			}
			return
		case <-tick.C:
			if p.terminal {
				fmt.Fprintf(p.w, "\r\033[K%s", p.line())
			} else {
				fmt.Fprintln(p.w, p.line())
			}
		}
	}
}

func (p *progress) line() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := 0
	for _, n := range p.outcomes {
		now += n
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d", p.before+now)
	if p.total > 0 {
		fmt.Fprintf(&b, " of %d", p.total)
	}
	fmt.Fprint(&b, " documents")
	if rate := float64(now) / time.Since(p.start).Seconds(); now > 0 {
		fmt.Fprintf(&b, ", %.1f/s", rate)
		if left := p.total - p.before - now; left > 0 {
			fmt.Fprintf(&b, ", %s left", time.Duration(float64(left)/rate*float64(time.Second)).Round(time.Second))
		}
	}
	return b.String() + told(":", p.outcomes) + told("; tried again after:", p.retries)
}

// summary ends a run.
func (p *progress) summary(left string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := 0
	for _, n := range p.outcomes {
		now += n
	}
	text := fmt.Sprintf("%d documents in %.1f s%s%s", now, time.Since(p.start).Seconds(), told(":", p.outcomes), told("; tried again after:", p.retries))
	if p.before > 0 {
		text += fmt.Sprintf("; %d were done before", p.before)
	}
	return text + left
}

// told lists counts by name, the usual ones first.
func told(lead string, counts map[string]int) string {
	var b strings.Builder
	name := func(name string) {
		if n := counts[name]; n > 0 {
			fmt.Fprintf(&b, " %d %s", n, name)
		}
	}
	usual := []string{"success", "partial_success", "failed", outcomeRefused, outcomeAccepted, "no connection", "429", "500", "502", "503", "504"}
	for _, n := range usual {
		name(n)
	}
	if b.Len() == 0 {
		return ""
	}
	return lead + b.String()
}
