package ingest

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"lavra.dev/ingest/form"
	"lavra.dev/ingest/idempotency"
	"lavra.dev/platform/tracing"
	"lavra.dev/platform/web"
	"lavra.dev/schemas/event"
)

// call is one call of an endpoint on its way to acceptance.
type call struct {
	endpoint
	account string
	key     idempotency.Key // empty: the client gave none
	form    *form.Form
	files   []document
	content string // hash of what is asked
	kept    bool   // a record may name the files: they are the janitor's now
}

// document is one file of a call.
type document struct {
	form.File
	format event.Format
	pages  int // 0: not known
}

// acceptance is what a call stands for once it is accepted, by itself or by the
// call that it repeats.
type acceptance struct {
	ids      []string
	batchID  *string
	at       time.Time
	replayed bool
}

func (s *Service) handler(e endpoint) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r, span := tracing.Receive(r, e.path)
		outcome := "accepted"
		defer func() { span.End(outcome, outcome == "accepted") }()
		c := &call{endpoint: e, account: web.Account(r.Context())}
		a, err := s.accept(r, c)
		if !c.kept {
			s.discard(c)
		}
		if c.form != nil && len(c.form.Unread) > 0 {
			w.Header().Set("X-Warning", strings.Join(c.form.Unread, ", ")+": sem efeito em "+e.path)
		}
		if err != nil {
			outcome = "refused"
			s.refuse(w, r.Context(), e, err)
			return
		}
		if e.waits {
			s.answerResult(w, r, c, a)
			return
		}
		answerAccepted(w, e, a)
	})
}

// accept takes a call to its acceptance. The order of the steps is that of what
// they cost: what a header shows comes before the body, what the body shows
// before a download, and the screen, a child process, last.
func (s *Service) accept(r *http.Request, c *call) (acceptance, error) {
	ctx := r.Context()
	clientKey, err := c.idempotencyKey(r)
	if err != nil {
		return acceptance{}, err
	}
	if wait, ok := s.rates.take(c.account, time.Now()); !ok {
		return acceptance{}, &refusal{status: http.StatusTooManyRequests, text: textRate, reason: "rate", retry: wait}
	}
	if wait, full := s.backlog.full(); full {
		return acceptance{}, &refusal{status: http.StatusServiceUnavailable, reason: "backlog", retry: wait}
	}
	if c.form, err = form.Read(r, c.spec, s.limits, s.store); err != nil {
		return acceptance{}, err
	}
	if u := c.form.Callback.URL; u != nil {
		if err := s.deps.Guard.CheckURL(ctx, *u); err != nil {
			return acceptance{}, err
		}
	}
	c.content = fingerprint(s.deps.Keys, c.form)
	if clientKey != "" {
		c.key = s.claims.Key(c.account, c.name, clientKey)
		if w, ok := s.claims.Find(ctx, c.key); ok {
			return s.replay(c, w, false)
		}
	}
	if err := s.fetch(ctx, c); err != nil {
		return acceptance{}, err
	}
	if err := s.screenAll(ctx, c); err != nil {
		return acceptance{}, err
	}
	return s.commit(ctx, c)
}

// maxIdempotencyKey is the contract's.
const maxIdempotencyKey = 128

func (c *call) idempotencyKey(r *http.Request) (string, error) {
	values := r.Header.Values("Idempotency-Key")
	if !c.idempotent || len(values) == 0 {
		return "", nil
	}
	const field = "Idempotency-Key"
	key := values[0]
	switch {
	case len(values) > 1:
		return "", invalid(field, "enviado mais de uma vez.")
	case key == "":
		return "", invalid(field, "não pode ser vazio.")
	case utf8.RuneCountInString(key) > maxIdempotencyKey:
		return "", invalid(field, "excede o limite de 128 caracteres.")
	}
	return key, nil
}

// fetch downloads the file that the client named by URL.
func (s *Service) fetch(ctx context.Context, c *call) error {
	if c.form.URL != nil {
		body, err := s.downloader.Open(ctx, *c.form.URL, s.limits.File)
		if err != nil {
			return err
		}
		defer body.Close()
		info, err := s.store(ctx, body)
		if err != nil {
			return err
		}
		name := c.form.Name
		if name == "" {
			name = "arquivo"
		}
		c.form.Files = append(c.form.Files, form.File{Info: info, Name: name})
		if info.Size == 0 {
			return form.ErrEmpty
		}
	}
	for _, f := range c.form.Files {
		c.files = append(c.files, document{File: f})
	}
	return nil
}

// discard deletes the files of a call that accepted nothing. What that fails to
// delete the janitor finds later.
func (s *Service) discard(c *call) {
	if c.form == nil || len(c.form.Files) == 0 {
		return
	}
	// The client may be gone, and its context with it.
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	var faults []error
	for _, f := range c.form.Files {
		faults = append(faults, s.deps.Blobs.Delete(ctx, f.Key))
	}
	if err := errors.Join(faults...); err != nil {
		s.deps.Log.Warn("deleting the files of a refused request failed, the janitor will", "error", err)
	}
}

// accepted is the record of the contract.
type accepted struct {
	RequestID string `json:"request_id"`
	Status    string `json:"status"`
}

func answerAccepted(w http.ResponseWriter, e endpoint, a acceptance) {
	records := make([]accepted, len(a.ids))
	for i, id := range a.ids {
		records[i] = accepted{id, "in_progress"}
	}
	if !e.spec.Batch {
		web.JSON(w, http.StatusOK, records[0])
		return
	}
	if a.batchID != nil {
		w.Header().Set("X-Batch-Id", *a.batchID)
		w.Header().Set("Location", "/extract/batch?batchId="+url.QueryEscape(*a.batchID))
	}
	web.JSON(w, http.StatusOK, records)
}
