package main

import (
	"context"

	"github.com/spf13/cobra"

	"lavra.dev/deploy/embedded"
	"lavra.dev/ingest/screen"
	"lavra.dev/processors/ocr"
	"lavra.dev/processors/ocr/reader"
)

// childCommands are the bodies of child processes. They speak a protocol over
// pipes with the process that starts them and are of no use by hand.
func childCommands() []*cobra.Command {
	child := func(name, short string, run func(context.Context) error) *cobra.Command {
		return &cobra.Command{Use: name, Short: short, Hidden: true, Args: cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error { return run(cmd.Context()) }}
	}
	return []*cobra.Command{
		child("reader", "Read files for the processors, confined", func(ctx context.Context) error {
			return ocr.ServeReader(ctx, reader.Config{})
		}),
		child("screen", "Examine files before they are accepted, confined", screen.Serve),
		child("clickhouse-engine", "Run the embedded ClickHouse", embedded.ServeClickHouseChild),
	}
}
