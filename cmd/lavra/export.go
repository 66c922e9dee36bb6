package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/twmb/franz-go/pkg/kadm"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/telemetry"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

func exportCommand() *cobra.Command {
	var corrections, checked bool
	var e correctionsExport
	var r resultsExport
	cmd := &cobra.Command{Use: "export FOLDER", Short: "Write results, or documents that people have corrected, into files", Args: cobra.ExactArgs(1),
		Long: "With --since writes the results that the query store has of each day as FOLDER/TYPE-DAY-NNN.parquet, a column for each field of the\n" +
			"type given, all fields as JSON without one. A day that is there is not made again, so what was cut off is started once more and goes\n" +
			"on; a day that is not over, or has documents under way, has .open in its names and is made again.\n\n" +
			"With --corrections writes each document that somebody gave a verdict on as FILE beside FILE.truth.json, in the form of samples/.\n" +
			"The truth is the result with the corrections in it; \"checked\" lists the values that a person looked at. Files and results\n" +
			"are in the log and the blob store for 7 days (LAVRA_KEEP_FILES): what is older is named and left out.",
		Example: "  lavra export --type NFE --since 2026-03-01 --until 2026-04-01 notas\n  lavra export --since 2026-03-01 --account acme --format jsonl results\n  lavra export --corrections samples",
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case corrections && r.since == "":
				e.folder, e.account, e.checkedOnly, e.out = args[0], r.Account, checked, cmd.OutOrStdout()
				return e.run(cmd.Context(), cmd.ErrOrStderr())
			case !corrections && r.since != "":
				r.Folder = args[0]
				return r.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			return errors.New("say what to export: --since DAY for results, or --corrections")
		}}
	flags := cmd.Flags()
	flags.BoolVar(&corrections, "corrections", false, "documents with corrections, as samples")
	flags.BoolVar(&checked, "checked-only", false, "with --corrections: leave out of the truth what nobody looked at")
	flags.StringVar(&r.Account, "account", "", "of this account only")
	flags.StringVar(&r.Type, "type", "", "results: of this document type, a column for each of its fields")
	flags.StringVar(&r.since, "since", "", "results: from this day on, 2026-03-01; days are those of acceptance, UTC")
	flags.StringVar(&r.until, "until", "", "results: up to this day, which is left out; default: today's are in")
	flags.StringVar(&r.Format, "format", "parquet", "results: parquet, csv or jsonl")
	return cmd
}

// correctionsExport writes corrected documents into a folder.
type correctionsExport struct {
	folder, account string
	checkedOnly     bool
	out             io.Writer

	kafka *kafka.Kafka
	blobs *blob.Store
}

const exportTime = time.Hour

func (e *correctionsExport) run(ctx context.Context, log io.Writer) error {
	s, err := runningSettings()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, exportTime)
	defer cancel()
	address, err := s.blobURL()
	if err != nil {
		return err
	}
	if e.blobs, err = blob.Open(ctx, address, blob.WithKeys(s.dataKeys())); err != nil {
		return err
	}
	defer e.blobs.Close()
	dialing, done := context.WithTimeout(ctx, administration)
	defer done()
	if e.kafka, err = dial(dialing, s, kafka.Deps{Logger: telemetry.NewLogger(log, s.Config), Blobs: e.blobs, Keys: s.dataKeys()}); err != nil {
		return s.unanswered(err)
	}
	defer e.kafka.Close()
	if err := os.MkdirAll(e.folder, 0o700); err != nil {
		return fmt.Errorf("making the folder: %w", err)
	}
	verdicts, err := e.verdicts(ctx)
	if err != nil {
		return err
	}
	written, gone := 0, 0
	for _, id := range slices.Sorted(maps.Keys(verdicts)) {
		switch err := e.write(ctx, id, verdicts[id]); {
		case errors.Is(err, kafka.ErrGone) || errors.Is(err, blob.ErrNotFound):
			gone++
			fmt.Fprintf(e.out, "%s: no longer kept\n", id)
		case err != nil:
			return fmt.Errorf("exporting %s: %w", id, err)
		default:
			written++
		}
	}
	fmt.Fprintf(e.out, "%d written to %s, %d no longer kept\n", written, e.folder, gone)
	return nil
}

// verdicts reads the last verdict on each value of each request.
func (e *correctionsExport) verdicts(ctx context.Context) (map[string]map[string]event.Correction, error) {
	name := e.kafka.Topic(topic.Corrections)
	starts, err := kafka.Listed(e.kafka.Admin().ListStartOffsets(ctx, name))
	if err != nil {
		return nil, fmt.Errorf("asking for the start of %s: %w", name, err)
	}
	ends, err := kafka.Listed(e.kafka.Admin().ListEndOffsets(ctx, name))
	if err != nil {
		return nil, fmt.Errorf("asking for the end of %s: %w", name, err)
	}
	of := map[string]map[string]event.Correction{}
	var fault error
	ends.Each(func(end kadm.ListedOffset) {
		start, ok := starts.Lookup(name, end.Partition)
		if !ok || fault != nil {
			return
		}
		fault = e.readVerdicts(ctx, kafka.Stretch{Topic: topic.Corrections, Partition: end.Partition, From: start.Offset, To: end.Offset}, of)
	})
	return of, fault
}

func (e *correctionsExport) readVerdicts(ctx context.Context, stretch kafka.Stretch, of map[string]map[string]event.Correction) error {
	for rec, err := range e.kafka.Scan(ctx, stretch) {
		if err != nil {
			return fmt.Errorf("reading corrections: %w", err)
		}
		var c event.Correction
		if err := e.kafka.Decode(ctx, rec, &c); err != nil {
			return fmt.Errorf("reading corrections: %w", err)
		}
		if e.account != "" && c.Account != e.account {
			continue
		}
		if of[c.RequestID] == nil {
			of[c.RequestID] = map[string]event.Correction{}
		}
		of[c.RequestID][c.FieldPath] = c
		if c.Verdict == event.Withdrawn {
			delete(of[c.RequestID], c.FieldPath)
		}
		if len(of[c.RequestID]) == 0 {
			delete(of, c.RequestID)
		}
	}
	return nil
}

func (e *correctionsExport) write(ctx context.Context, id string, verdicts map[string]event.Correction) error {
	var at *event.Pointer
	for _, c := range verdicts {
		if c.Result != nil {
			at = c.Result
		}
	}
	if at == nil {
		return kafka.ErrGone
	}
	rec, err := e.kafka.ReadAt(ctx, *at)
	if err != nil {
		return err
	}
	var completed event.Completed
	if err := e.kafka.Decode(ctx, rec, &completed); err != nil {
		return err
	}
	if completed.Request.ID != id {
		return kafka.ErrGone // another topic by the same name
	}
	name := id + "." + map[event.Format]string{event.JPEG: "jpg"}[completed.Request.File.Format]
	if strings.HasSuffix(name, ".") {
		name += string(completed.Request.File.Format)
	}
	sample, err := newTruth(name, completed, verdicts, e.checkedOnly)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(sample, "", " ")
	if err != nil {
		return err
	}
	if err := e.copyFile(ctx, completed.Request.File.URI, name); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(e.folder, id+".truth.json"), append(text, '\n'), 0o600)
}

func (e *correctionsExport) copyFile(ctx context.Context, uri, name string) error {
	in, err := e.blobs.Open(ctx, uri)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(filepath.Join(e.folder, name), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
