package api_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lavra.dev/api"
	"lavra.dev/platform/account"
	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/erasure"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/requestid"
	"lavra.dev/platform/secret"
	"lavra.dev/platform/status"
	"lavra.dev/platform/web"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
	"lavra.dev/sink"
)

// world is an installation as a client of the reading half sees it.
type world struct {
	t   *testing.T
	log *kafkatest.Log
	db  *clickhouse.Client
	ids *requestid.Issuer
	url string

	service *api.Service
	erased  *erasure.Index
}

// keys are the accounts' keys: each account's is its own name.
type keys struct{}

func (keys) Accounts() []event.Account {
	day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return []event.Account{{ID: "acme", Active: true, CreatedAt: day, Keys: []event.Key{{ID: "k1", Hint: "abcd", Salt: []byte("salt"), Hash: []byte("hash"), CreatedAt: day}}}}
}

func (keys) Authenticate(key string) account.Grant {
	if key == "acme" || key == "other" || key == operator {
		return account.Grant{Account: key, State: account.Active}
	}
	return account.Grant{}
}

type options struct {
	database bool // a query store with a sink before it; else one that is away
	index    status.Config
	config   api.Config
	draw     api.DrawPage
	before   func(*world) // what is in the log before the index starts
}

func newWorld(t *testing.T, o options) *world {
	t.Helper()
	w := &world{t: t, log: kafkatest.New(t)}
	if o.database {
		w.db = engine.Database(t)
	} else {
		var err error
		if w.db, err = clickhouse.Open(clickhouse.Config{DSN: "http://127.0.0.1:1/away"}); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { w.db.Close() })
	}
	w.ids = w.newIssuer()
	if o.before != nil {
		o.before(w)
	}
	w.serve(o)
	return w
}

// another is one more process over the same log and query store.
func (w *world) another(o options) *world {
	w.t.Helper()
	second := &world{t: w.t, log: w.log, db: w.db, ids: w.newIssuer()}
	second.serve(o)
	return second
}

func (w *world) serve(o options) {
	t := w.t
	t.Helper()
	logger := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError}))
	if o.index.Patience == 0 {
		o.index.Patience = 30 * time.Second // what is tested is never the speed of a busy machine
	}
	var err error
	if w.erased, err = erasure.NewIndex(w.log.Kafka, logger, nil); err != nil {
		t.Fatal(err)
	}
	o.config.ErasedTimeout = 30 * time.Second
	index, err := status.New(o.index, status.Deps{Kafka: w.log.Kafka, Erased: w.erased})
	if err != nil {
		t.Fatal(err)
	}
	w.run(index.Run)
	w.run(w.erased.Run)
	service, err := api.New(o.config, api.Deps{Kafka: w.log.Kafka, ClickHouse: w.db, Erased: w.erased, Index: index, IDs: w.ids, Keys: w.keys(), Accounts: keys{}, DrawPage: o.draw, Log: logger, Registerer: prometheus.NewRegistry()})
	if err != nil {
		t.Fatal(err)
	}
	w.run(service.Run)
	w.service = service
	router := web.NewRouter()
	service.Register(router)
	handler, err := web.NewHandler(web.Config{BodyIdle: time.Minute, BodyTotal: time.Minute, WriteIdle: time.Minute},
		web.Deps{Accounts: keys{}, IsOperator: func(id string) bool { return id == operator }, Log: logger, Registerer: prometheus.NewRegistry()}, router)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	w.url = server.URL
	ready, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := index.Ready(ready); err != nil {
		t.Fatal(err)
	}
	if err := w.erased.Ready(ready); err != nil {
		t.Fatal(err)
	}
}

// until waits for what other processes bring about.
func (w *world) until(what string, met func() bool) {
	w.t.Helper()
	for deadline := time.Now().Add(time.Minute); !met(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			w.t.Fatalf("%s: not within a minute", what)
		}
	}
}

// newIssuer is one more process of the installation.
func (w *world) newIssuer() *requestid.Issuer { return requestid.NewIssuer(w.keys()) }

