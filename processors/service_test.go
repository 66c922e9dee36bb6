package processors_test

import (
	"bytes"
	"context"
	"encoding/json"
	"image"
	"image/png"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/egress"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/nativelib/nativelibtest"
	"lavra.dev/platform/secret"
	"lavra.dev/processors"
	"lavra.dev/processors/ocr"
	"lavra.dev/processors/ocr/reader"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

const childArgument = "reader-child"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == childArgument {
		if err := ocr.ServeReader(context.Background(), reader.Config{}); err != nil {
			os.Stderr.WriteString(err.Error())
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// line is a running pipeline with a client's endpoint.
type line struct {
	*kafkatest.Log
	keys  *secret.Keys
	ended chan event.Completed
	calls chan *http.Request
	url   string
}

func start(t *testing.T, change func(*processors.Config)) *line {
	t.Helper()
	native := filepath.Dir(nativelibtest.Path(t, "libpdfium.so"))
	keys, err := secret.New("a secret for tests only")
	if err != nil {
		t.Fatal(err)
	}
	l := &line{Log: kafkatest.New(t), keys: keys, ended: make(chan event.Completed, 100), calls: make(chan *http.Request, 100)}
	endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		l.calls <- r
	}))
	t.Cleanup(endpoint.Close)
	l.url = endpoint.URL

	cfg := processors.Config{ReaderCommand: []string{os.Args[0], childArgument}, NativeDir: native, ReaderWorkers: 1, SandboxDir: t.TempDir()}
	if change != nil {
		change(&cfg)
	}
	service, err := processors.New(cfg, processors.Deps{
		Kafka: l.Kafka, Blobs: l.Blobs, Keys: keys,
		Egress: egress.New([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, nil),
		Logger: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})), Registerer: l.Registerer,
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- service.Run(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the service ended with %v", err)
		}
	})
	l.follow(t)
	return l
}

