package pipeline

import (
	"encoding/hex"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/secret"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

func ptr[T any](v T) *T { return &v }

func requested(callback *event.Callback) event.Request {
	return event.Request{ID: "0191a0b0-0000-7000-8000-000000000001", Account: "conta", Revision: 1, Operation: event.Extract, Lane: event.Bulk,
		File: event.File{Format: event.PDF}, Callback: callback, Batch: &event.Batch{ID: "lote", Index: 2, Total: 7}, AcceptedAt: time.Now().UTC()}
}

// read gives the records of a topic, all there are.
func read(t *testing.T, log *kafkatest.Log, name string, n int) []*kgo.Record {
	t.Helper()
	client, err := log.NewConsumer("test", kgo.ConsumeTopics(log.Topic(name)))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	var records []*kgo.Record
	for len(records) < n {
		records = append(records, client.PollFetches(t.Context()).Records()...)
	}
	return records
}

func TestEndIsWrittenInOrderAndPointsToItself(t *testing.T) {
	log := kafkatest.New(t)
	keys, err := secret.New("a secret for tests only")
	if err != nil {
		t.Fatal(err)
	}
	e, err := NewCompletion(log.Kafka, keys, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := requested(&event.Callback{URL: "https://example.com/a?b=secret", Method: "POST", SealedToken: []byte("sealed"), Signature: ptr("s")})
	for range 2 { // done again after a crash
		if err := e.End(t.Context(), event.Completed{Request: r, Outcome: event.PartialSuccess, Detection: event.Detection{Type: ptr("CNH")}}); err != nil {
			t.Fatal(err)
		}
	}
	var ends [2]event.Completed
	for i, rec := range read(t, log, topic.Completed, 2) {
		if err := log.Decode(t.Context(), rec, &ends[i]); err != nil {
			t.Fatal(err)
		}
	}
	if ends[0].EventID == "" || ends[0].EventID != ends[1].EventID {
		t.Errorf("one end has two ids: %q, %q", ends[0].EventID, ends[1].EventID)
	}

	var s event.Status
	if err := log.Decode(t.Context(), read(t, log, topic.Status, 2)[0], &s); err != nil {
		t.Fatal(err)
	}
	if s.Outcome == nil || *s.Outcome != event.PartialSuccess || s.Step != event.StepCompleted || s.BatchTotal != 7 || *s.DocumentType != "CNH" {
		t.Errorf("terminal status %+v", s)
	}
	rec, err := log.ReadAt(t.Context(), *s.Completed)
	if err != nil {
		t.Fatal(err)
	}
	var pointed event.Completed
	if err := log.Decode(t.Context(), rec, &pointed); err != nil || pointed.Request.ID != r.ID {
		t.Errorf("the status points to %q, error %v", pointed.Request.ID, err)
	}

	due := read(t, log, topic.WebhooksDue, 2)[0]
	var d event.Delivery
	if err := log.Decode(t.Context(), due, &d); err != nil {
		t.Fatal(err)
	}
	if d.EventID != ends[0].EventID || d.URL != r.Callback.URL || d.Attempt != 0 || !strings.Contains(string(d.Body), r.ID) {
		t.Errorf("delivery %+v", d)
	}
	if key, err := hex.DecodeString(string(due.Key)); err != nil || len(key) != 32 {
		t.Errorf("the key of a delivery is %q", due.Key)
	}
}

func TestFailureSaysWhy(t *testing.T) {
	log := kafkatest.New(t)
	keys, err := secret.New("a secret for tests only")
	if err != nil {
		t.Fatal(err)
	}
	const reason = "O arquivo está protegido por senha e não pôde ser lido."
	e, err := NewCompletion(log.Kafka, keys, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	receipt := "RECIBO"
	if err := e.Fail(t.Context(), event.Completed{Request: requested(nil), Detection: event.Detection{Type: &receipt}}, reason); err != nil {
		t.Fatal(err)
	}
	var c event.Completed
	if err := log.Decode(t.Context(), read(t, log, topic.Completed, 1)[0], &c); err != nil {
		t.Fatal(err)
	}
	q := c.Extraction.Quality
	if !slices.Contains(q.MissingFields, "valor") {
		t.Errorf("missing_fields has %v", q.MissingFields)
	}
	if c.Outcome != event.Failed || len(q.Inconsistencies) != 1 || q.Inconsistencies[0] != reason || q.Summary == "" || *c.Extraction.MarkdownError != reason {
		t.Errorf("ended %s with %+v", c.Outcome, c.Extraction)
	}
	var s event.Status
	if err := log.Decode(t.Context(), read(t, log, topic.Status, 1)[0], &s); err != nil || s.Step != event.StepFailed {
		t.Errorf("status %+v, error %v", s, err)
	}
}

func TestATextThatWasReadStaysWhereTheRestFails(t *testing.T) {
	log := kafkatest.New(t)
	keys, err := secret.New("a secret for tests only")
	if err != nil {
		t.Fatal(err)
	}
	e, err := NewCompletion(log.Kafka, keys, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	at := time.Now().UTC().Add(-time.Minute).Truncate(time.Millisecond)
	if err := e.Fail(t.Context(), event.Completed{Request: requested(nil), Extraction: event.Extraction{Markdown: "texto", MarkdownAt: at}}, "Erro interno."); err != nil {
		t.Fatal(err)
	}
	var c event.Completed
	if err := log.Decode(t.Context(), read(t, log, topic.Completed, 1)[0], &c); err != nil {
		t.Fatal(err)
	}
	if x := c.Extraction; c.Outcome != event.Failed || x.Markdown != "texto" || x.MarkdownError != nil || !x.MarkdownAt.Equal(at) {
		t.Errorf("ended %s with %+v", c.Outcome, x)
	}
}

func TestOutcomes(t *testing.T) {
	typ := catalogue.Type{Fields: []catalogue.Field{{Name: "cpf", Required: true}, {Name: "itens", Required: true}, {Name: "email"}}}
	some := []event.Field{{Name: "cpf"}}
	fault := func(path string) event.Extraction {
		return event.Extraction{Fields: some, ValidationErrors: []event.ValidationError{{Field: path}}}
	}
	for name, c := range map[string]struct {
		x    event.Extraction
		want event.Outcome
	}{
		"nothing read":                   {event.Extraction{}, event.Failed},
		"all read and valid":             {event.Extraction{Fields: some}, event.Success},
		"a required field missing":       {event.Extraction{Fields: some, Quality: event.Quality{MissingFields: []string{"itens"}}}, event.PartialSuccess},
		"a required field invalid":       {fault("fields.cpf"), event.PartialSuccess},
		"a cell of a required list":      {fault("fields.itens[2].ncm"), event.PartialSuccess},
		"a field that is not required":   {fault("fields.email"), event.Success},
		"a field that the type does not": {fault("fields.other"), event.Success},
	} {
		if got := Outcome(c.x, typ); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
