package sink

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/patience"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/topic"
)

// Classes of the sink's dead letters.
const (
	classPoison  = "poison"  // it cannot be decoded
	classRefused = "refused" // the query store does not take its rows
)

// bury writes a record, byte for byte, to the dead letters, and tries until
// that is acknowledged. After a crash it may be there twice.
func (p *partition) bury(e *entry) error {
	dead := p.deadLetter(e, time.Now())
	for wait := patience.FirstWait; ; wait = min(2*wait, patience.LongWait) {
		// ProduceRecord puts the prefix on the topic's name, so each try has a
		// record of its own.
		attempt := *dead
		_, err := p.sink.kafka.ProduceRecord(p.ctx, &attempt)
		if err == nil {
			return nil
		}
		if errors.Is(err, kafka.ErrTooLarge) && dead.Value != nil {
			// A stranger's record; it stays where it was for as long as its
			// topic keeps it.
			dead.Headers = append(dead.Headers, header(stage.HeaderDropped, strconv.Itoa(len(dead.Value))))
			dead.Value = nil
			continue
		}
		p.sink.log.Warn("burying a record failed, will be tried again", "error", err)
		if err := patience.Sleep(p.ctx, wait); err != nil {
			return err
		}
	}
}

func (p *partition) deadLetter(e *entry, now time.Time) *kgo.Record {
	class := classRefused
	if len(e.rows) == 0 {
		class = classPoison
	}
	stamp := now.UTC().Format(time.RFC3339Nano)
	return &kgo.Record{
		Topic: topic.Dead,
		Key:   e.record.Key,
		Value: e.record.Value,
		Headers: append(append([]kgo.RecordHeader(nil), e.record.Headers...),
			header(stage.HeaderTopic, p.name),
			header(stage.HeaderPartition, strconv.Itoa(int(e.record.Partition))),
			header(stage.HeaderOffset, strconv.FormatInt(e.record.Offset, 10)),
			header(stage.HeaderStage, topic.GroupSink),
			header(stage.HeaderClass, class),
			header(stage.HeaderReason, fmt.Sprint(e.dead)),
			header(stage.HeaderAttempts, "1"),
			header(stage.HeaderFirstFailure, stamp),
			header(stage.HeaderLastFailure, stamp),
			header(stage.HeaderBuild, p.sink.cfg.Build),
		),
	}
}

func header(key, value string) kgo.RecordHeader {
	return kgo.RecordHeader{Key: key, Value: []byte(value)}
}
