package api_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lavra.dev/api"
	"lavra.dev/platform/account"
	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/requestid"
	"lavra.dev/platform/secret"
	"lavra.dev/platform/status"
	"lavra.dev/platform/web"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
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
}

// keys are the accounts' keys: each account's is its own name.
type keys struct{}

func (keys) Authenticate(key string) (string, account.State) {
	if key == "acme" || key == "other" {
		return key, account.Active
	}
	return "", account.Unknown
}

type options struct {
	database bool // a query store with a sink before it; else one that is away
	index    status.Config
	config   api.Config
	checks   []api.Check
	before   func(*world) // what is in the log before the index starts
}

func newWorld(t *testing.T, o options) *world {
	t.Helper()
	w := &world{t: t, log: kafkatest.New(t)}
	if o.database {
		w.db = newDatabase(t)
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
	logger := slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelError}))
	index, err := status.New(o.index, status.Deps{Kafka: w.log.Kafka})
	if err != nil {
		t.Fatal(err)
	}
	w.run(index.Run)
	service, err := api.New(o.config, api.Deps{Kafka: w.log.Kafka, ClickHouse: w.db, Index: index, IDs: w.ids, Checks: o.checks, Log: logger, Registerer: prometheus.NewRegistry()})
	if err != nil {
		t.Fatal(err)
	}
	w.run(service.Run)
	w.service = service
	router := web.NewRouter()
	service.Register(router)
	handler, err := web.NewHandler(web.Config{BodyIdle: time.Minute, BodyTotal: time.Minute, WriteIdle: time.Minute},
		web.Deps{Accounts: keys{}, Log: logger, Registerer: prometheus.NewRegistry()}, router)
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
	return w
}

// newIssuer is one more process of the installation.
func (w *world) newIssuer() *requestid.Issuer {
	w.t.Helper()
	secrets, err := secret.New("0123456789abcdef0123456789abcdef")
	if err != nil {
		w.t.Fatal(err)
	}
	return requestid.NewIssuer(secrets)
}

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
	s, err := sink.New(sink.Config{MinAge: 10 * time.Millisecond, MaxAge: 50 * time.Millisecond}, sink.Deps{Kafka: w.log.Kafka, ClickHouse: w.db})
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

func (w *world) want(what string, got answer, status int, body string) {
	w.t.Helper()
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
	return event.Request{
		ID: w.ids.New("acme", at), Account: "acme", Revision: 1, Operation: event.Extract, Lane: event.Interactive,
		ReferenceID: new("r1"), Metadata: new(`{"a": 1}`), AcceptedAt: at.UTC().Truncate(time.Millisecond),
		File:     event.File{Name: "nota.pdf", Format: event.PDF, URI: "files/x", SHA256: "00", Size: 1},
		Callback: &event.Callback{URL: "https://client.test/hook", Method: "POST"},
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

func mustRender(t *testing.T, body []byte, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestARequestIsReadFromItsAcceptanceOn(t *testing.T) {
	for name, o := range map[string]options{"with the query store": {database: true}, "while the query store is away": {}} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, o)
			r := w.request(time.Now())
			path := "/extract/" + r.ID
			w.submit(r)
			at := r.AcceptedAt.Format("2006-01-02T15:04:05.000Z")
			w.want("straight after its acceptance", w.get("acme", path), 200, fmt.Sprintf(`{"request_id":%q,"document_type":null,"status":"in_progress","current_step":"received",`+
				`"callback_url":"https://client.test/hook","reference_id":"r1","validation_errors":[],"payload":null,"metadata":{"a":1},"created_at":%q,`+
				`"completed_at":null,"processed_at":null,"markdown_status":"pending","markdown_generated_at":null}`, r.ID, at))
			w.want("markdown in progress", w.get("acme", path+"/markdown", "Accept", "text/markdown"), 200,
				fmt.Sprintf(`{"request_id":%q,"document_type":null,"request_status":"in_progress","markdown_status":"pending","markdown_generated_at":null,"markdown_error":null}`, r.ID))
			w.want("a box in progress", w.get("acme", path+"/bounding-box?fieldPath=fields.numero"), 200,
				fmt.Sprintf(`{"request_id":%q,"document_type":null,"field_path":"fields.numero","value":null,"resolution_status":"not_indexed","reason":"bounding_boxes_not_indexed_for_request","segments":[],"page_aggregates":[]}`, r.ID))
			s := statusOf(r, 3, event.StepExtraction)
			s.DocumentType = new("NFE")
			w.produce(topic.Status, r.ID, s)
			got := w.get("acme", path)
			if !strings.Contains(got.body, `"document_type":"NFE","status":"in_progress","current_step":"extraction"`) {
				t.Errorf("under way: %s", got.body)
			}
			c := ended(r)
			w.end(c)
			body, err := result.Ended(c)
			w.want("straight after its end", w.get("acme", path), 200, mustRender(t, body, err))
		})
	}
}

