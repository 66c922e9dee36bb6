package status

import (
	"time"

	"lavra.dev/schemas/event"
)

// overdueAfter is how long a request that was begun may stand at one step: the
// longest file takes the reader five minutes, and a retry waits half a minute.
// One that was not begun yet waits its turn, for as long as the backlog lasts.
const overdueAfter = 15 * time.Minute

// overdue counts the requests held that do not move. The lock is given back
// now and then, since a million take some milliseconds.
func (x *Index) overdue(now time.Time) (count int) {
	before := now.Add(-overdueAfter).UnixMilli()
	for first := 0; ; first += chunkSize {
		n, more := x.overdueFrom(first, before)
		count += n
		if !more {
			return count
		}
	}
}

func (x *Index) overdueFrom(first int, before int64) (count int, more bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	received := x.entries.names.numbers[string(event.StepReceived)]
	last := min(first+chunkSize, x.entries.used)
	for n := first; n < last; n++ {
		// Nothing but its acceptance is known of one whose rank is below zero.
		if e := x.entries.slot(n); e.outcome == 0 && e.rank >= 0 && e.step != received && e.at < before {
			count++
		}
	}
	return count, last < x.entries.used
}