func (w *world) keys() *secret.Keys {
	w.t.Helper()
	keys, err := secret.New("0123456789abcdef0123456789abcdef")
	if err != nil {
		w.t.Fatal(err)
	}
	return keys
}

// hook is the callback URL of the requests here, with a secret that is sealed in the log.
const hook = "https://client.test/hook?token=<a>&b"

// run runs a part until the test ends, or until stop.
func (w *world) run(part func(context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(w.t.Context())
	done := make(chan error, 1)
	go func() { done <- part(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			w.t.Errorf("a part ended with %v", err)
		}
	})
	w.t.Cleanup(stop)
	return stop
}

// sink copies until stop.
func (w *world) sink() (stop func()) {
	s, err := sink.New(sink.Config{MinAge: 10 * time.Millisecond, MaxAge: 50 * time.Millisecond, SweepEvery: 50 * time.Millisecond}, sink.Deps{Kafka: w.log.Kafka, ClickHouse: w.db, Erased: w.erased})
	if err != nil {
		w.t.Fatal(err)
	}
	return w.run(s.Run)
}

// settle runs a sink until it has committed the whole log.
func (w *world) settle() {
	w.t.Helper()
	stop := w.sink()
	defer stop()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		lags, err := w.log.Lags(w.t.Context(), topic.GroupSink)
		if err != nil {
			w.t.Fatal(err)
		}
		total := int64(0)
		for _, l := range lags {
			total += l.Records
		}
		if total == 0 && len(lags) > 0 {
			return
		}
	}
	w.t.Fatal("the sink did not catch up")
}

type answer struct {
	status int
	body   string
	header http.Header
}

func (w *world) get(key, path string, headers ...string) answer {
	w.t.Helper()
	req, err := http.NewRequestWithContext(w.t.Context(), http.MethodGet, w.url+path, nil)
	if err != nil {
		w.t.Fatal(err)
	}
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Add(headers[i], headers[i+1])
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return answer{resp.StatusCode, strings.TrimSuffix(string(body), "\n"), resp.Header}
}

// sealed is how the log has the URL of hook: an answer that is rendered from it says hook.
var sealed = regexp.MustCompile(`https://client\.test/hook\?lavra-sealed=[\w-]+`)

func (w *world) want(what string, got answer, status int, body string) {
	w.t.Helper()
	body = sealed.ReplaceAllLiteralString(body, hook)
	if got.status != status || body != "" && got.body != body {
		w.t.Errorf("%s:\ngot  %d %s\nwant %d %s", what, got.status, got.body, status, body)
	}
}

func (w *world) produce(topicName, key string, ev any) event.Pointer {
	w.t.Helper()
	at, err := w.log.Produce(w.t.Context(), topicName, key, ev)
	if err != nil {
		w.t.Fatal(err)
	}
	return at
}

const unknown = `{"message":"Request not found"}`

func (w *world) request(at time.Time) event.Request {
	id := w.ids.New("acme", at)
	return event.Request{
		ID: id, Account: "acme", Revision: 1, Operation: event.Extract, Lane: event.Interactive,
		ReferenceID: new("r1"), Metadata: new(`{"a": 1}`), AcceptedAt: at.UTC().Truncate(time.Millisecond),
		File:     event.File{Name: "nota.pdf", Format: event.PDF, URI: "files/x", SHA256: "00", Size: 1},
		Callback: &event.Callback{URL: w.keys().SealURL(hook, id), Method: "POST"},
	}
}

func (w *world) submit(r event.Request) {
	w.t.Helper()
	w.produce(topic.Lane(topic.Submitted, r.Lane), r.ID, event.Submitted{EventID: event.ID(r.ID, "submitted", r.Revision), Request: r})
}

func statusOf(r event.Request, rank int32, step event.Step) event.Status {
	s := event.Status{EventID: event.ID(r.ID, "status."+string(step), r.Revision), RequestID: r.ID, Account: r.Account, Lane: r.Lane, Revision: r.Revision,
		Rank: rank, Step: step, AcceptedAt: r.AcceptedAt, At: r.AcceptedAt.Add(time.Duration(rank) * time.Millisecond)}
	if r.Batch != nil {
		s.BatchID, s.BatchTotal = &r.Batch.ID, r.Batch.Total
	}
	return s
}

