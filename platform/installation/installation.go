// Package installation ties the parts of an installation together: the log names
// the blob store that belongs to it, and the store carries that name; and the log
// says what the identifiers of its schema registry mean.
//
// In come a log and a store; out goes a store that is away from then on while
// its mark is missing or another's. A disk that is not mounted, a bucket that
// was wiped and a folder that another process uses are told from an empty store
// before a document fails for want of its file. Nothing here moves a blob.
package installation

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/patience"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

var (
	errNoMark = errors.New("it has no mark, and the log has documents: is its disk mounted, is LAVRA_BLOB_URL the same for all services? " +
		"Where it is lost for good, `lavra blobs adopt` takes the one that is there")
	errOther = errors.New("it belongs to another log: LAVRA_BLOB_URL has to be the same for all services of one installation, and of no two. " +
		"Where it is to be this one's, `lavra blobs adopt` takes it")
)

// key is that of every record: what counts is the first in its partition, or
// the last that adopts a store.
const (
	key           = "blobs"
	adoptedHeader = "adopted"
)

// Bind makes sure that the store is the log's, and marks one that is new. A
// store that is not there is waited for; another log's is an error.
func Bind(ctx context.Context, k *kafka.Kafka, store *blob.Store, log *slog.Logger) error {
	other := false
	return patience.Until(ctx, log, "blob store or schema registry", nil, func(ctx context.Context) error {
		err := bindAll(ctx, k, store, log)
		switch {
		case errors.Is(err, errRegistry), errors.Is(err, kafka.ErrUndecodable): // the first record that a process reads
			other = true
			return errors.Join(fmt.Errorf("the schema registry is not the one of this log: %w", err), k.LearnSchemas(ctx))
		case err == nil && other: // it may have come back in the middle of being asked
			if err = k.LearnSchemas(ctx); err == nil {
				err = bindAll(ctx, k, store, log)
			}
			other = err != nil
		}
		return err
	})
}

// bindAll notes what schemas are called only after the log's first record was read by the registry.
func bindAll(ctx context.Context, k *kafka.Kafka, store *blob.Store, log *slog.Logger) error {
	if err := bind(ctx, k, store); err != nil {
		return err
	}
	return CheckRegistry(ctx, k, log)
}

func bind(ctx context.Context, k *kafka.Kafka, store *blob.Store) error {
	mark, marked, err := store.Mark(ctx)
	if err != nil {
		return err
	}
	named, err := storeID(ctx, k)
	if err != nil {
		return err
	}
	switch {
	case named != "" && mark == named:
		return store.Bind(ctx, named, false)
	case named != "" && mark == "":
		// Whoever named it may have died before it marked it.
		used, err := hasDocuments(ctx, k)
		if err == nil && used {
			err = waitFor(errNoMark)
		}
		if err != nil {
			return err
		}
		return store.Bind(ctx, named, true)
	case named != "":
		return patience.Final(fmt.Errorf("the blob store: %w", errOther))
	case mark == "" && !marked:
		if err := mayBeNew(ctx, k, store); err != nil {
			return err
		}
	}
	if mark == "" {
		mark = uuid.NewString()
	}
	if named, err = name(ctx, k, mark); err != nil {
		return err
	}
	return store.Bind(ctx, named, named != mark || !marked)
}

func waitFor(err error) error {
	return fmt.Errorf("the blob store is not the one of this log: %w", err)
}

// mayBeNew refuses an empty store without a mark beside a log that has
// documents: builds before this one marked no bucket, but what they kept is there.
func mayBeNew(ctx context.Context, k *kafka.Kafka, store *blob.Store) error {
	empty, err := store.Empty(ctx)
	if err != nil || !empty {
		return err
	}
	used, err := hasDocuments(ctx, k)
	if err == nil && used {
		err = waitFor(errNoMark)
	}
	return err
}

func hasDocuments(ctx context.Context, k *kafka.Kafka) (bool, error) {
	var names []string
	for _, name := range topic.Lanes(topic.Submitted) {
		names = append(names, k.Topic(name))
	}
	ends, err := kafka.Listed(k.Admin().ListEndOffsets(ctx, names...))
	if err != nil {
		return false, fmt.Errorf("asking whether the log has documents: %w", err)
	}
	for _, partitions := range ends {
		for _, end := range partitions {
			if end.Offset > 0 {
				return true, nil
			}
		}
	}
	return false, nil
}

// storeID is the name that the log gives its store: that of the last adoption,
// or else the first that was written; empty where there is none.
func storeID(ctx context.Context, k *kafka.Kafka) (string, error) {
	var first, adopted string
	for rec, err := range records(ctx, k, key) {
		if err != nil {
			return "", err
		}
		var in event.Installation
		if err := k.Decode(ctx, rec, &in); err != nil {
			return "", err
		}
		if first == "" {
			first = in.StoreID
		}
		if len(rec.Headers) > 0 && rec.Headers[0].Key == adoptedHeader {
			adopted = in.StoreID
		}
	}
	if adopted != "" {
		return adopted, nil
	}
	return first, nil
}

// records are those of a key, in their order.
func records(ctx context.Context, k *kafka.Kafka, key string) iter.Seq2[*kgo.Record, error] {
	return func(yield func(*kgo.Record, error) bool) {
		partition, err := k.PartitionOf(ctx, topic.Installation, key)
		var end int64
		if err == nil {
			end, err = k.EndOffset(ctx, topic.Installation, partition)
		}
		if err != nil {
			yield(nil, err)
			return
		}
		for rec, err := range k.Scan(ctx, kafka.Stretch{Topic: topic.Installation, Partition: partition, From: 0, To: end}) {
			if err != nil || string(rec.Key) == key {
				if !yield(rec, err) {
					return
				}
			}
		}
	}
}

// name writes a name into the log and gives the one that counts: another
// process may have been faster.
func name(ctx context.Context, k *kafka.Kafka, id string) (string, error) {
	if _, err := k.Produce(ctx, topic.Installation, key, event.Installation{StoreID: id, At: time.Now().UTC()}); err != nil {
		return "", err
	}
	return storeID(ctx, k)
}

// Adopt makes the store the log's, whatever either said before. Documents whose
// files are in another store fail from then on.
func Adopt(ctx context.Context, k *kafka.Kafka, store *blob.Store) error {
	id := uuid.NewString()
	adopted := kgo.RecordHeader{Key: adoptedHeader}
	if _, err := k.Produce(ctx, topic.Installation, key, event.Installation{StoreID: id, At: time.Now().UTC()}, adopted); err != nil {
		return fmt.Errorf("adopting the blob store: %w", err)
	}
	return store.Bind(ctx, id, true)
}