func TestWhoeverIsNotTheOwnerFindsNothing(t *testing.T) {
	w := newWorld(t, options{})
	r := w.request(time.Now())
	w.submit(r)
	forged := r.ID[:35] + "0"
	if forged == r.ID {
		forged = r.ID[:35] + "1"
	}
	for _, suffix := range []string{"", "/markdown", "/bounding-box?fieldPath=fields.x", "/bounding-box"} {
		w.want("another account"+suffix, w.get("other", "/extract/"+r.ID+suffix), 404, unknown)
		w.want("forged"+suffix, w.get("acme", "/extract/"+forged+suffix), 404, unknown)
		w.want("no UUID"+suffix, w.get("acme", "/extract/1234"+suffix), 404, unknown)
		w.want("capitals"+suffix, w.get("acme", "/extract/"+strings.ToUpper(r.ID)+suffix), 404, unknown)
		w.want("no key"+suffix, w.get("", "/extract/"+r.ID+suffix), 401, `{"error":"Unauthorized"}`)
		w.want("issued but never accepted"+suffix, w.get("acme", "/extract/"+w.ids.New("acme", time.Now())+suffix), 404, unknown)
	}
	w.want("the batch of another account", w.get("other", "/extract/batch?batchId="+w.ids.New("acme", time.Now())), 404, unknown)
	w.want("a synchronous call by GET", w.get("acme", "/extract/sync"), 405, "")
}

func TestMarkdownComesAsTheClientWantsIt(t *testing.T) {
	w := newWorld(t, options{})
	r := w.request(time.Now())
	w.submit(r)
	c := ended(r)
	w.end(c)
	body, err := result.Markdown(c)
	record := mustRender(t, body, err)
	path := "/extract/" + r.ID + "/markdown"
	for accept, raw := range map[string]bool{
		"": false, "*/*": false, "application/json": false, "text/*": false, "text/markdown": true, "TEXT/Markdown; charset=utf-8": true,
		"application/json, text/markdown": true, "application/json, text/markdown;q=0.5": false, "text/markdown;q=0": false,
		"text/markdown;q=0.4, */*;q=0.1": true, "text/markdown;q=x": true, ";;,": false,
	} {
		got := w.get("acme", path, "Accept", accept)
		if raw {
			w.want("Accept: "+accept, got, 200, "# Nota\n\nação")
			if kind := got.header.Get("Content-Type"); kind != "text/markdown; charset=utf-8" {
				t.Errorf("Accept: %s: content type %s", accept, kind)
			}
		} else {
			w.want("Accept: "+accept, got, 200, record)
		}
	}
	failed := w.request(time.Now())
	w.submit(failed)
	c = ended(failed)
	c.Outcome, c.Extraction.Markdown, c.Extraction.MarkdownError = event.Failed, "", new("Nada legível.")
	w.end(c)
	body, err = result.Markdown(c)
	w.want("failed markdown", w.get("acme", "/extract/"+failed.ID+"/markdown", "Accept", "text/markdown"), 200, mustRender(t, body, err))
}

