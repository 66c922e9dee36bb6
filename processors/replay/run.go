package replay

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"lavra.dev/platform/cputime"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/patience"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Pace bounds what a replay takes of the machine and of the log.
type Pace struct {
	Rate    float64 // documents a second
	Workers int     // at once
	Told    func(done, all int)
}

func (p Pace) check() error {
	if p.Rate <= 0 || p.Workers < 1 {
		return errors.New("want a rate above zero, and a worker or more")
	}
	return nil
}

// over does one thing to all of a list, at a pace.
func over[T any](ctx context.Context, list []T, p Pace, do func(context.Context, T) error) error {
	if err := p.check(); err != nil {
		return err
	}
	group, working := errgroup.WithContext(ctx)
	group.SetLimit(p.Workers)
	var mu sync.Mutex
	done := 0
	for n, one := range list {
		if n > 0 {
			if err := patience.Sleep(working, time.Duration(float64(time.Second)/p.Rate)); err != nil {
				break // the group says why
			}
		}
		group.Go(func() error {
			if err := do(working, one); err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			if done++; p.Told != nil {
				p.Told(done, len(list))
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return ctx.Err()
}

// Run gives each document the result that it would have now, in the shadow of
// its own. Those that the run has done before are left out, so that a run that was
// stopped goes on where it was. It gives how many could not be run.
func (r *Replay) Run(ctx context.Context, run string, step event.Step, documents []*Document, pace Pace) (failed int, err error) {
	done := map[string]bool{}
	if err := r.shadows(ctx, run, func(s Shadow) error { done[s.ID] = true; return nil }); err != nil {
		return 0, err
	}
	var left []*Document
	for _, d := range documents {
		if !done[d.ID] {
			left = append(left, d)
		}
	}
	var mu sync.Mutex
	err = over(ctx, left, pace, func(ctx context.Context, d *Document) error {
		end, from, err := r.again(ctx, step, d)
		if !isOfDocument(err) {
			return err
		}
		if err != nil {
			r.Logger.Warn("a document could not be run again", "request_id", d.ID, "error", err)
			mu.Lock()
			defer mu.Unlock()
			failed++
			return nil
		}
		return r.writeShadow(ctx, run, d, from, end)
	})
	return failed, err
}

// errPanic says that a step's code broke over a document.
var errPanic = errors.New("the step panicked")

// isOfDocument reports whether an error is of one document alone, and not of a part
// that is away for all.
func isOfDocument(err error) bool {
	var permanent *stage.PermanentError
	return err == nil || errors.As(err, &permanent) || errors.Is(err, kafka.ErrUndecodable) || errors.Is(err, kafka.ErrGone) || errors.Is(err, errPanic)
}

// again runs one document, and says from what.
func (r *Replay) again(ctx context.Context, step event.Step, d *Document) (end event.Completed, from string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errPanic, p)
		}
	}()
	before, err := r.result(ctx, d.Result)
	if err != nil {
		return end, "", err
	}
	request := before.Request
	request.Revision = d.Revision + 1
	if d.Kept != nil {
		end, err = r.fromKept(ctx, step, *d.Kept, request)
		if !errors.Is(err, kafka.ErrGone) && !errors.Is(err, kafka.ErrUndecodable) {
			return end, "event", err
		}
	}
	end, err = r.fromFile(ctx, request)
	return end, "file", err
}

// fromKept goes on from a record of the way, for the request as it is now.
func (r *Replay) fromKept(ctx context.Context, step event.Step, at event.Pointer, request event.Request) (event.Completed, error) {
	rec, err := r.Kafka.ReadAt(ctx, at)
	if err != nil {
		return event.Completed{}, err
	}
	switch step {
	case event.StepClassification:
		var in event.Read
		if err := r.Kafka.Decode(ctx, rec, &in); err != nil {
			return event.Completed{}, err
		}
		in.Request = request
		return r.Steps.FromRead(ctx, in)
	case event.StepExtraction:
		var in event.Classified
		if err := r.Kafka.Decode(ctx, rec, &in); err != nil {
			return event.Completed{}, err
		}
		in.Request = request
		return r.Steps.FromClassified(ctx, in)
	default:
		var in event.Extracted
		if err := r.Kafka.Decode(ctx, rec, &in); err != nil {
			return event.Completed{}, err
		}
		in.Request = request
		return r.Steps.FromExtracted(ctx, in)
	}
}

// fromFile goes the whole way.
func (r *Replay) fromFile(ctx context.Context, request event.Request) (event.Completed, error) {
	measured, stop := cputime.Start(ctx)
	in, err := r.Files.Read(measured, request, time.Now().UTC())
	stop()
	if err != nil {
		return event.Completed{}, err
	}
	return r.Steps.FromRead(ctx, in)
}

// writeShadow notes the result that a document would have.
func (r *Replay) writeShadow(ctx context.Context, run string, d *Document, from string, end event.Completed) error {
	end.EventID = event.ID(d.ID, "shadow "+run, end.Request.Revision)
	end.CompletedAt = time.Now().UTC().Truncate(time.Millisecond)
	_, err := r.Kafka.Produce(ctx, topic.Shadow, d.ID, end,
		header(headerRun, run), header(headerFrom, from), header(headerBase, string(kafka.FormatPointer(d.Result))))
	if err != nil {
		return fmt.Errorf("writing a shadow: %w", err)
	}
	return nil
}
