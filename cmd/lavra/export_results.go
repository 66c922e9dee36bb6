package main

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"lavra.dev/cmd/lavra/export"
	"lavra.dev/schemas/catalogue"
)

// resultsExport is what the flags say.
type resultsExport struct {
	export.Config
	since, until string
}

// accountName is a part of file names.
var accountName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

func (r *resultsExport) run(ctx context.Context, out, progress io.Writer) (err error) {
	if r.Since, err = dayOf("--since", r.since); err != nil {
		return err
	}
	r.Until = time.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, 1)
	if r.until != "" {
		if r.Until, err = dayOf("--until", r.until); err != nil {
			return err
		}
	}
	if _, known := catalogue.Lookup(r.Type); r.Type != "" && !known {
		return fmt.Errorf("--type %q is none; the types are %s", r.Type, strings.Join(catalogue.Names(), ", "))
	}
	if r.Account != "" && !accountName.MatchString(r.Account) {
		return fmt.Errorf("--account %q is no account's name", r.Account)
	}
	s, err := runningSettings()
	if err != nil {
		return err
	}
	store, err := s.queryStore()
	if err != nil {
		return err
	}
	r.Progress = progress
	r.Ask = func(ctx context.Context, statement, format string, out io.Writer) error {
		return runSQL(ctx, s.storeClient(), store, strings.NewReader(statement), format, out)
	}
	done, err := export.Run(ctx, r.Config)
	fmt.Fprintf(out, "%d documents of %d days in %d files; %d days were there", done.Documents, done.Days, done.Files, done.There)
	if done.Open > 0 {
		fmt.Fprintf(out, "; %d days are not over or have documents under way: export again", done.Open)
	}
	fmt.Fprintln(out)
	return err
}

func dayOf(flag, text string) (time.Time, error) {
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return time.Time{}, fmt.Errorf("%s %q: want a day such as 2026-03-01", flag, text)
	}
	return at, nil
}