func TestBoundingBoxes(t *testing.T) {
	w := newWorld(t, options{})
	r := w.request(time.Now())
	w.submit(r)
	w.end(ended(r))
	record := func(path, value, status, reason, segments, aggregates string) string {
		return fmt.Sprintf(`{"request_id":%q,"document_type":"NFE","field_path":%q,"value":%s,"resolution_status":%q,"reason":%s,"segments":[%s],"page_aggregates":[%s]}`,
			r.ID, path, value, status, reason, segments, aggregates)
	}
	for path, want := range map[string]string{
		"fields.numero": record("fields.numero", `"1234"`, "resolved", "null",
			`{"page":1,"text":"1234","bounding_box":{"left":0.5,"top":0.25,"width":0.25,"height":0.125}}`,
			`{"page":1,"bounding_box":{"left":0.5,"top":0.25,"width":0.25,"height":0.125}}`),
		"fields.valor_total":          record("fields.valor_total", "1234.50", "ambiguous", `"span_match_ambiguous"`, "", ""),
		"fields.serie":                record("fields.serie", `"1"`, "unresolved", `"span_match_not_found"`, "", ""),
		"fields.itens[0].codigo":      record("fields.itens[0].codigo", `"A"`, "unresolved", `"invalid_line_ref"`, "", ""),
		"fields.itens[0].valor_total": record("fields.itens[0].valor_total", "10", "unresolved", `"segment_geometry_unavailable"`, "", ""),
		"fields.itens[1].codigo":      record("fields.itens[1].codigo", "null", "unresolved", `"line_words_not_indexed"`, "", ""),
		"fields.emitente_uf":          record("fields.emitente_uf", `"SP"`, "unresolved", `"missing_field_source"`, "", ""),
		"fields.nada":                 record("fields.nada", "null", "unresolved", `"bounding_box_not_found_for_field"`, "", ""),
		"fields.itens[9].codigo":      record("fields.itens[9].codigo", "null", "unresolved", `"bounding_box_not_found_for_field"`, "", ""),
		"fields.numero.value":         record("fields.numero.value", "null", "unresolved", `"bounding_box_not_found_for_field"`, "", ""),
	} {
		w.want(path, w.get("acme", "/extract/"+r.ID+"/bounding-box?fieldPath="+url.QueryEscape(path)), 200, want)
	}
	got := w.get("acme", "/extract/"+r.ID+"/bounding-box?fieldPath=fields.emitente_endereco")
	var address struct {
		Segments []struct {
			Polygon []struct{ X, Y float64 }
		}
		Aggregates []struct {
			Page int
			Box  struct{ Left, Top, Width, Height float64 } `json:"bounding_box"`
		} `json:"page_aggregates"`
	}
	if err := json.Unmarshal([]byte(got.body), &address); err != nil {
		t.Fatal(err)
	}
	if len(address.Segments) != 3 || len(address.Segments[0].Polygon) != 4 || address.Segments[0].Polygon[1].Y != 0.12 || address.Segments[1].Polygon != nil {
		t.Errorf("segments: %s", got.body)
	}
	if len(address.Aggregates) != 2 || address.Aggregates[1].Page != 2 {
		t.Fatalf("aggregates: %s", got.body)
	}
	if b := address.Aggregates[0].Box; b.Left != 0.05 || b.Top != 0.1 || b.Left+b.Width < 0.2999 || b.Top+b.Height < 0.2499 || b.Left+b.Width > 0.3001 {
		t.Errorf("the smallest box over the segments of page 1 is not %+v", b)
	}
	for _, path := range []string{"", "numero", "campos.numero", "fields", "fields.", "fields.itens", "fields.itens[0]", "fields.duplicatas", "fields.itens[0", "fields.itens[].codigo",
		"fields.itens[-1].codigo", "fields.itens[01].codigo", "fields.itens[0]codigo", "fields..x", "fields.x y", "fields.x[", "fields.ção", " fields.numero"} {
		got := w.get("acme", "/extract/"+r.ID+"/bounding-box?fieldPath="+url.QueryEscape(path))
		if got.status != 400 || !strings.HasPrefix(got.body, `{"message":"Dados inválidos: fieldPath: `) {
			t.Errorf("fieldPath %q: %d %s", path, got.status, got.body)
		}
	}
	xml := w.request(time.Now())
	xml.File.Format = event.XML
	w.submit(xml)
	c := ended(xml)
	w.end(c)
	if got := w.get("acme", "/extract/"+xml.ID+"/bounding-box?fieldPath=fields.numero"); !strings.Contains(got.body,
		`"value":"1234","resolution_status":"not_indexed","reason":"bounding_boxes_not_indexed_for_request"`) {
		t.Errorf("of XML: %s", got.body)
	}
	old := w.request(time.Now())
	w.submit(old)
	c = ended(old)
	c.Places = nil
	w.end(c)
	if got := w.get("acme", "/extract/"+old.ID+"/bounding-box?fieldPath=fields.numero"); !strings.Contains(got.body, `"resolution_status":"not_indexed"`) {
		t.Errorf("of an older extraction: %s", got.body)
	}
}

