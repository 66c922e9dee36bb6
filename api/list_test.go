package api_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

type page struct {
	Items []struct {
		RequestID    string  `json:"request_id"`
		Status       string  `json:"status"`
		DocumentType *string `json:"document_type"`
		Filename     string  `json:"filename"`
		Pages        *int    `json:"pages"`
	} `json:"items"`
	Next *string `json:"next_cursor"`
}

func (w *world) list(query string) page {
	w.t.Helper()
	got := w.get("acme", "/extract"+query)
	w.want("the list "+query, got, 200, "")
	var p page
	if err := json.Unmarshal([]byte(got.body), &p); err != nil {
		w.t.Fatal(err)
	}
	return p
}

func (p page) ids() (ids []string) {
	for _, item := range p.Items {
		ids = append(ids, item.RequestID)
	}
	return ids
}

// TestTheListIsThatOfTheAccount makes requests on four days, of which the query
// store has some and the index all.
func TestTheListIsThatOfTheAccount(t *testing.T) {
	for _, stored := range []int{0, 4, 7} {
		t.Run(fmt.Sprintf("%d of 7 are stored", stored), func(t *testing.T) {
			w := newWorld(t, options{database: true})
			start := time.Now().Add(-72 * time.Hour)
			var want []string // newest first
			var requests []event.Request
			other := w.request(start)
			other.Account, other.ID = "other", w.ids.New("other", start)
			w.submit(other)
			w.settle() // makes the tables
			for i := range 7 {
				if i == stored {
					w.settle()
				}
				r := w.request(start.Add(time.Duration(i) * 11 * time.Hour))
				if i == 3 {
					r.ReferenceID = new("outra")
				}
				w.submit(r)
				if i%2 == 0 {
					w.end(ended(r))
				}
				requests = append(requests, r)
				want = append([]string{r.ID}, want...)
			}
			if stored == 7 {
				w.settle()
			}
			if got := w.list(""); fmt.Sprint(got.ids()) != fmt.Sprint(want) || got.Next != nil {
				t.Errorf("all: %v\nwant %v", got.ids(), want)
			}
			var paged []string
			query := "?limit=2"
			for range 10 {
				got := w.list(query)
				paged = append(paged, got.ids()...)
				if got.Next == nil {
					break
				}
				query = "?limit=2&cursor=" + url.QueryEscape(*got.Next)
			}
			if fmt.Sprint(paged) != fmt.Sprint(want) {
				t.Errorf("by pages: %v\nwant %v", paged, want)
			}
			first := w.list("?limit=1").Items[0]
			if first.Status != "partial_success" || first.Filename != "nota.pdf" || first.Pages == nil || *first.Pages != 2 || *first.DocumentType != "NFE" {
				t.Errorf("the first item is %+v", first)
			}
			for query, want := range map[string][]string{
				"?status=in_progress":     {requests[5].ID, requests[3].ID, requests[1].ID},
				"?status=partial_success": {requests[6].ID, requests[4].ID, requests[2].ID, requests[0].ID},
				"?status=failed":          nil,
				"?type=NFE&limit=2":       {requests[6].ID, requests[4].ID},
				"?type=BOLETO":            nil,
				"?referenceId=outra":      {requests[3].ID},
				"?since=" + requests[5].AcceptedAt.Format(time.RFC3339Nano): {requests[6].ID, requests[5].ID},
				"?until=" + requests[1].AcceptedAt.Format(time.RFC3339Nano): {requests[0].ID},
			} {
				if got := w.list(query).ids(); fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s: %v\nwant %v", query, got, want)
				}
			}
		})
	}
}

func TestAListThatCannotBeMadeIsRefused(t *testing.T) {
	w := newWorld(t, options{})
	for query, parameter := range map[string]string{
		"?status=nada": "status", "?status=": "status", "?type=boleto": "type", "?limit=0": "limit", "?limit=1001": "limit", "?limit=x": "limit", "?limit=": "limit",
		"?since=ontem": "since", "?until=2026-13-01": "until", "?since=2026-03-02&until=2026-03-01": "until", "?cursor=!": "cursor",
		"?cursor=": "cursor", "?referenceId=": "referenceId", "?limit=1&limit=2": "limit", "?since=9999-01-01": "since",
	} {
		got := w.get("acme", "/extract"+query)
		w.want(query, got, 400, "")
		if !strings.Contains(got.body, "Dados inválidos: "+parameter+": ") {
			t.Errorf("%s: %s", query, got.body)
		}
	}
	w.want("while the query store is away", w.get("acme", "/extract"), 503, "")
	w.want("without a key", w.get("", "/extract"), 401, "")
}

