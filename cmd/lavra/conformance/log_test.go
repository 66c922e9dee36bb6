package conformance

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"os/exec"
	"strings"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/cmd/lavra/trial"
	"lavra.dev/platform/blob"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/requestid"
	"lavra.dev/platform/secret"
	pages "lavra.dev/processors/document"
	"lavra.dev/processors/pipeline"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// What a sound service never writes comes into its log from outside here: the
// broker of `lavra up` takes records like any other.

// Prefixes of the topics: of `lavra up`, and of the halves on which nothing ends.
const (
	mainTopics = "lavra."
	idleTopics = "idle."
)

// log opens the log under a prefix for one row.
func (w *world) log(prefix string) *kafka.Kafka {
	w.Helper()
	blobs, err := blob.Open(w.Context(), "file://"+w.T.TempDir())
	if err != nil {
		w.Fatal(err)
	}
	k, err := kafka.Dial(w.Context(), kafka.Config{Brokers: []string{w.broker}, RegistryURL: "http://" + w.registry, Prefix: prefix},
		kafka.Deps{Blobs: blobs, Logger: slog.New(slog.NewTextHandler(io.Discard, nil))})
	if err != nil {
		w.Fatal(err)
	}
	w.Cleanup(func() {
		k.Close()
		_ = blobs.Close()
	})
	return k
}

func (w *world) keys() *secret.Keys {
	w.Helper()
	keys, err := secret.New(secretKey)
	if err != nil {
		w.Fatal(err)
	}
	return keys
}

// produce writes an event; its key in the log is the request's identifier.
func (w *world) produce(k *kafka.Kafka, name, key string, ev any) event.Pointer {
	w.Helper()
	at, err := k.Produce(w.Context(), name, key, ev)
	if err != nil {
		w.Fatal(err)
	}
	return at
}

// newRequest is a request of the main account that was never sent.
func (w *world) newRequest(documentType string) event.Request {
	w.Helper()
	now := time.Now().UTC().Truncate(time.Millisecond)
	r := event.Request{ID: requestid.NewIssuer(w.keys()).New("main", now), Account: "main", Revision: 1, Operation: event.Extract, Lane: event.Interactive,
		File: event.File{Format: event.PDF, Name: "inventado.pdf"}, AcceptedAt: now}
	if documentType != "" {
		r.DocumentType = &documentType
	}
	return r
}

// extracted sends a made-up extraction through geometry to its end and gives
// the request's identifier.
func (w *world) extracted(doc pages.Document, fields ...event.Field) string {
	w.Helper()
	r := w.newRequest("RECIBO")
	reason := "provided_type_not_verifiable"
	w.produce(w.log(mainTopics), topic.Lane(topic.Extracted, event.Interactive), r.ID, event.Extracted{
		EventID: event.ID(r.ID, "extraction", 1), Request: r, Reading: pages.Pack(doc),
		Detection:  event.Detection{Source: "provided", Provided: r.DocumentType, Type: r.DocumentType, Threshold: 0.6, Accepted: true, Reason: &reason},
		Extraction: event.Extraction{Fields: fields, Markdown: "texto", MarkdownAt: r.AcceptedAt, CatalogueVersion: "1", Quality: event.Quality{Summary: "Inventado."}},
	})
	w.endOf(r)
	return r.ID
}

// endOf awaits the end of a made-up request, which nobody knows at first.
func (w *world) endOf(r event.Request) answer {
	w.Helper()
	for until := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if a := w.get("/extract/" + r.ID); a.status == http.StatusOK && a.text("status") != "in_progress" {
			return a
		}
		if time.Now().After(until) {
			w.Fatal("the made-up request does not end")
		}
	}
}

// reach says of a request on the idle topics that it has come to a step.
func (w *world) reach(k *kafka.Kafka, r event.Request, step event.Step, outcome *event.Outcome, end *event.Pointer) {
	w.Helper()
	s := pipeline.StatusOf(r, step, nil, time.Now().UTC())
	s.Outcome, s.Completed = outcome, end
	w.produce(k, topic.Status, r.ID, s)
}

// submitted gives the requests that stand in the idle topics' log of accepted
// ones, newest last.
func (w *world) submitted(k *kafka.Kafka) (requests []event.Request) {
	w.Helper()
	for rec := range w.records(k, topic.Lane(topic.Submitted, event.Interactive)) {
		var ev event.Submitted
		if err := k.Decode(w.Context(), rec, &ev); err != nil {
			w.Fatal(err)
		}
		requests = append(requests, ev.Request)
	}
	return requests
}

// records reads a topic from its beginning to its end now.
func (w *world) records(k *kafka.Kafka, name string) func(yield func(*kgo.Record) bool) {
	w.Helper()
	ctx, cancel := context.WithTimeout(w.Context(), 20*time.Second)
	w.Cleanup(cancel)
	ends, err := kafka.Listed(k.Admin().ListEndOffsets(ctx, k.Topic(name)))
	if err != nil {
		w.Fatal(err)
	}
	starts, err := kafka.Listed(k.Admin().ListStartOffsets(ctx, k.Topic(name)))
	if err != nil {
		w.Fatal(err)
	}
	return func(yield func(*kgo.Record) bool) {
		for partition, end := range ends[k.Topic(name)] {
			for rec, err := range k.Scan(ctx, kafka.Stretch{Topic: name, Partition: partition, From: starts[k.Topic(name)][partition].Offset, To: end.Offset}) {
				if err != nil {
					w.Fatal(err)
				}
				if !yield(rec) {
					return
				}
			}
		}
	}
}

// defaults are the settings of a process that is told nothing.
func (w *world) defaults() map[string]string {
	w.Helper()
	cmd := exec.Command(w.binary, "config")
	cmd.Env = []string{"PATH=/usr/bin:/bin"}
	out, err := cmd.Output()
	if err != nil {
		w.Fatal(err)
	}
	settings := map[string]string{}
	for line := range strings.Lines(string(out)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		settings[name] = value
	}
	return settings
}

// query asks ClickHouse, as an analyst would.
func (w *world) query(text string) string {
	w.Helper()
	resp, err := client.Post(trial.StoreURL(w.dir, w.clickhouse), "text/plain", strings.NewReader(text))
	if err != nil {
		w.Fatal(err)
	}
	defer resp.Body.Close()
	out, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != 200 {
		w.Fatalf("%s: %d %s %v", text, resp.StatusCode, out, err)
	}
	return strings.TrimSuffix(string(out), "\n")
}
