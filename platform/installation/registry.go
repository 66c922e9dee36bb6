package installation

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// errRegistry is of a registry whose identifiers mean other schemas than the log's
// records were written with. Read by it they would be taken for what they are not.
var errRegistry = errors.New("the schema registry gives other schemas under identifiers of this log: was it wiped, or is it another installation's? " +
	"Restore its backup; the service waits for it")

// schemasKey is the key of the records that say what the registry's identifiers mean:
// their header has "identifier=fingerprint" by spaces, and the first word on one counts.
// They are never decoded, which would take the registry.
const schemasKey = "schemas"

// CheckRegistry compares what this build's schemas are called with what the log says
// of those names, and notes there what it does not know yet. A registry that was wiped
// names them anew, and another build does so in another order: its identifiers match
// the old ones by chance, and mean something else.
func CheckRegistry(ctx context.Context, k *kafka.Kafka, log *slog.Logger) error {
	known, err := knownSchemas(ctx, k)
	if err != nil {
		return err
	}
	var fresh []string
	own := k.SchemaFingerprints()
	for _, id := range slices.Sorted(maps.Keys(own)) {
		switch known[id] {
		case own[id]:
		case "":
			fresh = append(fresh, strconv.Itoa(id)+"="+own[id])
		default:
			return fmt.Errorf("schema %d: %w", id, errRegistry)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	words := kgo.RecordHeader{Key: schemasKey, Value: []byte(strings.Join(fresh, " "))}
	_, err = k.Produce(ctx, topic.Installation, schemasKey, event.Installation{At: time.Now().UTC()}, words)
	if errors.Is(err, kerr.TopicAuthorizationFailed) {
		log.Warn("what the schemas are called is not noted, since this login may not write the topic: run `lavra topics create` after an upgrade", "topic", topic.Installation)
		return nil
	}
	return err
}

func knownSchemas(ctx context.Context, k *kafka.Kafka) (map[int]string, error) {
	known := map[int]string{}
	for rec, err := range records(ctx, k, schemasKey) {
		if err != nil {
			return nil, err
		}
		for _, h := range rec.Headers {
			if h.Key != schemasKey {
				continue
			}
			for word := range strings.FieldsSeq(string(h.Value)) {
				number, fingerprint, _ := strings.Cut(word, "=")
				if id, err := strconv.Atoi(number); err == nil && known[id] == "" {
					known[id] = fingerprint
				}
			}
		}
	}
	return known, nil
}
