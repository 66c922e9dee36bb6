package api_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

func TestAnalyticsCountTheAccountsRequests(t *testing.T) {
	w := newWorld(t, options{database: true})
	at := time.Date(time.Now().Year(), time.Now().Month(), time.Now().Day(), 0, 0, 0, 0, time.UTC).AddDate(0, 0, -1).Add(12 * time.Hour) // far from midnight
	for i := range 3 {
		r := w.request(at.Add(time.Duration(i) * time.Minute))
		w.submit(r)
		if i == 2 {
			continue
		}
		c := ended(r)
		c.Stages = []event.StageTime{{Stage: "ocr", Started: r.AcceptedAt.Add(500 * time.Millisecond), Finished: r.AcceptedAt.Add(1500 * time.Millisecond)}}
		w.end(c)
		for attempt, outcome := range []string{"failed", []string{"delivered", "exhausted"}[i]} {
			w.produce(topic.WebhooksAttempts, r.ID, event.DeliveryAttempt{EventID: event.ID(r.ID, outcome, int32(attempt)), DeliveryID: c.EventID, RequestID: r.ID, Account: "acme",
				Host: "a.example", Attempt: int32(attempt + 1), Outcome: outcome, At: r.AcceptedAt.Add(3 * time.Second)})
		}
	}
	other := w.request(at)
	other.Account, other.ID = "other", w.ids.New("other", at)
	w.submit(other)
	w.settle()
	day := at.Format(time.DateOnly)
	for path, want := range map[string]string{
		"volumes":          `"items":[{"documents":3,"key":"` + day + `","pages":4}]}`,
		"volumes?by=hour":  `"items":[{"documents":3,"key":"` + day + `T12:00:00.000Z","pages":4}]}`,
		"outcomes?by=type": `"items":[{"failed":0,"in_progress":1,"key":"","partial_success":0,"success":0},{"failed":0,"in_progress":0,"key":"NFE","partial_success":2,"success":0}]}`,
		"latency":          `"items":[{"documents":2,"key":"` + day + `","mean_waiting_ms":1000,"mean_working_ms":1000,"p50_ms":2000,"p95_ms":2000,"p99_ms":2000}]}`,
		"problems":         `"items":[{"invalid":0,"key":"NFE.chave_acesso","missing":2}]}`,
		"volumes?since=" + at.Add(time.Minute).Format(time.RFC3339) + "&until=" + at.Add(2*time.Minute).Format(time.RFC3339): `"items":[{"documents":1,"key":"` + day + `","pages":2}]}`,
		"volumes?until=2020-01-01": `"items":[]}`,
		"outcomes?by=total":        `"items":[{"failed":0,"in_progress":1,"key":"total","partial_success":2,"success":0}]}`,
		"callbacks":                `"items":[{"attempts":4,"delivered":1,"deliveries":2,"exhausted":1,"key":"` + day + `","pending":0}]}`,
		"callbacks?by=host":        `"items":[{"attempts":4,"delivered":1,"deliveries":2,"exhausted":1,"key":"a.example","pending":0}]}`,
		"callbacks?since=" + at.Add(time.Minute).Format(time.RFC3339): `"items":[{"attempts":2,"delivered":0,"deliveries":1,"exhausted":1,"key":"` + day + `","pending":0}]}`,
	} {
		got := w.get("acme", "/analytics/"+path)
		if got.status != 200 || !strings.HasSuffix(got.body, want) {
			t.Errorf("%s: %d %s\nwant %s", path, got.status, got.body, want)
		}
	}
	got := w.get("acme", "/analytics/volumes", "Accept", "text/csv")
	w.want("as CSV", got, 200, "key,documents,pages\n"+day+",3,4")
	for path, status := range map[string]int{"nada": 404, "volumes?by=conta": 400, "backlog?by=day": 400, "callbacks?by=type": 400, "volumes?since=x": 400, "volumes?since=2020-01-01": 400} {
		w.want(path, w.get("acme", "/analytics/"+path), status, "")
	}
	var backlog struct {
		Items []struct {
			Key       string
			Documents int64
			Oldest    int64 `json:"oldest_ms"`
		}
	}
	if err := json.Unmarshal([]byte(w.get("acme", "/analytics/backlog").body), &backlog); err != nil {
		t.Fatal(err)
	}
	if got := backlog.Items; len(got) != 1 || got[0].Key != "received" || got[0].Documents != 1 || got[0].Oldest < time.Since(at.Add(3*time.Minute)).Milliseconds() {
		t.Errorf("backlog: %+v", got)
	}
	w.want("without a key", w.get("", "/analytics/volumes"), 401, "")
}
