package kafka

import (
	"context"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
)

// Listed takes the answer of one of Admin's questions for offsets as it comes,
// and makes one error of the two that it tells of: that of the question, and
// that of a partition.
func Listed(offsets kadm.ListedOffsets, err error) (kadm.ListedOffsets, error) {
	if err == nil {
		err = offsets.Error()
	}
	if err != nil {
		return nil, err
	}
	return offsets, nil
}

// OffsetsSince gives, for each partition of topics under their names on the
// brokers, the offset of the first record written since, or the end where there
// is none. The ends are asked for first: where nothing was written since, the
// client asks for the end in a second question, and a record written between
// the two would be passed over.
func (k *Kafka) OffsetsSince(ctx context.Context, since time.Time, topics ...string) (kadm.ListedOffsets, error) {
	ends, err := Listed(k.admin.ListEndOffsets(ctx, topics...))
	if err != nil {
		return nil, err
	}
	starts, err := Listed(k.admin.ListOffsetsAfterMilli(ctx, since.UnixMilli(), topics...))
	if err != nil {
		return nil, err
	}
	for topic, partitions := range starts {
		for number, at := range partitions {
			at.Offset = min(at.Offset, ends[topic][number].Offset)
			partitions[number] = at
		}
	}
	return starts, nil
}