func TestAClassificationIsReadToo(t *testing.T) {
	w := newWorld(t, options{})
	r := w.request(time.Now())
	r.Operation = event.Classify
	w.submit(r)
	c := ended(r)
	c.Extraction, c.Places, c.Outcome = event.Extraction{}, nil, event.Success
	w.end(c)
	body, err := result.Ended(c)
	w.want("a classification", w.get("acme", "/extract/"+r.ID), 200, mustRender(t, body, err))
	if got := w.get("acme", "/extract/"+r.ID+"/bounding-box?fieldPath=fields.numero"); !strings.Contains(got.body, `"not_indexed"`) {
		t.Errorf("its boxes: %s", got.body)
	}
}

// TestWhatTheLogNoLongerHoldsComesFromTheStore compares the answers from both
// copies, which have to be the same bytes.
func TestWhatTheLogNoLongerHoldsComesFromTheStore(t *testing.T) {
	var r, running event.Request
	var c event.Completed
	w := newWorld(t, options{database: true, index: status.Config{Back: time.Millisecond}, before: func(w *world) {
		r, running = w.request(time.Now()), w.request(time.Now())
		running.DocumentType = new("BOLETO")
		w.submit(r)
		c = ended(r)
		w.end(c)
		w.submit(running)
		w.produce(topic.Status, running.ID, statusOf(running, 1, event.StepOCR))
		w.settle()
		time.Sleep(10 * time.Millisecond)
	}})
	body, err := result.Ended(c)
	w.want("status", w.get("acme", "/extract/"+r.ID), 200, mustRender(t, body, err))
	body, err = result.Markdown(c)
	w.want("markdown", w.get("acme", "/extract/"+r.ID+"/markdown"), 200, mustRender(t, body, err))
	got := w.get("acme", "/extract/"+r.ID+"/bounding-box?fieldPath=fields.valor_total")
	if !strings.Contains(got.body, `"value":1234.50,"resolution_status":"ambiguous"`) {
		t.Errorf("box: %s", got.body)
	}
	body, err = result.InProgress(running, event.StepOCR, nil)
	w.want("one under way", w.get("acme", "/extract/"+running.ID), 200, mustRender(t, body, err))
	w.want("another account", w.get("other", "/extract/"+r.ID), 404, unknown)
	w.want("never accepted", w.get("acme", "/extract/"+w.ids.New("acme", time.Now())), 404, unknown)
	// It goes on after the index has started.
	c = ended(running)
	w.end(c)
	body, err = result.Ended(c)
	w.want("one that ended meanwhile", w.get("acme", "/extract/"+running.ID), 200, mustRender(t, body, err))
}

// TestTheLogIsScannedForWhatNeitherCopyHolds has an index that starts after the
// requests and a query store that has not got them, or is away.
func TestTheLogIsScannedForWhatNeitherCopyHolds(t *testing.T) {
	for _, database := range []bool{false, true} {
		t.Run(fmt.Sprintf("query store there: %v", database), func(t *testing.T) {
			var r, running event.Request
			var c event.Completed
			w := newWorld(t, options{database: database, index: status.Config{Back: time.Millisecond}, before: func(w *world) {
				if database {
					w.settle()
				}
				r, running = w.request(time.Now()), w.request(time.Now())
				w.submit(r)
				c = ended(r)
				w.end(c)
				w.submit(running)
				w.produce(topic.Status, running.ID, statusOf(running, 2, event.StepClassification))
				time.Sleep(10 * time.Millisecond)
			}})
			body, err := result.Ended(c)
			w.want("an end", w.get("acme", "/extract/"+r.ID), 200, mustRender(t, body, err))
			body, err = result.InProgress(running, event.StepClassification, nil)
			w.want("one under way", w.get("acme", "/extract/"+running.ID), 200, mustRender(t, body, err))
			w.want("never accepted", w.get("acme", "/extract/"+w.ids.New("acme", time.Now())), 404, unknown)
		})
	}
}

func TestWhatCannotBeKnownIsNoFalse404(t *testing.T) {
	var r event.Request
	w := newWorld(t, options{index: status.Config{Back: time.Millisecond, Patience: 100 * time.Millisecond}, config: api.Config{ScanBytes: 1}, before: func(w *world) {
		for range 3 {
			r = w.request(time.Now())
			w.submit(r)
			w.end(ended(r))
		}
		time.Sleep(10 * time.Millisecond)
	}})
	unavailable := func(what string, got answer) {
		t.Helper()
		if got.status != 503 || got.header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %s, Retry-After %q", what, got.status, got.body, got.header.Get("Retry-After"))
		}
	}
	for range 8 { // whatever partition it falls to, one of them has more to scan than the bound
		id := w.ids.New("acme", time.Now())
		if got := w.get("acme", "/extract/"+id); got.status != 404 {
			unavailable("past the bound of a scan", got)
		}
	}
	unavailable("older than the log", w.get("acme", "/extract/"+w.newIssuer().New("acme", time.Now().Add(-30*24*time.Hour))))
	unavailable("a batch", w.get("acme", "/extract/batch?batchId="+w.ids.New("acme", time.Now())))
	w.log.Cluster.Close()
	unavailable("without the log", w.get("acme", "/extract/"+w.ids.New("acme", time.Now())))
	unavailable("a batch without the log", w.get("acme", "/extract/batch?referenceId=x"))
}