// follow hands over what ends.
func (l *line) follow(t *testing.T) {
	client, err := l.NewConsumer("test", kgo.ConsumeTopics(l.Topic(topic.Completed)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	go func() {
		for {
			fetches := client.PollFetches(t.Context())
			if t.Context().Err() != nil {
				return
			}
			fetches.EachRecord(func(rec *kgo.Record) {
				var c event.Completed
				if err := l.Decode(t.Context(), rec, &c); err != nil {
					t.Error(err)
				}
				l.ended <- c
			})
		}
	}()
}

// submit accepts a file as ingest does.
func (l *line) submit(t *testing.T, file []byte, format event.Format, change func(*event.Request)) string {
	t.Helper()
	id := uuid.Must(uuid.NewV7()).String()
	info, err := l.Blobs.Put(t.Context(), "files/"+id, bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	r := event.Request{
		ID: id, Account: "conta", Revision: 1, Operation: event.Extract, Lane: event.Interactive, AcceptedAt: time.Now().UTC(),
		File: event.File{URI: info.Key, SHA256: info.SHA256, Size: info.Size, Format: format, Name: "documento"},
	}
	if change != nil {
		change(&r)
	}
	submitted := event.Submitted{EventID: event.ID(id, "submitted", 1), Request: r}
	if _, err := l.Produce(t.Context(), topic.Lane(topic.Submitted, r.Lane), id, submitted); err != nil {
		t.Fatal(err)
	}
	return id
}

func (l *line) wait(t *testing.T, id string) event.Completed {
	t.Helper()
	for deadline := time.After(60 * time.Second); ; {
		select {
		case c := <-l.ended:
			if c.Request.ID == id {
				return c
			}
		case <-deadline:
			t.Fatal("the request did not end")
		}
	}
}

func sample(t *testing.T, name string) []byte {
	t.Helper()
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func ptr[T any](v T) *T { return &v }

func TestDocumentsGoTheWholeWay(t *testing.T) {
	l := start(t, nil)
	boleto := sample(t, "../samples/boleto-02.pdf")
	for _, c := range []struct {
		name    string
		file    []byte
		format  event.Format
		change  func(*event.Request)
		outcome event.Outcome
		typ     string
		says    string // in the inconsistencies
	}{
		{name: "a boleto", file: boleto, format: event.PDF, outcome: event.Success, typ: "BOLETO"},
		{name: "the same in bulk", file: boleto, format: event.PDF, change: func(r *event.Request) { r.Lane = event.Bulk }, outcome: event.Success, typ: "BOLETO"},
		{name: "only its type", file: boleto, format: event.PDF, change: func(r *event.Request) { r.Operation = event.Classify }, outcome: event.Success, typ: "BOLETO"},
		{name: "an invoice in XML", file: sample(t, "nfexml/testdata/nfe-xml-01.xml"), format: event.XML,
			change: func(r *event.Request) { r.DocumentType = ptr("NFE") }, outcome: event.Success, typ: "NFE"},
		{name: "XML that is no invoice", file: []byte("<pedido><numero>1</numero></pedido>"), format: event.XML,
			change: func(r *event.Request) { r.DocumentType = ptr("NFE") }, outcome: event.Failed, typ: "NFE", says: "O XML não contém uma NF-e."},
		{name: "a file that needs a password", file: sample(t, "../ingest/screen/testdata/encrypted-user.pdf"), format: event.PDF,
			outcome: event.Failed, says: "O arquivo está protegido por senha e não pôde ser lido."},
		{name: "a file that is cut", file: boleto[:2000], format: event.PDF, outcome: event.Failed, says: "corrompido"},
		{name: "a file that is cut, of a type the client gave", file: boleto[:2000], format: event.PDF,
			change: func(r *event.Request) { r.DocumentType = ptr("CNH") }, outcome: event.Failed, typ: "CNH", says: "corrompido"},
		{name: "a file that is gone", file: boleto, format: event.PDF,
			change: func(r *event.Request) { r.File.URI = "files/none" }, outcome: event.Failed, says: "não está mais disponível"},
	} {
		t.Run(c.name, func(t *testing.T) {
			end := l.wait(t, l.submit(t, c.file, c.format, c.change))
			typ := ""
			if end.Detection.Type != nil {
				typ = *end.Detection.Type
			}
			if end.Outcome != c.outcome || typ != c.typ {
				t.Errorf("ended %s as %q, want %s as %q; %q", end.Outcome, typ, c.outcome, c.typ, end.Extraction.Quality.Inconsistencies)
			}
			if said := strings.Join(end.Extraction.Quality.Inconsistencies, " "); !strings.Contains(said, c.says) {
				t.Errorf("says %q, want %q", said, c.says)
			}
			if end.Request.Operation == event.Extract && end.Outcome == event.Success {
				checkResult(t, end)
			}
		})
	}
}

// checkResult looks for what every good extraction has.
func checkResult(t *testing.T, end event.Completed) {
	t.Helper()
	leaves := 0
	for _, f := range end.Extraction.Fields {
		leaves += len(f.Leaves)
	}
	if len(end.Places) != leaves || leaves == 0 {
		t.Errorf("%d places for %d leaves", len(end.Places), leaves)
	}
	placed := 0
	for _, p := range end.Places {
		if p.Status == "resolved" && len(p.Segments) > 0 {
			placed++
		}
	}
	if xml := end.Request.File.Format == event.XML; xml != (placed == 0) {
		t.Errorf("%d of %d leaves placed", placed, leaves)
	}
	if end.Extraction.Markdown == "" || end.Extraction.Quality.Summary == "" || len(end.Stages) != 4 {
		t.Errorf("markdown of %d bytes, summary %q, stages %v", len(end.Extraction.Markdown), end.Extraction.Quality.Summary, end.Stages)
	}
	for _, s := range end.Stages {
		// The file of an XML is read by extraction, that of any other by ocr: the child that does it works for more than 100 µs.
		reads := s.Stage == "ocr" && end.Request.File.Format != event.XML || s.Stage == "extraction" && end.Request.File.Format == event.XML
		if s.CPUMicros == nil || *s.CPUMicros <= 0 || reads && *s.CPUMicros < 100 {
			t.Errorf("the processor time of %s is not measured: %v", s.Stage, s.CPUMicros)
		}
	}
}

// steps gives the statuses of the steps that a request goes through. A status is written
// beside the work of its step, so that it may come after the next step's, even after the end.
func (l *line) steps(t *testing.T, id string, through ...event.Step) map[event.Step]event.Status {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	client, err := l.NewConsumer("steps", kgo.ConsumeTopics(l.Topic(topic.Status)))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	seen := map[event.Step]event.Status{}
	missing := func(step event.Step) bool { _, ok := seen[step]; return !ok }
	for slices.ContainsFunc(through, missing) {
		fetches := client.PollFetches(ctx)
		if ctx.Err() != nil {
			t.Fatalf("of the steps %v there are only %v", through, slices.Collect(maps.Keys(seen)))
		}
		for _, rec := range fetches.Records() {
			var s event.Status
			if err := l.Decode(ctx, rec, &s); err != nil {
				t.Fatal(err)
			}
			if s.RequestID == id {
				seen[s.Step] = s
			}
		}
	}
	return seen
}

func TestEveryStepTellsWhereRequestAndTextStand(t *testing.T) {
	l := start(t, nil)
	var blank bytes.Buffer
	if err := png.Encode(&blank, image.NewGray(image.Rect(0, 0, 400, 600))); err != nil {
		t.Fatal(err)
	}
	type told map[event.Step]string // the topic of the text; none: nothing readable, or not read
	for name, c := range map[string]struct {
		file   []byte
		format event.Format
		typ    *string
		text   told
		read   []event.Step // those that know whether there is a text
	}{
		"a document": {sample(t, "../samples/boleto-02.pdf"), event.PDF, nil,
			told{event.StepClassification: topic.Read, event.StepExtraction: topic.Classified, event.StepGeometry: topic.Extracted},
			[]event.Step{event.StepClassification, event.StepExtraction, event.StepGeometry}},
		"a blank page": {blank.Bytes(), event.PNG, nil, told{}, []event.Step{event.StepClassification, event.StepExtraction, event.StepGeometry}},
		"XML, which is read where its fields are": {sample(t, "nfexml/testdata/nfe-xml-01.xml"), event.XML, ptr("NFE"),
			told{event.StepGeometry: topic.Extracted}, []event.Step{event.StepGeometry}},
	} {
		t.Run(name, func(t *testing.T) {
			id := l.submit(t, c.file, c.format, func(r *event.Request) { r.DocumentType = c.typ })
			end := l.wait(t, id)
			way := []event.Step{event.StepOCR, event.StepClassification, event.StepExtraction, event.StepGeometry}
			steps := l.steps(t, id, way...)
			for _, step := range way {
				s := steps[step]
				if s.Submitted == nil || s.Submitted.Topic != topic.Lane(topic.Submitted, event.Interactive) {
					t.Errorf("%s: the request stands at %+v", step, s.Submitted)
				}
				place := ""
				if s.Text != nil {
					place, _ = strings.CutSuffix(s.Text.Topic, ".interactive")
				}
				if place != c.text[step] || (s.TextAt != nil) != slices.Contains(c.read, step) {
					t.Errorf("%s: the text stands in %q, read at %v", step, place, s.TextAt)
				}
				if s.TextAt != nil && !s.TextAt.Equal(end.Extraction.MarkdownAt) {
					t.Errorf("%s: the text was read at %v, in the end at %v", step, s.TextAt, end.Extraction.MarkdownAt)
				}
			}
		})
	}
}

// Records that a build without the text in them left behind are worked on as
// they always were.
func TestAReadingWithoutItsTextGetsOne(t *testing.T) {
	l := start(t, nil)
	sent := l.wait(t, l.submit(t, sample(t, "../samples/boleto-02.pdf"), event.PDF, nil))
	client, err := l.NewConsumer("reading", kgo.ConsumeTopics(l.Topic(topic.Lane(topic.Read, event.Interactive))))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	var read event.Read
	if err := l.Decode(t.Context(), client.PollFetches(t.Context()).Records()[0], &read); err != nil {
		t.Fatal(err)
	}
	for _, operation := range []event.Operation{event.Extract, event.Classify} {
		read.Text, read.Submitted, read.Request.ID, read.Request.Operation = nil, nil, uuid.Must(uuid.NewV7()).String(), operation
		if _, err := l.Produce(t.Context(), topic.Lane(topic.Read, event.Interactive), read.Request.ID, read); err != nil {
			t.Fatal(err)
		}
		if end := l.wait(t, read.Request.ID); end.Extraction.Markdown != sent.Extraction.Markdown || end.Extraction.MarkdownAt.IsZero() {
			t.Errorf("%s: its text is %q, at %v", operation, end.Extraction.Markdown, end.Extraction.MarkdownAt)
		}
	}
}

func TestCallbackComesAfterTheEnd(t *testing.T) {
	l := start(t, nil)
	id := l.submit(t, sample(t, "../samples/boleto-02.pdf"), event.PDF, func(r *event.Request) {
		r.Callback = &event.Callback{URL: l.url + "/aviso", Method: "PUT", SealedToken: l.keys.Seal("abc", r.ID), Signature: ptr("minha assinatura")}
	})
	l.wait(t, id)
	select {
	case call := <-l.calls:
		var body struct {
			RequestID string `json:"request_id"`
			Status    string `json:"status"`
		}
		if err := json.NewDecoder(call.Body).Decode(&body); err != nil || body.RequestID != id || body.Status != "success" {
			t.Errorf("the body says %+v, error %v", body, err)
		}
		if call.Method != "PUT" || call.URL.Path != "/aviso" || call.Header.Get("Authorization") != "Bearer abc" ||
			call.Header.Get("x-service-signature") != "minha assinatura" || call.Header.Get("Content-Type") != "application/json" {
			t.Errorf("called %s %s with %v", call.Method, call.URL, call.Header)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("no callback came")
	}
}

// TestHostileFilesEndLikeAnyOther feeds the readers what the screen would have
// stopped too: they have to bear what it does not know.
func TestHostileFilesEndLikeAnyOther(t *testing.T) {
	l := start(t, nil)
	names, err := filepath.Glob("../ingest/screen/testdata/*.*")
	if err != nil || len(names) == 0 {
		t.Fatalf("no files: %v", err)
	}
	formats := map[string]event.Format{".pdf": event.PDF, ".png": event.PNG, ".jpg": event.JPEG, ".tiff": event.TIFF, ".xml": event.XML}
	waiting := map[string]string{}
	for _, name := range names {
		if format, known := formats[filepath.Ext(name)]; known {
			waiting[l.submit(t, sample(t, name), format, func(r *event.Request) { r.DocumentType = ptr("NFE") })] = name
		}
	}
	for deadline := time.After(2 * time.Minute); len(waiting) > 0; {
		select {
		case end := <-l.ended:
			name := waiting[end.Request.ID]
			delete(waiting, end.Request.ID)
			if end.Outcome == event.Success || len(end.Extraction.Quality.Inconsistencies) == 0 {
				t.Errorf("%s: ended %s, saying %q", name, end.Outcome, end.Extraction.Quality.Inconsistencies)
			}
		case <-deadline:
			t.Fatalf("%d files did not end: %v", len(waiting), waiting)
		}
	}
	good := l.wait(t, l.submit(t, sample(t, "../samples/boleto-02.pdf"), event.PDF, nil))
	if good.Outcome != event.Success {
		t.Errorf("a good document after all of them ended %s", good.Outcome)
	}
}

func TestFileThatTakesTooLongEndsAlone(t *testing.T) {
	l := start(t, func(cfg *processors.Config) { cfg.ReaderDeadline = time.Millisecond })
	end := l.wait(t, l.submit(t, sample(t, "../samples/boleto-02.pdf"), event.PDF, nil))
	if said := strings.Join(end.Extraction.Quality.Inconsistencies, " "); end.Outcome != event.Failed || !strings.Contains(said, "tempo máximo") {
		t.Errorf("ended %s: %q", end.Outcome, said)
	}
}
