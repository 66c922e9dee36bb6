package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"lavra.dev/platform/breaker"
	"lavra.dev/schemas/event"
)

// opened says of an endpoint, or of a host where url is empty, that its callbacks mostly fail.
func (w *world) opened(account, id, url string) {
	w.t.Helper()
	now := time.Now().UTC()
	b := event.Breaker{ID: id, Account: account, Host: "a.example", Open: true, Since: now, NextProbe: now, Error: "timeout", At: now}
	if url != "" {
		sealed := w.keys().SealText(url, id)
		b.SealedURL = &sealed
	}
	if err := breaker.Write(w.t.Context(), w.log.Kafka, b); err != nil {
		w.t.Fatal(err)
	}
}

func TestAnAccountSeesAndClosesItsOwnBreakersAlone(t *testing.T) {
	w := newWorld(t, options{before: func(w *world) {
		w.opened("acme", "e1", "https://a.example/hook?token=segredo")
		w.opened("acme", "h1", "")
		w.opened("other", "e2", "https://a.example/other")
	}})
	const list, closing = "/callbacks/breakers", "/callbacks/breakers/{breakerId}/close"
	items := func(key, path string) map[string]map[string]any {
		found := map[string]map[string]any{}
		for _, item := range w.inWhole(w.get(key, path), "get", path)["items"].([]any) {
			one := item.(map[string]any)
			found[one["breaker_id"].(string)] = one
		}
		return found
	}
	own := items("acme", list)
	if len(own) != 2 || own["e1"]["url"] != "https://a.example/hook?token=segredo" || own["e1"]["scope"] != "endpoint" || own["h1"]["scope"] != "host" || own["h1"]["url"] != nil {
		t.Errorf("acme sees %v", own)
	}
	all := w.get(operator, "/admin/breakers")
	if len(items(operator, "/admin/breakers")) != 3 || strings.Contains(all.body, "/hook") {
		t.Errorf("an operator sees %s", all.body)
	}

	shut := func(key, path, id string) answer {
		return w.send(http.MethodPost, key, strings.Replace(path, "{breakerId}", id, 1), "")
	}
	w.want("another's", shut("acme", closing, "e2"), 404, `{"message":"Breaker not found"}`)
	host := shut("acme", closing, "h1")
	w.inWhole(host, "post", closing)
	w.want("that of a host", host, 409, "")
	w.want("its own", shut("acme", closing, "e1"), 204, "")
	w.want("twice", shut("acme", closing, "e1"), 404, "")
	w.want("that of a host, by an operator", shut(operator, "/admin"+strings.TrimPrefix(closing, "/callbacks"), "h1"), 204, "")
	if left := items("acme", list); len(left) != 0 {
		t.Errorf("acme still sees %v", left)
	}
	if theirs := items("other", list); len(theirs) != 1 {
		t.Errorf("the other sees %v", theirs)
	}
	for _, key := range []string{"", "nobody"} {
		w.want("no key", w.get(key, list), 401, "")
	}
	w.want("no operator's key", w.get("acme", "/admin/breakers"), 403, `{"error":"Forbidden"}`)
	w.want("no operator's key", shut("acme", "/admin/breakers/{breakerId}/close", "e2"), 403, `{"error":"Forbidden"}`)
}
