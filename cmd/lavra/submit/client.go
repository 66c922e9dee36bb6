package submit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// client speaks the service's interface. What may be tried again is tried again
// here, so that its callers see answers only.
type client struct {
	post, get string // base addresses: where the roles are apart, two
	key       string
	patience  time.Duration // with a service that does not answer
	read      func(context.Context, Document) (io.ReadCloser, error)
	http      *http.Client
	retried   func(reason string)
}

// Errors that end a run.
var (
	errUnauthorized = errors.New("the service does not know the API key (401)")
	errForbidden    = errors.New("the account is inactive (403)")
	errAway         = errors.New("the service did not answer")
)

// refused is an answer that trying again does not change.
type refused struct {
	status  int
	message string
}

func (r *refused) Error() string { return fmt.Sprintf("%d: %s", r.status, r.message) }

// unreadable is a document that cannot be read here.
type unreadable struct {
	index int
	err   error
}

func (u *unreadable) Error() string { return u.err.Error() }

// send posts documents under an idempotency key: one to /extract, or to
// /extract/sync where its result is wanted at once, several to /extract/batch.
// The result is nil where it is not there yet.
func (c *client) send(ctx context.Context, docs []Document, key string, sync bool) (accepted, json.RawMessage, error) {
	path := "/extract"
	switch {
	case len(docs) > 1:
		path = "/extract/batch"
	case sync:
		path = "/extract/sync"
	}
	answer, err := c.do(ctx, func(ctx context.Context) (*http.Request, func() error, error) { return c.form(ctx, path, docs, key) })
	if err != nil {
		return accepted{}, nil, err
	}
	type record struct {
		RequestID string `json:"request_id"`
	}
	if len(docs) > 1 {
		var records []record
		if err := json.Unmarshal(answer.body, &records); err != nil || len(records) != len(docs) {
			return accepted{}, nil, errors.New("the answer to a batch names another number of requests than it has documents")
		}
		a := accepted{BatchID: answer.header.Get("X-Batch-Id")}
		for _, r := range records {
			a.IDs = append(a.IDs, r.RequestID)
		}
		if a.BatchID == "" {
			return accepted{}, nil, errors.New("the answer to a batch has no X-Batch-Id")
		}
		return a, nil, nil
	}
	var one record
	if err := json.Unmarshal(answer.body, &one); err != nil || one.RequestID == "" {
		return accepted{}, nil, errors.New("the answer has no request_id")
	}
	a := accepted{IDs: []string{one.RequestID}}
	if sync && answer.status == http.StatusOK {
		return a, answer.body, nil
	}
	return a, nil, nil
}

// form makes the request that carries documents, streaming them. fault gives
// what went wrong in reading them.
func (c *client) form(ctx context.Context, path string, docs []Document, key string) (*http.Request, func() error, error) {
	body, w := io.Pipe()
	form := multipart.NewWriter(w)
	fault := make(chan error, 1)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.post+path, body)
	if err != nil {
		return nil, nil, err
	}
	go func() {
		err := c.write(ctx, form, docs)
		_ = w.CloseWithError(err) // never fails
		fault <- err
	}()
	req.Header.Set("Content-Type", form.FormDataContentType())
	req.Header.Set("Idempotency-Key", key)
	return req, func() error {
		body.Close() // ends the writing, where the call ended first
		return <-fault
	}, nil
}

func (c *client) write(ctx context.Context, form *multipart.Writer, docs []Document) error {
	d := docs[0] // what a batch shares
	for _, field := range [][2]string{{"documentType", d.Type}, {"referenceId", d.Reference}, {"metadata", string(d.Metadata)}} {
		if field[1] == "" {
			continue
		}
		if err := form.WriteField(field[0], field[1]); err != nil {
			return err
		}
	}
	for i, d := range docs {
		f, err := c.read(ctx, d)
		if err != nil {
			return &unreadable{i, err}
		}
		part, err := form.CreateFormFile("file", partName(docs, i))
		if err == nil {
			_, err = io.Copy(part, reading{f, i})
		}
		f.Close()
		if err != nil {
			return err
		}
	}
	return form.Close()
}

// reading tells a fault of the document's file from one of the connection.
type reading struct {
	io.Reader
	index int
}

func (r reading) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		err = &unreadable{r.index, err}
	}
	return n, err
}

// partName is the name that a document goes by in its call, another for each:
// a refusal names the file it is about.
func partName(docs []Document, i int) string {
	name := baseName(docs[i])
	for _, before := range docs[:i] {
		if baseName(before) == name {
			return strconv.Itoa(i+1) + "-" + name
		}
	}
	return name
}

