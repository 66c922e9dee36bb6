package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"lavra.dev/platform/installation"
	"lavra.dev/platform/kafka"
	"lavra.dev/schemas/topic"
)

func topicsCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "topics", Short: "Create and list the topics of the pipeline"}
	cmd.AddCommand(
		&cobra.Command{Use: "list", Short: "List the declared topics", Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error {
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "TOPIC\tKEPT\tREAD BY")
			for _, t := range topic.All() {
				fmt.Fprintf(w, "%s\t%s\t%s\n", t.Name, kept(t), strings.Join(t.Readers, ", "))
			}
			return w.Flush()
		}},
		&cobra.Command{Use: "create", Short: "Create the topics that are missing and register the schemas", Args: cobra.NoArgs,
			RunE: withLog(administration, func(ctx context.Context, k *kafka.Kafka, _ io.Writer) error {
				if err := k.EnsureTopics(ctx); err != nil {
					return err
				}
				return installation.CheckRegistry(ctx, k, slog.Default())
			})},
	)
	return cmd
}

func kept(t topic.Topic) string {
	switch {
	case t.Compact:
		return "the last of each key"
	case t.Work():
		return "until read"
	}
	text := fmt.Sprintf("%.0f hours", t.Kept.Hours())
	if days := t.Kept / (24 * time.Hour); days > 1 {
		text = fmt.Sprintf("%d days", days)
	}
	if t.Read() {
		text += ", until read"
	}
	return text
}
