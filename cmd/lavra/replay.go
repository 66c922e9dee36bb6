package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"lavra.dev/processors"
	"lavra.dev/processors/replay"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

// replayFlags are those of `lavra replay`.
type replayFlags struct {
	replay.Choice
	replay.Pace
	step, since, until, outcome, run string
	dryRun                           bool
}

func replayCommand() *cobra.Command {
	f := &replayFlags{}
	cmd := &cobra.Command{Use: "replay", Short: "Run documents again and compare, then let the new results take their places", Args: cobra.NoArgs,
		Long: "Runs documents again that have ended, from what a step left in the log, or from their files where that is gone, with this build.\n" +
			"What comes out goes to documents.shadow and is compared with what stands, field by field; nobody else sees it. `lavra replay\n" +
			"apply RUN` then lets it take its place, as the next revision of each request. Nothing newer is overwritten, no client is called.\n" +
			"A command that was stopped goes on with the same choice and --run RUN.",
		RunE: atReplay(func(ctx context.Context, r *replay.Replay, _ []string, out, complaints io.Writer) error {
			return f.do(ctx, r, out, complaints)
		})}
	flags := cmd.Flags()
	flags.StringVar(&f.step, "stage", "extraction", "to begin with: ocr, classification, extraction or geometry")
	flags.StringVar(&f.Type, "type", "", "of the document, as its result says")
	flags.StringVar(&f.Account, "account", "", "of the request")
	flags.StringVar(&f.outcome, "outcome", "", "success, partial_success or failed")
	flags.StringVar(&f.since, "since", "", "ended since: an age (2h), a day (2026-03-01) or a time (2026-03-01T12:00:00Z); results are kept for 7 days")
	flags.StringVar(&f.until, "until", "", "as --since; what ended later is left out")
	flags.StringVar(&f.run, "run", "", "a run that was stopped")
	flags.BoolVar(&f.dryRun, "dry-run", false, "only count what would be run")
	paceFlags(cmd, &f.Pace)
	_ = cmd.MarkFlagRequired("since") // it is declared above
	cmd.AddCommand(replayReport(), replayApply())
	return cmd
}

func paceFlags(cmd *cobra.Command, p *replay.Pace) {
	cmd.Flags().Float64Var(&p.Rate, "rate", 20, "documents a second, at most")
	cmd.Flags().IntVar(&p.Workers, "workers", 2, "documents at once")
}

// atReplay sets up what reads documents, for as long as an action takes.
func atReplay(action func(ctx context.Context, r *replay.Replay, args []string, out, complaints io.Writer) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		return atInstallation(cmd, func(s *serviceSettings, b *base) error {
			cfg, err := s.processing()
			if err != nil {
				return err
			}
			r, err := processors.NewReplay(cfg, lent(b))
			if err != nil {
				return err
			}
			defer r.Close()
			defer b.tailErasures(cmd.Context())()
			return action(cmd.Context(), r, args, cmd.OutOrStdout(), cmd.ErrOrStderr())
		})
	}
}

func (f *replayFlags) choice(now time.Time) (replay.Choice, error) {
	c := f.Choice
	c.Step, c.Outcome = event.Step(f.step), event.Outcome(f.outcome)
	if _, known := catalogue.Lookup(c.Type); c.Type != "" && !known {
		return c, fmt.Errorf("--type %s: no such type", c.Type)
	}
	if !slices.Contains(replay.Steps(), c.Step) {
		return c, fmt.Errorf("--stage %s: want one of %v", c.Step, replay.Steps())
	}
	if outcomes := []event.Outcome{"", event.Success, event.PartialSuccess, event.Failed}; !slices.Contains(outcomes, c.Outcome) {
		return c, fmt.Errorf("--outcome %s: want success, partial_success or failed", c.Outcome)
	}
	var err error
	if c.Since, err = instant(f.since, now); err != nil {
		return c, fmt.Errorf("--since %s: %w", f.since, err)
	}
	if c.Until, err = instant(f.until, now); err != nil {
		return c, fmt.Errorf("--until %s: %w", f.until, err)
	}
	return c, nil
}

