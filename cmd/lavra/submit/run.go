package submit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
)

// run is one run over the sources: batches go out side by side, each is followed
// to its end by who sent it, so what is under way is bounded by parallel x files.
type run struct {
	sources  *sources
	client   *client
	journal  *journal
	output   *output
	progress *progress

	parallel, files int
	bytes           int64
	sync, noWait    bool
}

// all sends and follows everything.
func (r *run) all(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	batches := make(chan *batch)
	group.Go(func() error {
		defer close(batches)
		return r.gather(ctx, batches)
	})
	group.Go(func() error { return r.count(ctx) })
	for range r.parallel {
		group.Go(func() error {
			for b := range batches {
				if err := r.through(ctx, b); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
}

// gather gives out what an earlier run left open, and then all that was not sent.
func (r *run) gather(ctx context.Context, to chan<- *batch) error {
	give := func(b *batch) error {
		select {
		case to <- b:
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	seen := r.journal.settled // of no other use once the run is on its way
	pending := r.journal.pending()
	for _, b := range pending {
		for _, d := range b.Docs {
			seen[d.mark()] = struct{}{}
		}
	}
	for _, b := range pending {
		if err := give(b); err != nil {
			return err
		}
	}
	g := newGatherer(r.files, r.bytes, func(docs []Document) error {
		b, err := r.journal.intend(docs)
		if err != nil {
			return err
		}
		return give(b)
	})
	err := r.sources.each(ctx, func(d Document) error {
		if _, known := seen[d.mark()]; known {
			return nil
		}
		seen[d.mark()] = struct{}{}
		return g.add(d)
	})
	if err != nil {
		return err
	}
	return g.flushAll()
}

// count walks the sources a second time, for the progress line alone.
func (r *run) count(ctx context.Context) error {
	n := 0
	err := r.sources.each(ctx, func(Document) error { n++; return nil })
	if err == nil {
		r.progress.counted(n)
	}
	return nil // what cannot be walked is said by who sends
}

// through takes a batch to its end.
func (r *run) through(ctx context.Context, b *batch) error {
	if b.sent == nil {
		a, result, err := r.client.send(ctx, b.Docs, r.journal.key(b), r.sync)
		var no *refused
		var file *unreadable
		switch {
		case errors.As(err, &no) && no.status == http.StatusConflict:
			return r.changed(b, no)
		case errors.As(err, &no):
			return r.divide(ctx, b, named(b.Docs, no), no)
		case errors.As(err, &file):
			return r.divide(ctx, b, file.index, file)
		case err != nil:
			return err
		}
		if err := r.journal.accept(b, a); err != nil {
			return err
		}
		if result != nil {
			row, err := syncRow(b.Docs[0], result)
			if err != nil {
				return fmt.Errorf("reading the answer to /extract/sync: %w", err)
			}
			return r.settle(b, 0, row)
		}
	}
	if r.noWait {
		return r.leave(b)
	}
	return r.follow(ctx, b)
}

// named finds the document that a refusal is about: the interface ends it with
// the file's name. -1: it does not say.
func named(docs []Document, no *refused) int {
	if len(docs) == 1 {
		return 0
	}
	for i := range docs {
		if no.status == http.StatusBadRequest && strings.HasSuffix(no.message, "(arquivo: "+partName(docs, i)+")") {
			return i
		}
	}
	return -1
}

// divide goes on without the document that kept a batch from being taken. Where
// it is not known which one that is, each half is tried for itself.
func (r *run) divide(ctx context.Context, b *batch, bad int, why error) error {
	var rest [][]Document
	if bad >= 0 {
		if err := r.settle(b, bad, refusedRow(b.Docs[bad], why)); err != nil {
			return err
		}
		rest = [][]Document{append(b.Docs[:bad:bad], b.Docs[bad+1:]...)}
	} else {
		half := len(b.Docs) / 2
		rest = [][]Document{b.Docs[:half:half], b.Docs[half:]}
	}
	if err := r.journal.drop(b); err != nil {
		return err
	}
	for _, docs := range rest {
		if len(docs) == 0 {
			continue
		}
		next, err := r.journal.intend(docs)
		if err != nil {
			return err
		}
		if err := r.through(ctx, next); err != nil {
			return err
		}
	}
	return nil
}

// changed gives up a batch that was taken in an earlier run, when its files were
// others: to send it again would make it twice.
func (r *run) changed(b *batch, no *refused) error {
	for i, d := range b.Docs {
		why := fmt.Errorf("sent by an earlier run, and a file of its call has changed since: %w", no)
		if err := r.settle(b, i, refusedRow(d, why)); err != nil {
			return err
		}
	}
	return nil
}

// settle writes the result of a document.
func (r *run) settle(b *batch, i int, row Row) error {
	err := r.journal.settle(b, i, func() (int64, error) { return r.output.write(row) })
	if err == nil {
		r.progress.ended(row.Status)
	}
	return err
}

// leave notes what was accepted, for those who fetch results elsewhere.
func (r *run) leave(b *batch) error {
	for i, d := range b.Docs {
		if b.done[i] {
			continue
		}
		row := rowOf(d)
		row.RequestID, row.Status = b.sent.IDs[i], outcomeAccepted
		if err := r.settle(b, i, row); err != nil {
			return err
		}
	}
	return nil
}

// Waits between looks at a batch. Most documents end within a second; long ones
// are not asked about often.
const (
	firstLook = 50 * time.Millisecond
	lastLook  = 2 * time.Second
)

// follow writes the results of a batch as they come.
func (r *run) follow(ctx context.Context, b *batch) error {
	wait := firstLook
	for b.open() > 0 {
		ended, err := r.ended(ctx, b)
		if err != nil {
			return err
		}
		if len(ended) > 0 {
			wait = firstLook
		}
		for _, i := range ended {
			if err := r.fetch(ctx, b, i); err != nil {
				return err
			}
		}
		if b.open() == 0 {
			return nil
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
		wait = min(2*wait, lastLook)
	}
	return nil
}

const inProgress = "in_progress"

// ended are the documents that have ended and have no result here yet.
func (r *run) ended(ctx context.Context, b *batch) (ended []int, err error) {
	if b.sent.BatchID == "" {
		return []int{0}, nil // fetch looks itself
	}
	at, err := r.client.batchStatus(ctx, b.sent.BatchID)
	var no *refused
	if errors.As(err, &no) && no.status == http.StatusNotFound {
		at, err = nil, nil // fetch says of each that it is unknown
	}
	if err != nil {
		return nil, err
	}
	for i, id := range b.sent.IDs {
		if !b.done[i] && (at == nil || at[id] != "" && at[id] != inProgress) {
			ended = append(ended, i)
		}
	}
	return ended, nil
}

func (r *run) fetch(ctx context.Context, b *batch, i int) error {
	rec, err := r.client.status(ctx, b.sent.IDs[i])
	var no *refused
	if errors.As(err, &no) {
		row := refusedRow(b.Docs[i], fmt.Errorf("accepted as %s, and now: %w", b.sent.IDs[i], no))
		return r.settle(b, i, row)
	}
	if err != nil {
		return err
	}
	if rec.Status == inProgress {
		return nil
	}
	if string(rec.Payload) == "null" {
		rec.Payload = json.RawMessage(nil)
	}
	return r.settle(b, i, endedRow(b.Docs[i], rec))
}
