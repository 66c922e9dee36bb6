package embedded

import (
	"context"
	"errors"
	"time"

	"lavra.dev/platform/health"
)

// A disk that is full tears what the engine writes: of a write that fails while it finishes a
// file it takes no notice (26.7). A merged part takes the place of its sources like that, and each
// question about its rows is answered with exception 246 from then on; an inserted one is
// acknowledged; the definition of a table that is altered is left empty.
//
// So nothing is begun that writes where the disk has less than health.Enough left. What was
// under way when others filled it is mended by a new engine, started after each such time: an
// engine that starts compares all parts with their checksums, sets torn ones aside and takes their
// sources back, as long as it still has them.

const (
	diskLook = 250 * time.Millisecond

	// A disk that fills and empties by turns does not start the engine at each turn.
	roomSettles = 5 * time.Second

	// sourcesKept is safely below old_parts_lifetime, 8 minutes, after which a merged part's
	// sources are deleted.
	sourcesKept = 5 * time.Minute
)

// errWasFull ends an engine that may have torn a part.
var errWasFull = errors.New("the disk was full")

// diskFull reports whether nothing more is to be written to a folder's disk.
func diskFull(folder string) bool { return health.Disk(folder)(context.Background()) != nil }

// watchDisk asks for a new engine each time that one may have torn a part.
func (c *ClickHouse) watchDisk(ctx context.Context) {
	ticker := time.NewTicker(diskLook)
	defer ticker.Stop()
	var disk fullDisk
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-ticker.C:
			if disk.look(c.cfg.diskFull(c.cfg.Dir), now) {
				select {
				case c.wasFull <- struct{}{}:
				default: // it is asked for already
				}
			}
		}
	}
}

// fullDisk follows how full the disk is.
type fullDisk struct {
	since time.Time // first seen full since the engine was last asked for; zero: it was not
	last  time.Time // last seen full
}

// look takes what is seen now, and reports whether the engine is to be started again: when there
// is room again, or before the sources of what was torn are deleted.
func (d *fullDisk) look(full bool, now time.Time) bool {
	if full {
		d.last = now
		if d.since.IsZero() {
			d.since = now
		}
	}
	if d.since.IsZero() || now.Sub(d.last) < roomSettles && now.Sub(d.since) < sourcesKept {
		return false
	}
	d.since = time.Time{}
	return true
}
