// Package export writes the results of the query store into files: those of a type with a
// column for each of its fields, or those of all types with their fields as JSON.
//
// In come days; out go files of some thousand documents each, a day's whole or not at all.
// What is there already is not made again, so an export that was cut off goes on where it
// stood. The query store makes the rows: nothing of a document is held in memory here.
package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Asker runs a statement on the query store and writes its rows in one of its formats.
type Asker func(ctx context.Context, statement, format string, out io.Writer) error

// Config says what is exported, and where to.
type Config struct {
	Ask      Asker
	Folder   string
	Format   string // parquet, csv or jsonl
	Type     string // of the documents; empty: all, with their fields as JSON
	Account  string // whose documents; empty: everybody's
	Since    time.Time
	Until    time.Time // the first day that is left out
	Progress io.Writer
}

// Summary counts what a run did.
type Summary struct {
	Documents, Files int
	Days, There      int // days written; days that were there from an earlier run
	Open             int // days of which documents are under way, to be written again
}

// perFile bounds what the engine holds to make one file: a Parquet of 20,000 notes of 5 KB
// takes it 100 MB of its 400.
const perFile = 20_000

const day = 24 * time.Hour

// Run exports day by day, the oldest first.
func Run(ctx context.Context, cfg Config) (Summary, error) {
	r := run{Config: cfg, perFile: perFile}
	return r.all(ctx)
}

type run struct {
	Config
	perFile int
	done    Summary
}

func (r *run) all(ctx context.Context) (Summary, error) {
	if formats[r.Format] == "" {
		return r.done, fmt.Errorf("--format %q: want parquet, csv or jsonl", r.Format)
	}
	if !r.Since.Before(r.Until) {
		return r.done, errors.New("--until is not after --since")
	}
	if err := os.MkdirAll(r.Folder, 0o700); err != nil {
		return r.done, fmt.Errorf("making the folder: %w", err)
	}
	for at := r.Since; at.Before(r.Until); at = at.Add(day) {
		if err := r.day(ctx, at); err != nil {
			return r.done, fmt.Errorf("exporting %s: %w", at.Format(time.DateOnly), err)
		}
	}
	return r.done, nil
}

// day writes one day, unless an earlier run wrote it when it was over.
func (r *run) day(ctx context.Context, at time.Time) error {
	name := r.name(at)
	if _, err := os.Stat(filepath.Join(r.Folder, r.file(name, 0))); err == nil {
		r.done.There++
		return nil
	}
	open, err := r.count(ctx, "SELECT count() FROM open_documents AS d WHERE "+r.of(at))
	if err != nil {
		return err
	}
	if open > 0 || !time.Now().After(at.Add(day)) {
		name += openMark
		r.done.Open++
	}
	made, documents, err := r.parts(ctx, at, name)
	defer func() {
		for _, part := range made {
			_ = os.Remove(part) // where it was put in its place, it is gone
		}
	}()
	if err != nil || len(made) == 0 {
		return err
	}
	if err := r.put(at, name, made); err != nil {
		return err
	}
	r.done.Days++
	r.done.Files += len(made)
	r.done.Documents += documents
	fmt.Fprintf(r.Progress, "%s: %d documents\n", at.Format(time.DateOnly), documents)
	return nil
}

// parts makes the files of a day, beside their place.
func (r *run) parts(ctx context.Context, at time.Time, name string) (made []string, documents int, err error) {
	for after := ""; ; {
		until, count, err := r.stretch(ctx, at, after)
		if err != nil || count == 0 {
			return made, documents, err
		}
		part, err := os.CreateTemp(r.Folder, ".lavra-export-*")
		if err != nil {
			return made, documents, fmt.Errorf("making a file: %w", err)
		}
		made = append(made, part.Name())
		err = r.Ask(ctx, r.statement(at, after, until), formats[r.Format], part)
		if err = errors.Join(err, part.Sync(), part.Close()); err != nil {
			return made, documents, err
		}
		after, documents = until, documents+count
	}
}

// stretch finds the last request of the next file, and how many it holds.
func (r *run) stretch(ctx context.Context, at time.Time, after string) (until string, count int, err error) {
	var answer strings.Builder
	err = r.Ask(ctx, fmt.Sprintf("SELECT max(request_id), count() FROM (SELECT d.request_id AS request_id FROM documents AS d WHERE %s AND d.status != 'in_progress' AND d.request_id > %s ORDER BY request_id LIMIT %d)",
		r.of(at), quoted(after), r.perFile), "TSV", &answer)
	if err != nil {
		return "", 0, err
	}
	until, written, _ := strings.Cut(strings.TrimSpace(answer.String()), "\t")
	if written == "" {
		return "", 0, nil // no request, no name
	}
	count, err = strconv.Atoi(written)
	return until, count, err
}

func (r *run) count(ctx context.Context, statement string) (int, error) {
	var answer strings.Builder
	if err := r.Ask(ctx, statement, "TSV", &answer); err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimSpace(answer.String()))
}

// openMark is in the names of files of a day that was not over.
const openMark = ".open"

func (r *run) name(at time.Time) string {
	parts := []string{"all", at.Format(time.DateOnly)}
	if r.Type != "" {
		parts[0] = r.Type
	}
	if r.Account != "" {
		parts = slices.Insert(parts, 1, r.Account)
	}
	return strings.Join(parts, "-")
}

func (r *run) file(name string, part int) string {
	base, open := strings.CutSuffix(name, openMark)
	name = fmt.Sprintf("%s-%03d", base, part)
	if open {
		name += openMark
	}
	return name + "." + r.Format
}

// put gives the files of a day their names, the first one last: where it stands, all do.
func (r *run) put(at time.Time, name string, made []string) error {
	earlier, err := filepath.Glob(filepath.Join(r.Folder, escaped.Replace(r.name(at))+"-[0-9]*"+openMark+"."+r.Format))
	if err != nil {
		return err
	}
	for _, file := range earlier {
		if err := os.Remove(file); err != nil {
			return fmt.Errorf("removing what was written of a day that was not over: %w", err)
		}
	}
	for part := len(made) - 1; part >= 0; part-- {
		if err := os.Rename(made[part], filepath.Join(r.Folder, r.file(name, part))); err != nil {
			return fmt.Errorf("naming a file: %w", err)
		}
	}
	return nil
}

var escaped = strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`)
