package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/user"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"lavra.dev/platform/deadletter"
	"lavra.dev/platform/patience"
)

func dlqCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "dlq", Short: "Look at the records that nobody could finish, put them back or give them up",
		Long: "Looks at dead letters, parked records and callbacks that were never delivered, puts them back or gives them up.\n" +
			"dead: its request ended as failed; parked: its request waits for you; callback: the result was never delivered."}
	cmd.AddCommand(dlqList(), dlqShow(), dlqReplay(), dlqDiscard())
	return cmd
}

// choice is which letters a command is about.
type choice struct {
	deadletter.Filter
	kind, state, since, until string
	all                       bool
}

func (c *choice) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&c.kind, "kind", "", "dead, parked or callback")
	f.StringVar(&c.Class, "class", "", "poison, quarantined, parked, refused or exhausted")
	f.StringVar(&c.Stage, "stage", "", "ocr, classification, extraction, geometry, webhook or sink")
	f.StringVar(&c.Account, "account", "", "of the request")
	f.StringVar(&c.Type, "type", "", "of the document, as far as it was known")
	f.StringVar(&c.Reason, "reason", "", "a part of the reason")
	f.StringVar(&c.since, "since", "", "an age (2h), a day (2026-03-01) or a time (2026-03-01T12:00:00Z)")
	f.StringVar(&c.until, "until", "", "as --since; what came later is left out")
}

func (c *choice) filter() (deadletter.Filter, error) {
	f := c.Filter
	f.Kind, f.State = deadletter.Kind(c.kind), deadletter.State(c.state)
	if f.Kind != "" && !slices.Contains(deadletter.Kinds(), f.Kind) {
		return f, fmt.Errorf("--kind %s: want one of %v", c.kind, deadletter.Kinds())
	}
	if states := []deadletter.State{"", deadletter.Open, deadletter.Replayed, deadletter.Discarded}; !slices.Contains(states, f.State) {
		return f, fmt.Errorf("--state %s: want open, replayed or discarded", c.state)
	}
	var err error
	if f.Since, err = instant(c.since, time.Now()); err != nil {
		return f, fmt.Errorf("--since %s: %w", c.since, err)
	}
	if f.Until, err = instant(c.until, time.Now()); err != nil {
		return f, fmt.Errorf("--until %s: %w", c.until, err)
	}
	return f, nil
}

// instant reads an age, a day or a time.
func instant(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if age, err := time.ParseDuration(text); err == nil && age >= 0 {
		return now.Add(-age), nil
	}
	for _, form := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(form, text); err == nil {
			return at, nil
		}
	}
	return time.Time{}, errors.New("want an age (2h), a day (2026-03-01) or a time (2026-03-01T12:00:00Z)")
}

// atDesk runs an action on the letters there are at its start, for as long as it takes.
func atDesk(action func(ctx context.Context, x *deadletter.Index, d *deadletter.Desk, args []string, out io.Writer) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		return atInstallation(cmd, func(_ *serviceSettings, b *base) error {
			x, stop := b.letters(cmd.Context())
			defer stop()
			if err := x.Ready(cmd.Context()); err != nil {
				return err
			}
			if left := x.Left(); left > 0 {
				fmt.Fprintf(cmd.ErrOrStderr(), "lavra: %d older letters are left out; settle newer ones first\n", left)
			}
			return action(cmd.Context(), x, deadletter.NewDesk(b.kafka, x), args, cmd.OutOrStdout())
		})
	}
}

func dlqList() *cobra.Command {
	c, limit, asJSON := &choice{state: string(deadletter.Open)}, 0, false
	cmd := &cobra.Command{Use: "list", Short: "List letters, and count them by reason", Args: cobra.NoArgs,
		RunE: atDesk(func(_ context.Context, x *deadletter.Index, _ *deadletter.Desk, _ []string, out io.Writer) error {
			f, err := c.filter()
			if err != nil {
				return err
			}
			return printLetters(out, x.List(f), limit, asJSON)
		})}
	c.flags(cmd)
	cmd.Flags().StringVar(&c.state, "state", c.state, "open, replayed or discarded; empty: any")
	cmd.Flags().IntVar(&limit, "limit", 100, "letters to list; all are counted")
	cmd.Flags().BoolVar(&asJSON, "json", false, "a line of JSON for each letter, no counts")
	return cmd
}

func printLetters(out io.Writer, letters []deadletter.Letter, limit int, asJSON bool) error {
	shown := letters[:min(max(limit, 0), len(letters))]
	if asJSON {
		encoder := json.NewEncoder(out)
		for _, l := range shown {
			if err := encoder.Encode(l); err != nil {
				return err
			}
		}
		return nil
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "LETTER\tAT\tSTAGE\tCLASS\tACCOUNT\tTYPE\tREPLAYS\tREASON")
	for _, l := range shown {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\n", l.ID, l.At.Format(time.DateTime), l.Stage, l.Class, l.Account, l.Type, l.Replays, l.Reason)
	}
	if hidden := len(letters) - len(shown); hidden > 0 {
		fmt.Fprintf(w, "… and %d more (--limit)\n", hidden)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(out)
	return printCounts(out, letters)
}

func printCounts(out io.Writer, letters []deadletter.Letter) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "LETTERS\tKIND\tSTAGE\tCLASS\tLAST\tREASON")
	for _, c := range deadletter.Histogram(letters) {
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\n", c.Letters, c.Kind, c.Stage, c.Class, c.Last.Format(time.DateTime), c.Reason)
	}
	return w.Flush()
}