func (w *world) batch(reference string, count int) (id string, requests []event.Request) {
	w.t.Helper()
	now := time.Now()
	id = w.ids.New("acme", now)
	var messages []kafka.Message
	for i := range count {
		r := w.request(now)
		r.Lane, r.ReferenceID = event.Bulk, &reference
		r.File.Name = fmt.Sprintf("%03d.pdf", i)
		r.Batch = &event.Batch{ID: id, Index: int32(i), Total: int32(count)}
		requests = append(requests, r)
		messages = append(messages, kafka.Message{Topic: topic.Lane(topic.Submitted, event.Bulk), Key: r.ID, Event: event.Submitted{EventID: event.ID(r.ID, "submitted", 1), Request: r}})
	}
	if err := w.log.ProduceTx(w.t.Context(), messages); err != nil {
		w.t.Fatal(err)
	}
	return id, requests
}

type batchAnswer struct {
	BatchID                string  `json:"batch_id"`
	ReferenceID            *string `json:"reference_id"`
	Status                 string
	Total, Success, Failed int
	InProgress             int     `json:"in_progress"`
	PartialSuccess         int     `json:"partial_success"`
	CreatedAt              string  `json:"created_at"`
	CompletedAt            *string `json:"completed_at"`
	NextCursor             *string `json:"next_cursor"`
	Items                  []struct {
		RequestID    string `json:"request_id"`
		Filename     string
		DocumentType *string `json:"document_type"`
		Status       string
		CurrentStep  string  `json:"current_step"`
		ProcessedAt  *string `json:"processed_at"`
	}
}

func (w *world) getBatch(query string) batchAnswer {
	w.t.Helper()
	got := w.get("acme", "/extract/batch?"+query)
	if got.status != 200 {
		w.t.Fatalf("%s: %d %s", query, got.status, got.body)
	}
	var b batchAnswer
	if err := json.Unmarshal([]byte(got.body), &b); err != nil {
		w.t.Fatal(err)
	}
	return b
}

// checkBatch follows a batch of five to its end.
func checkBatch(t *testing.T, w *world, id, reference string, requests []event.Request, finish func()) {
	t.Helper()
	b := w.getBatch("batchId=" + id)
	if b.BatchID != id || b.Total != 5 || b.InProgress != 5 || b.Status != "in_progress" || b.CompletedAt != nil || *b.ReferenceID != reference || len(b.Items) != 5 || b.NextCursor != nil {
		t.Errorf("at the start: %+v", b)
	}
	for i, item := range b.Items {
		if item.RequestID != requests[i].ID || item.Filename != fmt.Sprintf("%03d.pdf", i) || item.Status != "in_progress" || item.ProcessedAt != nil {
			t.Errorf("item %d: %+v", i, item)
		}
	}
	finish()
	b = w.getBatch("referenceId=" + url.QueryEscape(reference))
	if b.BatchID != id || b.Status != "partial_success" || b.Success != 3 || b.PartialSuccess != 1 || b.Failed != 1 || b.InProgress != 0 || b.CompletedAt == nil {
		t.Errorf("at the end: %+v", b)
	}
	if item := b.Items[4]; item.Status != "failed" || item.CurrentStep != "failed" || item.ProcessedAt == nil || item.DocumentType == nil || *item.DocumentType != "NFE" {
		t.Errorf("the failed one: %+v", item)
	}
	if b := w.getBatch("batchId=" + id + "&status=success"); len(b.Items) != 3 || b.Failed != 1 {
		t.Errorf("filtered by success: %+v", b)
	}
	var pages [][]string
	query := "referenceId=" + url.QueryEscape(reference) + "&limit=2"
	for cursor := ""; ; {
		b := w.getBatch(query + cursor)
		var page []string
		for _, item := range b.Items {
			page = append(page, item.Filename)
		}
		pages = append(pages, page)
		if b.NextCursor == nil {
			break
		}
		cursor = "&cursor=" + *b.NextCursor
	}
	if fmt.Sprint(pages) != "[[000.pdf 001.pdf] [002.pdf 003.pdf] [004.pdf]]" {
		t.Errorf("pages: %v", pages)
	}
}