func TestTheTimelineTellsWorkFromWaiting(t *testing.T) {
	w := newWorld(t, options{database: true})
	r := w.request(time.Now().Add(-time.Hour))
	at := func(ms int) time.Time { return r.AcceptedAt.Add(time.Duration(ms) * time.Millisecond) }
	c := ended(r)
	c.Stages = []event.StageTime{{Stage: "ocr", Started: at(500), Finished: at(1500)}, {Stage: "extraction", Started: at(1600), Finished: at(1900)}}
	w.submit(r)
	w.end(c)
	for i, outcome := range []string{"started", "failed", "started", "delivered"} {
		w.produce(topic.WebhooksAttempts, r.ID, event.DeliveryAttempt{EventID: fmt.Sprint(r.ID, i), DeliveryID: c.EventID, RequestID: r.ID, Account: "acme",
			Host: "client.test", Attempt: int32(i/2 + 1), Outcome: outcome, StatusCode: []int32{0, 500, 0, 200}[i], At: at(2000 + i)})
	}
	running := w.request(time.Now())
	w.submit(running)
	w.settle()
	check := func(what string) {
		t.Helper()
		var got struct {
			Total, Working, Waiting int64
			Stages                  []struct {
				Stage  string `json:"stage"`
				Waited int64  `json:"waited_ms"`
				Worked int64  `json:"worked_ms"`
			}
			TotalMS   int64 `json:"total_ms"`
			WorkingMS int64 `json:"working_ms"`
			WaitingMS int64 `json:"waiting_ms"`
			Callback  struct {
				Status   string
				Attempts []struct {
					Attempt int
					Outcome string
				}
			}
		}
		answer := w.get("acme", "/extract/"+r.ID+"/timeline")
		w.want(what, answer, 200, "")
		if err := json.Unmarshal([]byte(answer.body), &got); err != nil {
			t.Fatal(err)
		}
		if got.TotalMS != 2000 || got.WorkingMS != 1300 || got.WaitingMS != 700 || fmt.Sprint(got.Stages) != "[{ocr 500 1000} {extraction 100 300}]" {
			t.Errorf("%s: %s", what, answer.body)
		}
		if fmt.Sprint(got.Callback) != "{delivered [{1 failed} {2 delivered}]}" {
			t.Errorf("%s: callback %v", what, got.Callback)
		}
	}
	check("from the log")
	w.cut(topic.Completed)
	check("from the query store")
	if got := w.get("acme", "/extract/"+running.ID+"/timeline"); got.status != 200 || !strings.Contains(got.body, `"reason":"queued"`) {
		t.Errorf("in progress: %d %s", got.status, got.body)
	}
	w.want("another account's", w.get("other", "/extract/"+r.ID+"/timeline"), 404, unknown)
}

func TestAllBoxesAreThoseOfEachLeaf(t *testing.T) {
	w := newWorld(t, options{})
	r := w.request(time.Now())
	w.submit(r)
	c := ended(r)
	w.end(c)
	got := w.get("acme", "/extract/"+r.ID+"/bounding-boxes")
	w.want("all boxes", got, 200, "")
	var all struct {
		Boxes []json.RawMessage `json:"bounding_boxes"`
	}
	if err := json.Unmarshal([]byte(got.body), &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Boxes) != len(c.Places) {
		t.Fatalf("%d boxes of %d", len(all.Boxes), len(c.Places))
	}
	for i, p := range c.Places {
		w.want(p.Path, w.get("acme", "/extract/"+r.ID+"/bounding-box?fieldPath="+url.QueryEscape(p.Path)), 200, string(all.Boxes[i]))
	}
	w.want("another account's", w.get("other", "/extract/"+r.ID+"/bounding-boxes"), 404, unknown)
}

func TestEveryTypeIsListedWithItsFields(t *testing.T) {
	w := newWorld(t, options{})
	var all struct{ Items []json.RawMessage }
	if err := json.Unmarshal([]byte(w.get("acme", "/types").body), &all); err != nil {
		t.Fatal(err)
	}
	if len(all.Items) != len(catalogue.Names()) {
		t.Fatalf("%d types", len(all.Items))
	}
	for i, name := range catalogue.Names() {
		w.want(name, w.get("acme", "/types/"+name), 200, string(all.Items[i]))
	}
	for _, part := range []string{`"name":"data_vencimento","title":"Data de vencimento","kind":"date","required":true`, `"title":"Boleto"`} {
		if got := w.get("acme", "/types/BOLETO"); !strings.Contains(got.body, part) {
			t.Errorf("%s is not in %s", part, got.body)
		}
	}
	w.want("no type", w.get("acme", "/types/NADA"), 404, `{"message":"Document type not found"}`)
}
