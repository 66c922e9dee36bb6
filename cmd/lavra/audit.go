package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"lavra.dev/cmd/lavra/audit"
	"lavra.dev/platform/patience"
)

func auditCommand() *cobra.Command {
	var since string
	var wait time.Duration
	var asJSON, logOnly bool
	cfg := audit.Config{}
	cmd := &cobra.Command{Use: "audit", Short: "Prove that every accepted request ended once, stands once and called back once", Args: cobra.NoArgs,
		Long: "Reads the log, the query store and the letters, and counts what should never be: requests that were lost, ended twice or are stuck,\n" +
			"files that one under way needs and that are missing, rows that are missing, double or differ from the log, callbacks tried more than three times or never. It changes nothing, shows\n" +
			"identifiers only, and ends with an error where it found something. The log keeps results for 7 days.",
		RunE: func(cmd *cobra.Command, _ []string) error {
			var err error
			if cfg.Since, err = instant(since, time.Now()); err != nil {
				return fmt.Errorf("--since %s: %w", since, err)
			}
			return runAudit(cmd, cfg, wait, asJSON, logOnly)
		}}
	cmd.Flags().StringVar(&since, "since", "1h", "an age (2h), a day (2026-03-01) or a time (2026-03-01T12:00:00Z)")
	cmd.Flags().DurationVar(&cfg.Deadline, "deadline", 15*time.Minute, "a request that is open for longer is stuck")
	cmd.Flags().DurationVar(&wait, "wait", 0, "how long to look again until nothing is under way")
	cmd.Flags().BoolVar(&asJSON, "json", false, "the report as JSON")
	cmd.Flags().BoolVar(&logOnly, "log-only", false, "leave the query store out")
	return cmd
}

var errUnclean = errors.New("the audit found what should never be")

func runAudit(cmd *cobra.Command, cfg audit.Config, wait time.Duration, asJSON, logOnly bool) error {
	return atInstallation(cmd, func(s *serviceSettings, b *base) (err error) {
		deps := audit.Deps{Kafka: b.kafka, Blobs: b.blobs}
		if !logOnly {
			if deps.Store, err = s.openStore(b); err != nil {
				return err
			}
			defer deps.Store.Close()
		}
		letters, stop := b.letters(cmd.Context())
		defer stop()
		deps.Letters = letters
		report, err := auditUntil(cmd.Context(), cfg, deps, time.Now().Add(wait))
		if err != nil {
			return err
		}
		return printReport(cmd.OutOrStdout(), report, asJSON)
	})
}

// auditUntil looks again while something is under way.
func auditUntil(ctx context.Context, cfg audit.Config, deps audit.Deps, until time.Time) (*audit.Report, error) {
	for {
		if err := deps.Letters.Ready(ctx); err != nil {
			return nil, err
		}
		report, err := audit.Run(ctx, cfg, deps)
		if err != nil || report.Settled() || time.Now().After(until) {
			return report, err
		}
		if err := patience.Sleep(ctx, 2*time.Second); err != nil {
			return nil, err
		}
	}
}

func printReport(out io.Writer, r *audit.Report, asJSON bool) error {
	if asJSON {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(r); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(out, "Since %s: %d accepted, %d ended (%d of them failed), %d open, %d parked, %d erased; %d callbacks, %d not over; %d ends not stored yet, %d records unread\n\n",
			r.Since.Format(time.RFC3339), r.Accepted, r.Ended, r.Failed, r.Open, r.Parked, r.Erased, r.Callbacks, r.Pending, r.Behind, r.Unread)
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "FAULT\tCOUNT\tSUCH AS")
		for _, f := range audit.Faults() {
			fmt.Fprintf(w, "%s\t%d\t%s\n", f, r.Counts[f], strings.Join(r.Examples[f], " "))
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if !r.Clean() {
		return errUnclean
	}
	return nil
}
