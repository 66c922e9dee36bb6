package api_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

func (w *world) erase(key, id string) answer {
	w.t.Helper()
	return w.send(http.MethodDelete, key, "/extract/"+id, "")
}

// rows counts what the query store has of a request, but the word that it is erased.
func (w *world) rows(id string) map[string]uint64 {
	w.t.Helper()
	found := map[string]uint64{}
	for _, table := range []string{"events_raw", "requests_raw", "states_raw", "results_raw", "corrections_raw", "webhook_attempts_raw"} {
		query := "SELECT count() FROM " + table + " WHERE request_id = ?"
		if table == "events_raw" {
			query += " AND kind != 'erasure'"
		}
		var count uint64
		if err := w.db.QueryRow(w.t.Context(), query, id).Scan(&count); err != nil {
			w.t.Fatal(err)
		}
		if count > 0 {
			found[table] = count
		}
	}
	return found
}

func TestAnErasedRequestIsFoundNoMore(t *testing.T) {
	w := newWorld(t, options{database: true})
	open, ended1, ended2 := w.request(time.Now()), w.request(time.Now()), w.request(time.Now())
	for _, r := range []event.Request{open, ended1, ended2} {
		w.submit(r)
	}
	w.produce(topic.Status, open.ID, statusOf(open, 1, event.StepOCR))
	w.end(ended(ended1))
	w.end(ended(ended2))
	correction := `{"corrections":[{"field_path":"fields.numero","verdict":"right"}]}`
	w.want("a verdict", w.put("acme", "/extract/"+ended1.ID+"/corrections", correction), 200, "")
	w.produce(topic.WebhooksAttempts, "d", event.DeliveryAttempt{EventID: "a", DeliveryID: "d", RequestID: ended1.ID, Account: "acme", Attempt: 1, Outcome: "delivered", At: time.Now()})
	w.settle()
	if rows := w.rows(ended1.ID); len(rows) != 6 {
		t.Fatalf("before its erasure the store has %v", rows)
	}
	w.sink()

	w.want("another account's erasure", w.erase("other", ended1.ID), 404, unknown)
	w.want("the erasure of none", w.erase("acme", "x"), 404, unknown)
	w.want("the erasure of one never made", w.erase("acme", w.ids.New("acme", time.Now())), 404, unknown)
	w.want("before its erasure", w.get("acme", "/extract/"+ended1.ID), 200, "")
	for _, r := range []event.Request{open, ended1} {
		w.want("an erasure", w.erase("acme", r.ID), 204, "")
		for _, path := range []string{"", "/markdown", "/bounding-box?fieldPath=fields.numero", "/bounding-boxes", "/timeline", "/corrections", "/pages/1"} {
			w.want(path+" of an erased one", w.get("acme", "/extract/"+r.ID+path), 404, unknown)
		}
		w.want("verdicts on it", w.put("acme", "/extract/"+r.ID+"/corrections", correction), 404, unknown)
		w.want("an erasure again", w.erase("acme", r.ID), 204, "")
	}
	list := w.get("acme", "/extract").body
	if strings.Contains(list, open.ID) || strings.Contains(list, ended1.ID) || !strings.Contains(list, ended2.ID) {
		t.Errorf("the list is %s", list)
	}

	// What still comes of it, in whatever order.
	w.end(ended(open))
	w.produce(topic.Status, ended1.ID, statusOf(ended1, 2, event.StepClassification))
	w.until("the rows are gone", func() bool { return len(w.rows(ended1.ID))+len(w.rows(open.ID)) == 0 })
	w.want("ended after its erasure", w.get("acme", "/extract/"+open.ID), 404, unknown)
	w.want("one beside it", w.get("acme", "/extract/"+ended2.ID), 200, "")
	if rows := w.rows(ended2.ID); len(rows) != 4 {
		t.Errorf("of the one beside it the store has %v", rows)
	}
}

// Every process that answers says so at once, whichever took the call.
func TestAnErasureIsKnownToEveryProcess(t *testing.T) {
	w := newWorld(t, options{})
	second := w.another(options{})
	for range 20 {
		r := w.request(time.Now())
		w.submit(r)
		w.end(ended(r))
		second.want("before", second.get("acme", "/extract/"+r.ID), 200, "")
		w.want("an erasure", w.erase("acme", r.ID), 204, "")
		second.want("after", second.get("acme", "/extract/"+r.ID), 404, unknown)
	}
}

// One that only the query store and the erasures know is not shown either, be
// the store as slow as it likes.
func TestAnErasureOutlivesTheIndex(t *testing.T) {
	w := newWorld(t, options{database: true, before: func(w *world) {}})
	r := w.request(time.Now())
	w.submit(r)
	w.end(ended(r))
	w.want("an erasure", w.erase("acme", r.ID), 204, "")
	later := w.another(options{database: true})
	later.want("by a process started later", later.get("acme", "/extract/"+r.ID), 404, unknown)
}

func TestABatchGoesOnWithoutWhatWasErased(t *testing.T) {
	w := newWorld(t, options{database: true})
	id, requests := w.batch("lote", 3)
	for _, r := range requests {
		w.end(ended(r))
	}
	w.want("an erasure", w.erase("acme", requests[1].ID), 204, "")
	check := func(when string) {
		t.Helper()
		b := w.getBatch("batchId=" + id)
		var left []string
		for _, item := range b.Items {
			left = append(left, item.RequestID)
		}
		if b.Total != 2 || b.Status != "partial_success" || !slices.Equal(left, []string{requests[0].ID, requests[2].ID}) {
			t.Errorf("%s: total %d, status %s, items %v", when, b.Total, b.Status, left)
		}
		first := w.getBatch("batchId=" + id + "&limit=1")
		if first.NextCursor == nil {
			t.Fatalf("%s: no second page: %+v", when, first)
		}
		if rest := w.getBatch("batchId=" + id + "&cursor=" + *first.NextCursor); len(rest.Items) != 1 || rest.Items[0].RequestID != requests[2].ID {
			t.Errorf("%s: the second page is %+v", when, rest)
		}
	}
	check("from the index")
	w.settle()
	check("stored")
	for _, i := range []int{0, 2} {
		w.want("an erasure", w.erase("acme", requests[i].ID), 204, "")
	}
	w.want("a batch of which nothing is left", w.get("acme", "/extract/batch?batchId="+id), 404, unknown)
}
