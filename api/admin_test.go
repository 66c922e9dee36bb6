package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

const operator = "operator"

// park writes a parked record of a request, as a stage does, and gives the letter's id.
func (w *world) park(r event.Request, reason string) string {
	w.t.Helper()
	headers := kafka.WayOf(r, nil).Headers()
	for key, value := range map[string]string{stage.HeaderTopic: topic.Lane(topic.Read, event.Bulk), stage.HeaderPartition: "0", stage.HeaderOffset: "7",
		stage.HeaderStage: topic.GroupClassification, stage.HeaderClass: "parked", stage.HeaderReason: reason, stage.HeaderAttempts: "9"} {
		headers = append(headers, kgo.RecordHeader{Key: key, Value: []byte(value)})
	}
	at, err := w.log.ProduceRecord(w.t.Context(), &kgo.Record{Topic: topic.Parked, Key: []byte(r.ID), Value: []byte("segredo"), Headers: headers})
	if err != nil {
		w.t.Fatal(err)
	}
	return fmt.Sprintf("parked-%d-%d", at.Partition, at.Offset)
}

// inWhole gives a record's answer, and holds it against its schema in the document.
func (w *world) inWhole(got answer, method, operation string) map[string]any {
	w.t.Helper()
	check := schemaChecker{w.document()}
	answers := at(w.t, check.document, "paths", operation, method, "responses").(map[string]any)
	if answers[fmt.Sprint(got.status)] == nil {
		w.t.Fatalf("%s %s: the document does not have %d: %s", method, operation, got.status, got.body)
	}
	var body any
	if err := json.Unmarshal([]byte(got.body), &body); err != nil {
		w.t.Fatalf("%s: %v", got.body, err)
	}
	for _, fault := range check.check("", at(w.t, check.resolve(answers[fmt.Sprint(got.status)]), "content", "application/json", "schema"), body) {
		w.t.Errorf("%s %s: %s in %s", method, operation, fault, got.body)
	}
	return body.(map[string]any)
}

func TestAnOperatorLooksAtLettersAndSettlesThem(t *testing.T) {
	w := newWorld(t, options{})
	first, second, third := w.request(time.Now()), w.request(time.Now()), w.request(time.Now())
	letter := w.park(first, "page 1: input/output error")
	w.park(second, "page 2: input/output error")
	w.park(third, "no space left on device")

	page := w.inWhole(w.get(operator, "/admin/letters?kind=parked&limit=2"), "get", "/admin/letters")
	if page["total"] != 3.0 || len(page["items"].([]any)) != 2 || len(page["counts"].([]any)) != 2 || page["next_cursor"] == nil {
		t.Errorf("a page is %v", page)
	}
	rest := w.inWhole(w.get(operator, "/admin/letters?kind=parked&limit=2&cursor="+page["next_cursor"].(string)), "get", "/admin/letters")
	if len(rest["items"].([]any)) != 1 || rest["next_cursor"] != nil {
		t.Errorf("the next page is %v", rest)
	}
	got := w.get(operator, "/admin/letters/"+letter)
	if one := w.inWhole(got, "get", "/admin/letters/{letterId}"); one["request_id"] != first.ID || one["account"] != "acme" || strings.Contains(got.body, "segredo") {
		t.Errorf("a letter says %s", got.body)
	}

	replayed := w.send(http.MethodPost, operator, "/admin/letters/"+letter+"/replay", "")
	if one := w.inWhole(replayed, "post", "/admin/letters/{letterId}/replay"); one["state"] != "replayed" || one["settled_by"] != "api:operator" {
		t.Errorf("put back, it says %s", replayed.body)
	}
	w.want("put back twice", w.send(http.MethodPost, operator, "/admin/letters/"+letter+"/replay", ""), 409, `{"message":"A mensagem já foi tratada."}`)
	w.want("one that is not there", w.send(http.MethodPost, operator, "/admin/letters/dead-0-99/discard", ""), 404, `{"message":"Letter not found"}`)

	dry := w.inWhole(w.send(http.MethodPost, operator, "/admin/letters/discard", `{"reason":"space","dryRun":true}`), "post", "/admin/letters/discard")
	if dry["matched"] != 1.0 || dry["done"] != 0.0 {
		t.Errorf("a dry run says %v", dry)
	}
	done := w.inWhole(w.send(http.MethodPost, operator, "/admin/letters/discard", `{"kind":"parked","limit":1}`), "post", "/admin/letters/discard")
	if done["matched"] != 2.0 || done["done"] != 1.0 || done["remaining"] != 1.0 {
		t.Errorf("one of two given up says %v", done)
	}
	w.want("all at once", w.send(http.MethodPost, operator, "/admin/letters/discard", `{}`), 400, "")
	w.want("a word that is none", w.send(http.MethodPost, operator, "/admin/letters/replay", `{"sort":"parked"}`), 400, "")
	w.want("a kind that is none", w.get(operator, "/admin/letters?kind=lost"), 400, "")
}

func TestOnlyAnOperatorSeesWhatIsOfAllAccounts(t *testing.T) {
	w := newWorld(t, options{})
	id := w.park(w.request(time.Now()), "input/output error")
	for _, path := range []string{"/admin/letters", "/admin/letters/" + id, "/admin/endpoints", "/admin/accounts", "/admin/queues"} {
		w.want(path, w.get("acme", path), 403, `{"error":"Forbidden"}`)
		w.want(path, w.get("", path), 401, "")
	}
	for _, path := range []string{"/admin/letters/" + id + "/replay", "/admin/letters/" + id + "/discard", "/admin/letters/replay", "/admin/letters/discard"} {
		w.want(path, w.send(http.MethodPost, "acme", path, `{"kind":"parked"}`), 403, `{"error":"Forbidden"}`)
	}
}

func TestAnOperatorSeesAccountsQueuesAndEndpoints(t *testing.T) {
	w := newWorld(t, options{database: true})
	r := w.request(time.Now())
	w.submit(r)
	for n, outcome := range []string{"failed", "delivered", "started"} {
		a := event.DeliveryAttempt{EventID: fmt.Sprint(n), DeliveryID: "d", RequestID: r.ID, Account: "acme", Host: "a.example", Attempt: int32(n + 1), Outcome: outcome, DurationMS: 7, At: time.Now().UTC()}
		if outcome == "failed" {
			a.StatusCode, a.Error = 500, "status_5xx"
		}
		w.produce(topic.WebhooksAttempts, "d", a)
	}
	w.settle()
	endpoints := w.inWhole(w.get(operator, "/admin/endpoints"), "get", "/admin/endpoints")["items"].([]any)
	if one := endpoints[0].(map[string]any); len(endpoints) != 1 || one["host"] != "a.example" || one["delivered"] != 1.0 || one["failed"] != 1.0 || one["p50_ms"] != 7.0 {
		t.Errorf("endpoints %v", endpoints)
	}
	accounts := w.get(operator, "/admin/accounts")
	w.inWhole(accounts, "get", "/admin/accounts")
	w.want("accounts", accounts, 200, `{"items":[{"account":"acme","active":true,"created_at":"2026-01-01T00:00:00.000Z","keys":[{"key_id":"k1","hint":"abcd","created_at":"2026-01-01T00:00:00.000Z","revoked_at":null}]}]}`)
	queues := w.inWhole(w.get(operator, "/admin/queues"), "get", "/admin/queues")["items"].([]any)
	if len(queues) < 6 {
		t.Errorf("queues %v", queues)
	}
}