func (w *world) finish(requests []event.Request) func() {
	return func() {
		for i, outcome := range []event.Outcome{event.Success, event.Success, event.PartialSuccess, event.Success, event.Failed} {
			c := ended(requests[i])
			c.Outcome = outcome
			w.end(c)
		}
	}
}

func TestABatchIsFollowedToItsEnd(t *testing.T) {
	w := newWorld(t, options{})
	w.batch("lote 1", 2) // an older one with the same reference
	id, requests := w.batch("lote 1", 5)
	checkBatch(t, w, id, "lote 1", requests, w.finish(requests))
}

func TestAnOldBatchIsFollowedOverStoreAndIndex(t *testing.T) {
	var id string
	var requests []event.Request
	w := newWorld(t, options{database: true, index: status.Config{Back: time.Millisecond}, before: func(w *world) {
		id, requests = w.batch("velho", 5)
		w.settle()
		time.Sleep(10 * time.Millisecond)
	}})
	checkBatch(t, w, id, "velho", requests, w.finish(requests))
	w.want("an unknown reference", w.get("acme", "/extract/batch?referenceId=nada"), 404, unknown)
	w.want("an unknown batch", w.get("acme", "/extract/batch?batchId="+w.ids.New("acme", time.Now())), 404, unknown)
	w.want("a reference of another account", w.get("other", "/extract/batch?referenceId=velho"), 404, unknown)
}

func TestBatchParametersThatAreRefused(t *testing.T) {
	w := newWorld(t, options{})
	id, _ := w.batch("a", 2)
	other, _ := w.batch("b", 2)
	foreign := base64.RawURLEncoding.EncodeToString(make([]byte, 20))
	cursor := *w.getBatch("batchId=" + other + "&limit=1").NextCursor
	for query, message := range map[string]string{
		"":                                     "batchId: informe batchId ou referenceId.",
		"batchId=":                             "batchId: informe batchId ou referenceId.",
		"batchId=" + id + "&referenceId=a":     "batchId: informe batchId ou referenceId, não ambos.",
		"batchId=" + id + "&limit=0":           "limit: deve ser um número inteiro de 1 a 1000.",
		"batchId=" + id + "&limit=1001":        "limit: deve ser um número inteiro de 1 a 1000.",
		"batchId=" + id + "&limit=x":           "limit: deve ser um número inteiro de 1 a 1000.",
		"batchId=" + id + "&status=completed":  "status: deve ser in_progress, success, partial_success ou failed.",
		"batchId=" + id + "&cursor=x":          "cursor: não é um cursor válido.",
		"batchId=" + id + "&cursor=":           "cursor: não é um cursor válido.",
		"batchId=" + id + "&cursor=" + foreign: "cursor: não é um cursor deste lote.",
		"batchId=" + id + "&cursor=" + cursor:  "cursor: não é um cursor deste lote.",
		"referenceId=a&cursor=" + cursor:       "cursor: não é um cursor deste lote.",
		"referenceId=a&cursor=" + foreign:      "cursor: não é um cursor deste lote.",
	} {
		w.want(query, w.get("acme", "/extract/batch?"+query), 400, `{"message":"Dados inválidos: `+message+`"}`)
	}
}

func TestHealth(t *testing.T) {
	w := newWorld(t, options{config: api.Config{Version: "1.2.3"}, checks: []api.Check{{Name: "blobs", Ask: func(context.Context) error { return nil }}}})
	w.want("without the query store", w.get("", "/health"), 503, `{"status":"degraded","version":"1.2.3","checks":{"blobs":"ok","clickhouse":"unavailable","kafka":"ok"}}`)
	whole := newWorld(t, options{database: true, config: api.Config{Version: "1.2.3"}})
	whole.want("whole", whole.get("", "/health"), 200, `{"status":"ok","version":"1.2.3","checks":{"clickhouse":"ok","kafka":"ok"}}`)
	down := newWorld(t, options{database: true, checks: []api.Check{{Name: "blobs", Ask: func(context.Context) error { return errors.New("secret path") }}}})
	if got := down.get("", "/health"); got.status != 503 || strings.Contains(got.body, "secret") {
		t.Errorf("%d %s", got.status, got.body)
	}
}
