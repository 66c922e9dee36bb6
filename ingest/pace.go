package ingest

import "time"

// pace is how fast the requests of an account end while it is at its bounds.
type pace struct {
	since time.Time
	asked time.Time
	ended cost
}

const (
	// An account that was not at its bounds for so long is measured anew; what ended before counts half.
	paceWindow = time.Minute
	// An account of which no pace is known comes back then: a page takes about a second.
	unknownWait = 5 * time.Second
)

// count takes in what has ended since the last time.
func (p *pace) count(ended cost, now time.Time) {
	if now.Sub(p.asked) > paceWindow {
		*p = pace{since: now, asked: now} // nobody saw when it ended
		return
	}
	p.asked = now
	p.ended.pages += ended.pages
	p.ended.bytes += ended.bytes
	if took := now.Sub(p.since); took > paceWindow {
		p.since = now.Add(-took / 2)
		p.ended.pages /= 2
		p.ended.bytes /= 2
	}
}

// wait estimates how long it takes until so much has ended.
func (p *pace) wait(c cost, now time.Time) time.Duration {
	took := now.Sub(p.since)
	pages, known := timeOf(int64(c.pages), int64(p.ended.pages), took)
	bytes, knownToo := timeOf(c.bytes, p.ended.bytes, took)
	if !known || !knownToo {
		return unknownWait
	}
	return min(max(pages, bytes), paceWindow/2) // before the pace is forgotten
}

// timeOf is how long n take where as many as ended took so long.
func timeOf(n, ended int64, took time.Duration) (after time.Duration, known bool) {
	if n <= 0 {
		return 0, true
	}
	if ended <= 0 || took <= 0 {
		return 0, false
	}
	return time.Duration(float64(took) / float64(ended) * float64(n)), true
}
