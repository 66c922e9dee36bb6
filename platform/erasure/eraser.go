package erasure

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/requestid"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

const (
	// clockSkew is how far the clocks of brokers and processes may be apart.
	clockSkew = time.Minute

	// afterEnd is how long after a request's end its last record may be written: the
	// result, the status and the order of the callback follow one another at once.
	afterEnd = 5 * time.Minute

	// filePrefix is where uploaded files are: nothing else is deleted on an event's word.
	filePrefix = "files/"
)

// Deps are what an Eraser borrows. Registerer and Logger may be nil.
type Deps struct {
	Kafka      *kafka.Kafka
	Blobs      *blob.Store
	Build      string
	Registerer prometheus.Registerer
	Logger     *slog.Logger
}

// Eraser deletes the files of erased requests, and the bodies of their records
// that were too large for the log. What is written after it has looked, whoever
// reads it drops.
type Eraser struct {
	Deps
	erased prometheus.Counter
}

// NewEraser makes one.
func NewEraser(deps Deps) (*Eraser, error) {
	e := &Eraser{deps, prometheus.NewCounter(prometheus.CounterOpts{
		Name: "lavra_erasure_requests_total",
		Help: "Requests whose file and bodies were deleted because they were erased.",
	})}
	if deps.Registerer != nil {
		if err := deps.Registerer.Register(e.erased); err != nil {
			return nil, fmt.Errorf("registering metrics of the eraser: %w", err)
		}
	}
	return e, nil
}

// Run works until ctx ends.
func (e *Eraser) Run(ctx context.Context) error {
	return stage.Run(ctx, stage.Config{
		Kafka: e.Kafka, Name: topic.GroupErasure, Topics: []string{topic.Erasures}, Workers: 2, Build: e.Build,
		Registerer: e.Registerer, Logger: e.Logger,
	}, e.handle)
}

func (e *Eraser) handle(ctx context.Context, rec *kgo.Record) error {
	var ev event.Erasure
	if err := e.Kafka.Decode(ctx, rec, &ev); err != nil {
		return err
	}
	file, err := e.bodies(ctx, ev)
	if err != nil {
		return err
	}
	if ev.File != nil {
		file = *ev.File
	}
	if strings.HasPrefix(file, filePrefix) {
		if err := e.Blobs.Delete(ctx, file); err != nil {
			return err
		}
	}
	if err := e.Kafka.ForgetKey(ctx, ev.RequestID); err != nil { // last: it may have told of the file
		return err
	}
	e.erased.Inc()
	return nil
}

// bodies deletes those of the request's records, and gives the key of its file
// where one of them names it.
func (e *Eraser) bodies(ctx context.Context, ev event.Erasure) (file string, err error) {
	accepted, ok := requestid.Time(ev.RequestID)
	if !ok {
		return "", nil
	}
	var way []string // under the request's own key
	for _, name := range []string{topic.Submitted, topic.Read, topic.Classified, topic.Extracted} {
		way = append(way, topic.Lanes(name)...)
	}
	visit := func(rec *kgo.Record) error {
		if named := kafka.ReadWay(rec).File; named != "" {
			file = named
		}
		if file == "" && e.Kafka.Name(rec.Topic) == topic.Completed {
			var c event.Completed
			if err := e.Kafka.Decode(ctx, rec, &c); err == nil {
				file = c.Request.File.URI
			}
		}
		return e.Kafka.ForgetBody(ctx, rec)
	}
	for _, name := range append(way, topic.Completed) {
		partition, err := e.Kafka.PartitionOf(ctx, name, ev.RequestID)
		if err != nil {
			return "", err
		}
		if err := e.scan(ctx, name, ev, accepted, ev.EndedAt, &partition, visit); err != nil {
			return "", err
		}
	}
	// Letters and callbacks stand under other keys; there are few of them.
	for _, name := range []string{topic.Dead, topic.Parked, topic.Shadow, topic.WebhooksDue, topic.WebhooksRetry1, topic.WebhooksRetry2, topic.WebhooksDead} {
		if err := e.scan(ctx, name, ev, accepted, nil, nil, visit); err != nil {
			return "", err
		}
	}
	return file, nil
}

// scan visits the request's records in a topic, from its acceptance to some
// minutes after its end, in one partition or in all.
func (e *Eraser) scan(ctx context.Context, name string, ev event.Erasure, accepted time.Time, ended *time.Time, only *int32, visit func(*kgo.Record) error) error {
	broker := e.Kafka.Topic(name)
	from, err := e.Kafka.OffsetsSince(ctx, accepted.Add(-clockSkew), broker)
	if err != nil {
		return err
	}
	to, err := kafka.Listed(e.Kafka.Admin().ListEndOffsets(ctx, broker))
	if ended != nil {
		to, err = e.Kafka.OffsetsSince(ctx, ended.Add(afterEnd), broker)
	}
	if err != nil {
		return fmt.Errorf("finding where %s ends: %w", name, err)
	}
	for partition, end := range to[broker] {
		if only != nil && partition != *only {
			continue
		}
		begin, _ := from.Lookup(broker, partition)
		for rec, err := range e.Kafka.Scan(ctx, kafka.Stretch{Topic: name, Partition: partition, From: begin.Offset, To: end.Offset}) {
			if errors.Is(err, kafka.ErrOpenTransaction) {
				break // what stands behind it was not accepted yet
			}
			if err == nil && kafka.RequestOf(rec) == ev.RequestID {
				err = visit(rec)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}
