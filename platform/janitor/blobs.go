package janitor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/topic"
)

const (
	// A blob is written before the record that names it. An hour covers the
	// slowest upload of the largest batch between the two.
	blobBeforeRecord = time.Hour

	// What a process that died left half written.
	unfinishedSuffix = ".tmp"
	keepUnfinished   = 24 * time.Hour

	// Where there are more letters than can be told apart, all that the oldest may need stays.
	letterAge = 31 * 24 * time.Hour

	// A request's key outlives what it opens: a letter of 30 days that is put back on its last
	// one, and the result of that, which is kept for 7.
	keepKeys = letterAge + 8*24*time.Hour
)

// SweepBlobs deletes blobs that are older than they are kept and older than
// anything still to be worked on: a backlog may be longer than files are kept.
// What an open letter needs stays as long as the letter.
func (j *Janitor) SweepBlobs(ctx context.Context) error {
	if j.blobs == nil {
		return nil
	}
	oldest, err := j.oldestWork(ctx)
	if err != nil {
		return err
	}
	needed, complete, err := j.needed(ctx)
	if err != nil {
		return err
	}
	now := time.Now()
	if letters := now.Add(-letterAge); !complete && (oldest.IsZero() || letters.Before(oldest)) {
		oldest = letters
	}
	var faults []error
	n := 0
	for b, err := range j.blobs.List(ctx, "") {
		if err != nil {
			return fmt.Errorf("cleaning up blobs: %w", err)
		}
		if needed[b.Key] || !b.Modified.Before(j.bound(b.Key, now, oldest)) {
			continue
		}
		if err := j.blobs.Delete(ctx, b.Key); err != nil {
			faults = append(faults, fmt.Errorf("cleaning up blobs: %w", err))
			if len(faults) == 10 { // the store is away, not one blob
				break
			}
			continue
		}
		n++
	}
	j.deleted.Add(float64(n))
	if n > 0 {
		j.log.Info("old blobs deleted", "blobs", n)
	}
	return errors.Join(faults...)
}

// bound is the age past which a blob goes.
func (j *Janitor) bound(key string, now, oldestWork time.Time) time.Time {
	if strings.HasSuffix(key, unfinishedSuffix) {
		return now.Add(-keepUnfinished)
	}
	keep := j.cfg.KeepFiles
	if strings.HasPrefix(key, kafka.BodyPrefix) {
		keep = j.cfg.KeepBodies
	}
	if strings.HasPrefix(key, kafka.KeyPrefix) {
		keep = max(keepKeys, j.cfg.KeepFiles+letterAge)
	}
	bound := now.Add(-keep)
	if !oldestWork.IsZero() && oldestWork.Add(-blobBeforeRecord).Before(bound) {
		bound = oldestWork.Add(-blobBeforeRecord)
	}
	return bound
}

// oldestWork is when the oldest record that is still to be worked on was
// written; zero if there is none.
func (j *Janitor) oldestWork(ctx context.Context) (oldest time.Time, err error) {
	var groups []string
	for _, d := range j.declared {
		for _, group := range d.Readers {
			if !slices.Contains(groups, group) {
				groups = append(groups, group)
			}
		}
	}
	lags, err := j.kafka.Lags(ctx, groups...)
	if err != nil {
		return oldest, err
	}
	for _, l := range lags {
		d, known := topic.Lookup(l.Topic)
		if !known || !d.Read() || l.Oldest.IsZero() {
			continue
		}
		if oldest.IsZero() || l.Oldest.Before(oldest) {
			oldest = l.Oldest
		}
	}
	return oldest, nil
}
