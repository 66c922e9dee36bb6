package ingest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/ingest"
	"lavra.dev/ingest/screen"
	"lavra.dev/platform/account"
	"lavra.dev/platform/blob"
	"lavra.dev/platform/egress"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/requestid"
	"lavra.dev/platform/secret"
	"lavra.dev/platform/status"
	"lavra.dev/platform/web"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// looker stands in for the screen's child process: a file's first word is its verdict.
type looker struct{}

func (looker) Check(ctx context.Context, _ string, open func(context.Context) (io.ReadCloser, error)) (screen.Verdict, error) {
	file, err := open(ctx)
	if err != nil {
		return screen.Verdict{}, err
	}
	defer file.Close()
	content, err := io.ReadAll(file)
	if err != nil {
		return screen.Verdict{}, err
	}
	switch word, _, _ := strings.Cut(string(content), " "); word {
	case "pdf":
		return screen.Verdict{Format: event.PDF, Pages: 1}, nil
	case "long":
		return screen.Verdict{Format: event.PDF, Pages: 201}, nil
	case "xml":
		return screen.Verdict{Format: event.XML}, nil
	case "evil":
		return screen.Verdict{Format: event.PDF, Blocked: true, Reason: "javascript"}, nil
	case "away":
		return screen.Verdict{}, errors.New("no child answers")
	}
	return screen.Verdict{Reason: "format"}, nil
}

type keyring map[string]string

func (k keyring) Authenticate(key string) account.Grant {
	if id, ok := k[key]; ok {
		return account.Grant{Account: id, State: account.Active}
	}
	return account.Grant{}
}

// world is an ingest service on a log, with a pipeline that ends what it is told to.
type world struct {
	t     *testing.T
	log   *kafkatest.Log
	blobs *blob.Store
	keys  *secret.Keys
	ids   *requestid.Issuer

	base    string // of the first process
	service *ingest.Service
}

func start(t *testing.T, change func(*ingest.Config)) *world {
	t.Helper()
	log := kafkatest.New(t)
	keys, err := secret.New("0123456789abcdef0123456789abcdef")
	check(t, err)
	w := &world{t: t, log: log, blobs: log.Blobs, keys: keys, ids: requestid.NewIssuer(keys)}
	w.base = w.serve(log.Kafka, change)
	return w
}

// serve runs one more process and gives its address.
func (w *world) serve(k *kafka.Kafka, change func(*ingest.Config)) string {
	w.t.Helper()
	return w.serveFrom(k, time.Hour, change)
}

// serveFrom is serve with an index that reads so far back.
func (w *world) serveFrom(k *kafka.Kafka, back time.Duration, change func(*ingest.Config)) string {
	t := w.t
	t.Helper()
	allow, err := egress.ParseNetworks("127.0.0.1/32")
	check(t, err)
	index, err := status.New(status.Config{Back: back}, status.Deps{Kafka: k})
	check(t, err)
	cfg := ingest.Config{
		MaxFile: 1 << 20, MaxPages: 200, MaxBatch: 4 << 20, MaxFiles: 5, MaxMetadata: 1 << 10, MaxSignature: 100,
		MaxReference: 256, Download: time.Second, RateBurst: 2, InteractiveAsync: 2, AccountBulk: 3,
	}
	if change != nil {
		change(&cfg)
	}
	check(t, cfg.Validate())
	registry := prometheus.NewRegistry()
	quiet := slog.New(slog.DiscardHandler)
	service, err := ingest.New(cfg, ingest.Deps{
		Kafka: k, Blobs: w.blobs, Keys: w.keys, IDs: w.ids, Guard: egress.New(allow, nil),
		Screen: looker{}, Statuses: index, Log: quiet, Registerer: registry,
	})
	check(t, err)
	w.service = service
	w.run(index.Run)
	w.run(service.Run)
	check(t, index.Ready(t.Context()))
	router := web.NewRouter()
	service.Register(router)
	webConfig := web.Config{BodyIdle: 300 * time.Millisecond, BodyTotal: time.Minute, WriteIdle: time.Second}
	handler, err := web.NewHandler(webConfig, web.Deps{
		Accounts: keyring{"k1": "acme", "k2": "other"}, Log: quiet, Registerer: registry,
	}, router)
	check(t, err)
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

func (w *world) run(body func(context.Context) error) {
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		var err error
		defer func() { ended <- err }() // a failed check ends the goroutine without a return
		err = body(ctx)
	}()
	w.t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			w.t.Error(err)
		}
	})
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   string
}

func (a answer) fields(t *testing.T) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(a.body), &m); err != nil {
		t.Fatalf("%d %s: %v", a.status, a.body, err)
	}
	return m
}

func (a answer) id(t *testing.T) string {
	t.Helper()
	id, _ := a.fields(t)["request_id"].(string)
	return id
}

type header map[string]string

func (w *world) post(path, contentType, body string, headers ...header) answer {
	w.t.Helper()
	return w.postTo(w.base, path, contentType, body, headers...)
}

