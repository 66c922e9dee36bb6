package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/topic"
)

func dlqCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "dlq", Short: "Look at the letters that nobody could deliver: dead and parked"}
	cmd.AddCommand(&cobra.Command{Use: "list", Short: "List dead and parked records: where each comes from and why it is there", Args: cobra.NoArgs,
		RunE: withLog(time.Minute, listDeadLetters)})
	return cmd
}

// listDeadLetters prints what stands in documents.dead and documents.parked now.
// Only headers are shown: keys and bodies are documents.
func listDeadLetters(ctx context.Context, k *kafka.Kafka, out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "AT\tSTAGE\tCLASS\tFROM\tATTEMPTS\tREASON")
	for _, name := range []string{topic.Dead, topic.Parked} {
		if err := readDeadLetters(ctx, k, k.Topic(name), w); err != nil {
			return err
		}
	}
	return w.Flush()
}

// standing are the partitions of a topic that hold records, with the offset to
// read each up to.
func standing(ctx context.Context, k *kafka.Kafka, name string) (map[int32]int64, error) {
	ends, err := kafka.Listed(k.Admin().ListEndOffsets(ctx, name))
	if err != nil {
		return nil, fmt.Errorf("asking for the end of %s: %w", name, err)
	}
	starts, err := kafka.Listed(k.Admin().ListStartOffsets(ctx, name))
	if err != nil {
		return nil, fmt.Errorf("asking for the start of %s: %w", name, err)
	}
	left := map[int32]int64{}
	ends.Each(func(end kadm.ListedOffset) {
		if start, ok := starts.Lookup(name, end.Partition); ok && start.Offset < end.Offset {
			left[end.Partition] = end.Offset
		}
	})
	return left, nil
}

func readDeadLetters(ctx context.Context, k *kafka.Kafka, name string, w io.Writer) error {
	left, err := standing(ctx, k, name)
	if err != nil || len(left) == 0 {
		return err
	}
	client, err := k.NewConsumer("dlq", kgo.ConsumeTopics(name), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()), kgo.KeepControlRecords())
	if err != nil {
		return err
	}
	defer client.Close()
	for len(left) > 0 {
		fetches := client.PollFetches(ctx)
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("reading %s: %w", name, err)
		}
		fetches.EachRecord(func(r *kgo.Record) {
			if end, open := left[r.Partition]; open && r.Offset < end && !r.Attrs.IsControl() {
				fmt.Fprintln(w, deadLetterLine(r))
			}
			if r.Offset+1 >= left[r.Partition] {
				delete(left, r.Partition)
			}
		})
	}
	return nil
}

func deadLetterLine(r *kgo.Record) string {
	h := map[string]string{}
	for _, header := range r.Headers {
		h[header.Key] = string(header.Value)
	}
	from := fmt.Sprintf("%s/%s@%s", h[stage.HeaderTopic], h[stage.HeaderPartition], h[stage.HeaderOffset])
	return strings.Join([]string{r.Timestamp.UTC().Format(time.DateTime), h[stage.HeaderStage], h[stage.HeaderClass], from,
		h[stage.HeaderAttempts], h[stage.HeaderReason]}, "\t")
}