func (f *replayFlags) do(ctx context.Context, r *replay.Replay, out, complaints io.Writer) error {
	c, err := f.choice(time.Now())
	if err != nil {
		return err
	}
	documents, unread, err := r.Choose(ctx, c)
	if err != nil {
		return err
	}
	kept := 0
	for _, d := range documents {
		if d.Kept != nil {
			kept++
		}
	}
	fmt.Fprintf(out, "%d documents: %d from the log, %d from their files; %d results cannot be decoded\n", len(documents), kept, len(documents)-kept, unread)
	if f.dryRun || len(documents) == 0 {
		return nil
	}
	run := f.run
	if run == "" {
		run = replay.NewRun(time.Now())
	}
	fmt.Fprintf(complaints, "lavra: this is run %s\n", run)
	f.Told = teller(complaints)
	failed, err := r.Run(ctx, run, c.Step, documents, f.Pace)
	if err != nil {
		return fmt.Errorf("run %s stopped: %w; the same command with --run %s goes on", run, err, run)
	}
	report, err := r.Report(ctx, run, nil)
	if err != nil && !errors.Is(err, replay.ErrRun) { // that none could be run says the last line
		return err
	}
	if err := printReplay(out, report); err != nil {
		return err
	}
	if failed > 0 {
		return fmt.Errorf("%d documents could not be run again; the log says why", failed)
	}
	fmt.Fprintf(out, "\nlavra replay report %s --values    # each document that differs\nlavra replay apply %s\n", run, run)
	return nil
}

// teller says every few seconds how far a command is.
func teller(to io.Writer) func(done, all int) {
	told := time.Now()
	return func(done, all int) {
		if time.Since(told) > 5*time.Second {
			told = time.Now()
			fmt.Fprintf(to, "lavra: %d of %d documents\n", done, all)
		}
	}
}

func replayReport() *cobra.Command {
	var values, asJSON bool
	cmd := &cobra.Command{Use: "report RUN", Short: "Say what a run found, field by field", Args: cobra.ExactArgs(1),
		RunE: atReplay(func(ctx context.Context, r *replay.Replay, args []string, out, _ io.Writer) error {
			encoder := json.NewEncoder(out)
			each := func(d replay.Difference) error { return encoder.Encode(d) }
			if !values {
				each = nil
			}
			report, err := r.Report(ctx, args[0], each)
			switch {
			case err != nil:
				return err
			case asJSON:
				return encoder.Encode(report)
			case values:
				return nil
			}
			return printReplay(out, report)
		})}
	cmd.Flags().BoolVar(&values, "values", false, "a line of JSON for each document that differs, with what was read: guard it as such")
	cmd.Flags().BoolVar(&asJSON, "json", false, "the counts as JSON")
	return cmd
}

// printReplay gives the counts, and the fields that differ somewhere.
func printReplay(out io.Writer, p replay.Report) error {
	fmt.Fprintf(out, "%d documents: %d the same, %d differ; outcome better %d, worse %d; another type %d, another text %d; from files %d; in their places %d\n",
		p.Documents, p.Same, p.Documents-p.Same, p.Better, p.Worse, p.Types, p.Markdown, p.FromFiles, p.Applied)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	title := "TYPE\tFIELD\tSAME\tCHANGED\tFOUND\tLOST\n"
	for _, f := range p.Fields {
		if f.Changed+f.Found+f.Lost > 0 {
			fmt.Fprintf(w, "%s%s\t%s\t%d\t%d\t%d\t%d\n", title, f.Type, f.Field, f.Same, f.Changed, f.Found, f.Lost)
			title = ""
		}
	}
	return w.Flush()
}

func replayApply() *cobra.Command {
	how := replay.Applying{}
	cmd := &cobra.Command{Use: "apply RUN", Short: "Let the results of a run take the places of those that they were compared with", Args: cobra.ExactArgs(1),
		Long: "Lets the results of a run take their places, as the next revision of each request. Left alone is what is the same, what\n" +
			"something newer stands for or is under way, and what fails now and had not. A command that was stopped goes on.",
		RunE: atReplay(func(ctx context.Context, r *replay.Replay, args []string, out, complaints io.Writer) error {
			how.Told = teller(complaints)
			sum, err := r.Apply(ctx, args[0], how)
			took := "took their places"
			if how.DryRun {
				took = "would take their places"
			}
			fmt.Fprintln(out, strings.Join([]string{fmt.Sprintf("%d %s", sum.Took, took), fmt.Sprintf("%d had before", sum.Before), fmt.Sprintf("%d are the same", sum.Same),
				fmt.Sprintf("%d superseded", sum.Superseded), fmt.Sprintf("%d fail now", sum.Worse)}, ", "))
			if err != nil {
				return fmt.Errorf("stopped: %w; the same command goes on", err)
			}
			return nil
		})}
	paceFlags(cmd, &how.Pace)
	cmd.Flags().BoolVar(&how.DryRun, "dry-run", false, "only count what would be done")
	cmd.Flags().BoolVar(&how.Callbacks, "callbacks", false, "call clients again whose requests asked for it")
	cmd.Flags().BoolVar(&how.Worse, "worse", false, "also what fails now and had not")
	return cmd
}