func baseName(d Document) string { return d.File[strings.LastIndexAny(d.File, `/\`)+1:] }

// status is what GET /extract/{requestId} says.
func (c *client) status(ctx context.Context, id string) (record, error) {
	var r record
	return r, c.look(ctx, "/extract/"+url.PathEscape(id), &r)
}

// batchStatus is what GET /extract/batch says of each document, by identifier.
func (c *client) batchStatus(ctx context.Context, id string) (map[string]string, error) {
	at := map[string]string{}
	for cursor := ""; ; {
		query := url.Values{"batchId": {id}, "limit": {"1000"}}
		if cursor != "" {
			query.Set("cursor", cursor)
		}
		var page struct {
			Items []struct {
				RequestID string `json:"request_id"`
				Status    string `json:"status"`
			} `json:"items"`
			NextCursor string `json:"next_cursor"`
		}
		if err := c.look(ctx, "/extract/batch?"+query.Encode(), &page); err != nil {
			return nil, err
		}
		for _, item := range page.Items {
			at[item.RequestID] = item.Status
		}
		if cursor = page.NextCursor; cursor == "" {
			return at, nil
		}
	}
}

func (c *client) look(ctx context.Context, path string, into any) error {
	answer, err := c.do(ctx, func(ctx context.Context) (*http.Request, func() error, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.get+path, nil)
		return req, func() error { return nil }, err
	})
	if err != nil {
		return err
	}
	if err := json.Unmarshal(answer.body, into); err != nil {
		return fmt.Errorf("reading the answer to GET %s: %w", path, err)
	}
	return nil
}

type answer struct {
	status int
	header http.Header
	body   []byte
}

// Waits before a call is tried again: they double from the first to the last.
const (
	firstWait = 250 * time.Millisecond
	lastWait  = 30 * time.Second
)

// do makes a request until it is answered: 200, a 408 of a synchronous call, or
// a refusal. While the service says that it cannot take more, is away or fails,
// it is asked again, after what it says or after waits that grow.
func (c *client) do(ctx context.Context, make func(context.Context) (*http.Request, func() error, error)) (answer, error) {
	start := time.Now()
	for wait := firstWait; ; wait = min(2*wait, lastWait) {
		a, err := c.once(ctx, make)
		var file *unreadable
		if ctx.Err() != nil {
			return answer{}, ctx.Err()
		}
		if errors.As(err, &file) {
			return answer{}, file
		}
		if err == nil && a.final() {
			return a, a.refusal()
		}
		reason := "no connection"
		if err == nil {
			reason, err = strconv.Itoa(a.status), errors.New(http.StatusText(a.status))
		}
		if time.Since(start) > c.patience {
			return answer{}, fmt.Errorf("%w for %s: %w", errAway, c.patience, err)
		}
		c.retried(reason)
		select {
		case <-time.After(max(wait/2+rand.N(wait), a.after())):
		case <-ctx.Done():
			return answer{}, ctx.Err()
		}
	}
}

func (c *client) once(ctx context.Context, make func(context.Context) (*http.Request, func() error, error)) (answer, error) {
	req, fault, err := make(ctx)
	if err != nil {
		return answer{}, err
	}
	req.Header.Set("Authorization", "Bearer "+c.key)
	resp, err := c.http.Do(req)
	if err != nil {
		var file *unreadable
		if errors.As(fault(), &file) {
			return answer{}, file
		}
		return answer{}, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	_ = fault() // the service has answered, whatever it read
	return answer{resp.StatusCode, resp.Header, body}, err
}

func (a answer) final() bool {
	switch a.status {
	case http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return false
	case http.StatusRequestTimeout: // of the contract with a request_id, of the server about a slow body without
		return strings.Contains(string(a.body), `"SYNC_TIMEOUT"`)
	}
	return true
}

func (a answer) refusal() error {
	switch a.status {
	case http.StatusOK, http.StatusRequestTimeout:
		return nil
	case http.StatusUnauthorized:
		return errUnauthorized
	case http.StatusForbidden:
		return errForbidden
	}
	var said struct{ Message, Error string }
	if json.Unmarshal(a.body, &said) != nil || said.Message+said.Error == "" {
		said.Message = http.StatusText(a.status)
	}
	return &refused{a.status, said.Message + said.Error}
}

func (a answer) after() time.Duration {
	seconds, _ := strconv.Atoi(a.header.Get("Retry-After")) // a date or none: by our own waits
	return min(time.Duration(max(seconds, 0))*time.Second, 5*time.Minute)
}
