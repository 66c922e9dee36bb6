package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/installation"
	"lavra.dev/platform/kafka"
)

func blobsCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "blobs", Short: "Tie the blob store to the log"}
	cmd.AddCommand(&cobra.Command{Use: "adopt", Args: cobra.NoArgs,
		Short: "Take the store of LAVRA_BLOB_URL in place of one that is lost",
		Long: "Take the store of LAVRA_BLOB_URL in place of one that is lost.\n" +
			"Documents whose files are in the old one fail from then on. Stop the services first; they refuse a store that is not the log's.",
		RunE: withLog(administration, adoptBlobs)})
	return cmd
}

func adoptBlobs(ctx context.Context, k *kafka.Kafka, out io.Writer) error {
	s, err := runningSettings()
	if err != nil {
		return err
	}
	url, err := s.blobURL()
	if err != nil {
		return err
	}
	store, err := blob.Open(ctx, url)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := installation.Adopt(ctx, k, store); err != nil {
		return err
	}
	fmt.Fprintln(out, "the blob store is the log's now")
	return nil
}
