package api_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"testing"
	"time"

	"github.com/google/uuid"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/status"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

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
	beyond := base64.RawURLEncoding.EncodeToString(append(uuidBytes(t, id), 0, 0, 0, 2)) // of a batch of two
	for query, message := range map[string]string{
		"batchId=" + id + "&batchId=" + id:     "batchId: enviado mais de uma vez.",
		"batchId=" + id + "&limit=1&limit=1":   "limit: enviado mais de uma vez.",
		"batchId=" + id + "&limit=%2B1":        "limit: deve ser um número inteiro de 1 a 1000.",
		"batchId=" + id + "&limit=%zz":         "consulta: não é uma query string bem formada.",
		"batchId=" + id + "&cursor=" + beyond:  "cursor: não é um cursor deste lote.",
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

func uuidBytes(t *testing.T, text string) []byte {
	t.Helper()
	id, err := uuid.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return id[:]
}