func dlqShow() *cobra.Command {
	return &cobra.Command{Use: "show LETTER", Short: "Show all that is known of a letter, without its content", Args: cobra.ExactArgs(1),
		RunE: atDesk(func(_ context.Context, x *deadletter.Index, _ *deadletter.Desk, args []string, out io.Writer) error {
			l, err := x.Get(args[0])
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			encoder := json.NewEncoder(out)
			encoder.SetIndent("", "  ")
			return encoder.Encode(l)
		})}
}

// round is one command over many letters.
type round struct {
	choice
	dryRun bool
	rate   float64
}

func (r *round) flags(cmd *cobra.Command) {
	r.choice.flags(cmd)
	cmd.Flags().BoolVar(&r.dryRun, "dry-run", false, "only say what would be done")
	cmd.Flags().BoolVar(&r.all, "all", false, "all open letters, where neither letters nor a filter are named")
	cmd.Flags().Float64Var(&r.rate, "rate", 20, "letters a second")
}

func dlqReplay() *cobra.Command {
	r, how := &round{}, deadletter.Replay{By: operator()}
	cmd := &cobra.Command{Use: "replay [LETTER...]", Short: "Put letters back to where they come from",
		Long: "Puts letters back to where they come from. A request that is open goes on; one that ended as failed is run again under its next\n" +
			"revision; a callback begins its attempts anew. What is done stands in the log: a command that was stopped goes on where it was.",
		RunE: atDesk(func(ctx context.Context, x *deadletter.Index, d *deadletter.Desk, args []string, out io.Writer) error {
			return r.over(ctx, x, args, out, "put back", func(ctx context.Context, id string) error { return d.Replay(ctx, id, how) })
		})}
	r.flags(cmd)
	cmd.Flags().IntVar(&how.MaxReplays, "max-replays", deadletter.DefaultReplays, "leave records alone that were put back so often")
	cmd.Flags().BoolVar(&how.Callbacks, "callbacks", false, "call clients again whose requests had ended")
	return cmd
}

func dlqDiscard() *cobra.Command {
	r := &round{}
	cmd := &cobra.Command{Use: "discard [LETTER...]", Short: "Give letters up; the requests of parked ones end as failed",
		RunE: atDesk(func(ctx context.Context, x *deadletter.Index, d *deadletter.Desk, args []string, out io.Writer) error {
			return r.over(ctx, x, args, out, "given up", func(ctx context.Context, id string) error { return d.Discard(ctx, id, operator()) })
		})}
	r.flags(cmd)
	return cmd
}

// operator names who runs a command.
func operator() string {
	if u, err := user.Current(); err == nil {
		return "cli:" + u.Username
	}
	return "cli"
}

var errNoChoice = errors.New("name letters or a filter, or say --all; `lavra dlq list` shows them")

// over does one thing to all chosen letters, as fast as it may, and says how far it is.
func (r *round) over(ctx context.Context, x *deadletter.Index, ids []string, out io.Writer, done string, do func(context.Context, string) error) error {
	letters, err := r.letters(x, ids)
	if err != nil {
		return err
	}
	if r.dryRun {
		fmt.Fprintf(out, "%d letters would be %s:\n", len(letters), done)
		return printCounts(out, letters)
	}
	if r.rate <= 0 {
		return errors.New("--rate: want a number above zero")
	}
	failed, told := 0, time.Now()
	for n, l := range letters {
		if n > 0 {
			if err := patience.Sleep(ctx, time.Duration(float64(time.Second)/r.rate)); err != nil {
				return fmt.Errorf("stopped after %d of %d letters; the same command goes on", n, len(letters))
			}
		}
		if err := do(ctx, l.ID); err != nil {
			failed++
			fmt.Fprintf(os.Stderr, "lavra: %s: %v\n", l.ID, err)
		}
		if time.Since(told) > 5*time.Second {
			told = time.Now()
			fmt.Fprintf(os.Stderr, "lavra: %d of %d letters\n", n+1, len(letters))
		}
	}
	fmt.Fprintf(out, "%d of %d letters %s\n", len(letters)-failed, len(letters), done)
	if failed > 0 {
		return fmt.Errorf("%d letters were left as they are", failed)
	}
	return nil
}

// letters are those that a command names, or the open ones of its filter.
func (r *round) letters(x *deadletter.Index, ids []string) (chosen []deadletter.Letter, err error) {
	for _, id := range ids {
		l, err := x.Get(id)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", id, err)
		}
		chosen = append(chosen, l)
	}
	if len(ids) > 0 {
		return chosen, nil
	}
	r.state = string(deadletter.Open)
	f, err := r.filter()
	if err != nil {
		return nil, err
	}
	if f == (deadletter.Filter{State: deadletter.Open}) && !r.all {
		return nil, errNoChoice
	}
	return x.List(f), nil
}