func (w *world) postTo(base, path, contentType, body string, headers ...header) answer {
	w.t.Helper()
	req, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, base+path, strings.NewReader(body))
	check(w.t, err)
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Authorization", "Bearer k1")
	for _, h := range headers {
		for name, value := range h {
			req.Header.Set(name, value)
		}
	}
	resp, err := http.DefaultClient.Do(req)
	check(w.t, err)
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	check(w.t, err)
	return answer{resp.StatusCode, resp.Header, strings.TrimSpace(string(text))}
}

// form writes a multipart body: name=value is a field, name@filename=content a file.
func form(list ...string) (contentType, body string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, item := range list {
		name, content, _ := strings.Cut(item, "=")
		var part io.Writer
		if name, filename, isFile := strings.Cut(name, "@"); isFile {
			part, _ = w.CreateFormFile(name, filename)
		} else {
			part, _ = w.CreateFormField(name)
		}
		io.WriteString(part, content)
	}
	w.Close()
	return w.FormDataContentType(), b.String()
}

func (w *world) send(path string, headers header, list ...string) answer {
	w.t.Helper()
	contentType, body := form(list...)
	return w.post(path, contentType, body, headers)
}

// submitted reads all records of the submitted topics.
func (w *world) submitted() []event.Submitted {
	w.t.Helper()
	var all []event.Submitted
	for _, name := range topic.Lanes(topic.Submitted) {
		w.records(name, func(rec *kgo.Record) {
			var s event.Submitted
			check(w.t, w.log.Decode(w.t.Context(), rec, &s))
			if kafka.ReadWay(rec) != kafka.WayOf(s.Request, nil) {
				w.t.Errorf("a record of %s has the headers %v", s.Request.Account, rec.Headers)
			}
			all = append(all, s)
		})
	}
	return all
}

func (w *world) records(name string, each func(*kgo.Record)) {
	w.t.Helper()
	// Not for as long as the package's tests may take: whoever hangs here says where.
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Minute)
	defer cancel()
	ends, err := w.log.Admin().ListCommittedOffsets(ctx, w.log.Topic(name))
	check(w.t, err)
	left := map[int32]int64{} // of each partition, the end that is still to come
	ends.Each(func(o kadm.ListedOffset) {
		if o.Offset > 0 {
			left[o.Partition] = o.Offset
		}
	})
	if len(left) == 0 {
		return
	}
	client, err := w.log.NewConsumer("test", kgo.ConsumeTopics(w.log.Topic(name)), kgo.KeepControlRecords())
	check(w.t, err)
	defer client.Close()
	for len(left) > 0 {
		fetches := client.PollFetches(ctx)
		if err := fetches.Err(); err != nil {
			w.t.Fatalf("reading %s, of whose partitions these ends are to come: %v: %v", name, left, err)
		}
		fetches.EachRecord(func(rec *kgo.Record) {
			if rec.Offset+1 >= left[rec.Partition] { // by offset: records of aborted transactions have some, too
				delete(left, rec.Partition)
			}
			if !rec.Attrs.IsControl() {
				each(rec)
			}
		})
	}
}

// finish ends a request as the pipeline would.
func (w *world) finish(id string, operation event.Operation) {
	w.t.Helper()
	ctx := context.WithoutCancel(w.t.Context()) // the test may be over once it has its answer
	outcome := event.Success
	documentType := "BOLETO"
	now := time.Now().UTC().Truncate(time.Millisecond)
	at, err := w.log.Produce(ctx, topic.Completed, id, event.Completed{
		EventID: "end-" + id, Request: event.Request{ID: id, Account: "acme", Revision: 1, Operation: operation},
		Outcome: outcome, CompletedAt: now, Detection: event.Detection{Source: "detected", Type: &documentType, Accepted: true},
		Extraction: event.Extraction{Markdown: "# Boleto", MarkdownAt: now, CatalogueVersion: "1.0.0"},
	})
	check(w.t, err)
	_, err = w.log.Produce(ctx, topic.Status, id, event.Status{
		EventID: "status-" + id, RequestID: id, Account: "acme", Lane: event.Interactive, Revision: 1, Rank: 100,
		Step: event.StepCompleted, Outcome: &outcome, At: now, AcceptedAt: now, Completed: &at,
	})
	check(w.t, err)
}

// pipeline finishes every request as it comes, until the test ends.
func (w *world) pipeline() {
	w.run(func(ctx context.Context) error {
		var names []string
		for _, name := range topic.Lanes(topic.Submitted) {
			names = append(names, w.log.Topic(name))
		}
		client, err := w.log.NewConsumer("pipeline", kgo.ConsumeTopics(names...))
		if err != nil {
			return err
		}
		defer client.Close()
		for ctx.Err() == nil {
			client.PollFetches(ctx).EachRecord(func(rec *kgo.Record) {
				var s event.Submitted
				check(w.t, w.log.Decode(ctx, rec, &s))
				w.finish(s.Request.ID, s.Request.Operation)
			})
		}
		return nil
	})
}

func (w *world) files() []string {
	w.t.Helper()
	var keys []string
	for info, err := range w.blobs.List(w.t.Context(), ingest.FilePrefix) {
		check(w.t, err)
		keys = append(keys, info.Key)
	}
	return keys
}
