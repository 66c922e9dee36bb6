package replay

import (
	"context"
	"fmt"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// Headers of documents.shadow. A record without a value says what became of the
// shadow of its key.
const (
	headerRun  = "lavra-run"
	headerFrom = "lavra-from" // event or file
	headerBase = "lavra-base" // the result it is compared with
	headerTook = "lavra-took" // it took the place of that
)

// Shadow is a result that a document would have.
type Shadow struct {
	ID, From string
	Base     event.Pointer
	Applied  bool // it has taken the place of the base

	at event.Pointer
}

func header(key, value string) kgo.RecordHeader {
	return kgo.RecordHeader{Key: key, Value: []byte(value)}
}

// shadows gives those of a run, in the order of the log; that of a document
// comes again where something became of it.
func (r *Replay) shadows(ctx context.Context, run string, take func(Shadow) error) error {
	since, err := begun(run)
	if err != nil {
		return fmt.Errorf("%s: %w", run, err)
	}
	for rec, err := range r.Kafka.ScanSince(ctx, topic.Shadow, since.Add(-clockSkew)) {
		if err != nil {
			return fmt.Errorf("reading shadows: %w", err)
		}
		s, of := r.shadowOf(rec)
		if of != run {
			continue
		}
		if err := take(s); err != nil {
			return err
		}
	}
	return nil
}

func (r *Replay) shadowOf(rec *kgo.Record) (s Shadow, run string) {
	s = Shadow{ID: string(rec.Key), at: r.pointer(rec)}
	for _, h := range rec.Headers {
		switch h.Key {
		case headerRun:
			run = string(h.Value)
		case headerFrom:
			s.From = string(h.Value)
		case headerBase:
			if p := kafka.ParsePointer(string(h.Value)); p != nil {
				s.Base = *p
			}
		case headerTook:
			s.Applied = true
		}
	}
	return s, run
}

// all are the shadows of a run, one for each document.
func (r *Replay) all(ctx context.Context, run string) ([]*Shadow, error) {
	var order []*Shadow
	byID := map[string]*Shadow{}
	err := r.shadows(ctx, run, func(s Shadow) error {
		known := byID[s.ID]
		switch {
		case known == nil && !s.Applied:
			byID[s.ID] = &s
			order = append(order, &s)
		case known != nil && s.Applied:
			known.Applied = true
		}
		return nil
	})
	if err == nil && len(order) == 0 {
		err = fmt.Errorf("%s: %w, or nothing of it is kept", run, ErrRun)
	}
	return order, err
}