func (w *world) end(c event.Completed) {
	w.t.Helper()
	at := w.produce(topic.Completed, c.Request.ID, c)
	s := statusOf(c.Request, 100, event.StepCompleted)
	if c.Outcome == event.Failed {
		s.Step = event.StepFailed
	}
	s.Outcome, s.Completed, s.DocumentType, s.At = &c.Outcome, &at, c.Detection.Type, c.CompletedAt
	w.produce(topic.Status, c.Request.ID, s)
}

func ended(r event.Request) event.Completed {
	at := r.AcceptedAt.Add(2 * time.Second)
	segment := func(page int32, text string, box ...float64) event.Segment {
		return event.Segment{Page: page, Text: text, Box: box}
	}
	turned := segment(1, "RUA A", 0.1, 0.1, 0.2, 0.1)
	turned.Polygon = []float64{0.1, 0.1, 0.3, 0.12, 0.3, 0.2, 0.1, 0.18}
	place := func(path, value, status, reason string, segments ...event.Segment) event.Place {
		p := event.Place{Path: path, Value: value, Status: status, Segments: segments}
		if reason != "" {
			p.Reason = &reason
		}
		return p
	}
	return event.Completed{
		EventID: event.ID(r.ID, "end", r.Revision), Request: r, Outcome: event.PartialSuccess, CompletedAt: at, PageCount: 2,
		Detection: event.Detection{Source: "detected", Detected: new("NFE"), Confidence: new(0.9), Threshold: 0.6, Accepted: true, Reason: new("detected_above_threshold"), Type: new("NFE")},
		Extraction: event.Extraction{
			Fields: []event.Field{
				{Name: "numero", Value: `"1234"`, Confidence: 0.99},
				{Name: "valor_total", Value: "1234.50", Confidence: 0.9},
				{Name: "emitente_endereco", Value: `"RUA A 1"`, Confidence: 0.9},
				{Name: "serie", Value: `"1"`, Confidence: 0.9}, {Name: "emitente_uf", Value: `"SP"`, Confidence: 0.9},
				{Name: "itens", Value: `[{"codigo":"A","valor_total":10},{"codigo":null}]`, Confidence: 0.8},
				{Name: "duplicatas", Value: `[]`, Confidence: 0.8},
			},
			Quality:          event.Quality{ReliabilityScore: 91, MissingFields: []string{"chave_acesso"}, Summary: "Nota fiscal."},
			ValidationErrors: []event.ValidationError{{Field: "fields.itens[0].codigo", Error: "Inválido."}},
			Markdown:         "# Nota\n\nação", MarkdownAt: at, CatalogueVersion: "1.0.0", EngineVersion: "1",
		},
		Places: []event.Place{
			place("fields.numero", `"1234"`, "resolved", "", segment(1, "1234", 0.5, 0.25, 0.25, 0.125)),
			place("fields.valor_total", "1234.5", "ambiguous", "span_match_ambiguous"),
			place("fields.emitente_endereco", `"RUA A 1"`, "resolved", "", turned, segment(1, "1", 0.05, 0.15, 0.01, 0.1), segment(2, "x", 0, 0, 0.5, 0.5)),
			place("fields.serie", `"1"`, "unresolved", "span_match_not_found"),
			place("fields.itens[0].codigo", `"A"`, "unresolved", "invalid_line_ref"),
			place("fields.itens[0].valor_total", "10", "unresolved", "segment_geometry_unavailable"),
			place("fields.itens[1].codigo", "null", "unresolved", "line_words_not_indexed"),
		},
	}
}

// cut takes all that a topic holds out of the log.
func (w *world) cut(name string) {
	w.t.Helper()
	broker := w.log.Topic(name)
	ends, err := w.log.Admin().ListEndOffsets(w.t.Context(), broker)
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := w.log.Admin().DeleteRecords(w.t.Context(), ends.Offsets()); err != nil {
		w.t.Fatal(err)
	}
}
