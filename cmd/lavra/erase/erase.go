// Package erase finds the documents of a person, or those an account keeps no
// longer, has them erased, and proves it.
//
// In come a CPF, a CNPJ, identifiers of requests, or an account and an age; out goes a certificate: which
// requests were found, and what is left of each in the query store and the blob
// store after the erasure. It says nothing of what stood in the documents, and
// does not itself delete anything: it writes erasures, and looks what became of them.
package erase

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"lavra.dev/platform/blob"
	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/erasure"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/patience"
	"lavra.dev/schemas/event"
)

// Config says whose documents go.
type Config struct {
	Number    string        // CPF or CNPJ, digits alone; empty: Requests or OlderThan
	Requests  []string      // identifiers
	OlderThan time.Duration // of Account, what was accepted so long ago; 0: not asked for
	Account   string        // of this account only; empty: of all
	DryRun    bool
	Wait      time.Duration // for the deletion to be over
	Build     string
}

// Deps are what is asked.
type Deps struct {
	Store  *clickhouse.Client
	Blobs  *blob.Store
	Erased *erasure.Index // read up to the present
}

// Certificate is what was done.
type Certificate struct {
	ID         string     `json:"certificate_id"`
	Version    string     `json:"version"`
	Began      time.Time  `json:"began_at"`
	Ended      time.Time  `json:"ended_at"`
	Sought     string     `json:"sought"` // cpf, cnpj, age or requests
	Account    string     `json:"account,omitempty"`
	DryRun     bool       `json:"dry_run,omitempty"`
	Complete   bool       `json:"complete"` // nothing is left but in the log
	Requests   []*Request `json:"requests"`
	Unsearched uint64     `json:"in_progress_not_searched"` // requests whose text was not there to be searched yet
	LogUntil   time.Time  `json:"log_forgets_by"`
	LogNote    string     `json:"log_note"`
}

// Request is one that was found.
type Request struct {
	ID           string            `json:"request_id"`
	Account      string            `json:"account"`
	DocumentType string            `json:"document_type"`
	AcceptedAt   time.Time         `json:"accepted_at"`
	File         string            `json:"file"` // deleted, left, or not known
	Rows         map[string]uint64 `json:"rows_found"`
	RowsLeft     map[string]uint64 `json:"rows_left"`

	row found
}

// logKeeps is how long the log keeps the longest of what it may have of a request:
// letters 30 days, results 7, records of the way a day after they were read.
const logKeeps = 31 * 24 * time.Hour

const logNote = "Records of the log cannot be deleted one by one: results leave it after 7 days, dead letters after 30, work a day after it is done. No part of the service reads those of an erased request. Where data keys encrypt them (LAVRA_DATA_KEYS, LAVRA_REQUEST_KEYS) the key of its records was deleted, so that nobody can."

// Run finds, erases and looks again. The certificate is good also where it says
// that something is left; an error is of what could not be asked.
func Run(ctx context.Context, cfg Config, deps Deps) (*Certificate, error) {
	c := &Certificate{ID: uuid.NewString(), Version: cfg.Build, Began: time.Now().UTC(), Account: cfg.Account, DryRun: cfg.DryRun, LogNote: logNote, Requests: []*Request{}}
	rows, err := c.find(ctx, cfg, deps.Store)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		c.Requests = append(c.Requests, &Request{ID: row.ID, Account: row.Account, DocumentType: row.DocumentType, AcceptedAt: row.AcceptedAt, row: row})
	}
	counts, err := countRows(ctx, deps.Store, c.Requests)
	if err != nil {
		return nil, err
	}
	for _, r := range c.Requests {
		r.Rows = counts[r.ID]
	}
	if !cfg.DryRun {
		for _, r := range c.Requests {
			if err := deps.Erased.Write(ctx, r.row.erasure()); err != nil {
				return nil, err
			}
		}
	}
	err = c.settle(ctx, cfg, deps)
	c.Ended = time.Now().UTC()
	c.LogUntil = c.Ended.Add(logKeeps)
	return c, err
}

// settle looks until nothing is left, or the time is over.
func (c *Certificate) settle(ctx context.Context, cfg Config, deps Deps) error {
	for until := time.Now().Add(cfg.Wait); ; {
		c.Complete = true
		counts, err := countRows(ctx, deps.Store, c.Requests)
		if err != nil {
			return err
		}
		for _, r := range c.Requests {
			r.RowsLeft = counts[r.ID]
			clean, err := r.look(ctx, deps.Blobs)
			if err != nil {
				return err
			}
			c.Complete = c.Complete && clean
		}
		if c.Complete || cfg.DryRun || time.Now().After(until) {
			return nil
		}
		if err := patience.Sleep(ctx, time.Second); err != nil {
			return err
		}
	}
}

// look reports whether nothing is left.
func (r *Request) look(ctx context.Context, blobs *blob.Store) (clean bool, err error) {
	if name, ok := kafka.KeyOf(r.ID); ok {
		switch key, err := blobs.Open(ctx, name); {
		case err == nil:
			key.Close()
			return false, nil
		case !errors.Is(err, blob.ErrNotFound):
			return false, fmt.Errorf("looking for the key of a request: %w", err)
		}
	}
	if r.row.FileKey == "" {
		r.File = "not known"
		return len(r.RowsLeft) == 0, nil
	}
	file, err := blobs.Open(ctx, r.row.FileKey)
	switch {
	case err == nil:
		file.Close()
		r.File = "left"
		return false, nil
	case errors.Is(err, blob.ErrNotFound):
		r.File = "deleted"
		return len(r.RowsLeft) == 0, nil
	}
	return false, fmt.Errorf("looking for the file of a request: %w", err)
}

func (f found) erasure() event.Erasure {
	ev := event.Erasure{RequestID: f.ID, Account: f.Account, Reason: event.ErasedByOperator}
	if f.BatchID != "" {
		ev.BatchID = &f.BatchID
	}
	if f.FileKey != "" {
		ev.File = &f.FileKey
	}
	if f.CompletedAt.Unix() > 0 {
		ev.EndedAt = &f.CompletedAt
	}
	return ev
}
