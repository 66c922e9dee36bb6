package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// manualCommand writes the manual pages that a release carries. They are made of what --help
// says, so that there is one text.
func manualCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "man FOLDER",
		Short: "Write manual pages, one a command",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return fmt.Errorf("making the folder: %w", err)
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			day := time.Unix(0, 0).UTC() // the same program writes the same bytes
			if err := doc.GenManTree(root, &doc.GenManHeader{Title: "LAVRA", Section: "1", Source: "lavra " + version, Date: &day}, args[0]); err != nil {
				return fmt.Errorf("writing the manual: %w", err)
			}
			return nil
		},
	}
}
