package conformance

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"lavra.dev/schemas/topic"
)

const (
	unauthorized = `{"error":"Unauthorized"}`
	forbidden    = `{"error":"Forbidden"}`
	unknownID    = "01a1fe87-4930-78a8-8e9a-44b580a806c7"
)

// endpoints of the contract that need a key.
var endpoints = []struct{ method, path string }{
	{"POST", "/extract/sync"}, {"POST", "/extract"}, {"POST", "/extract/batch"}, {"GET", "/extract/batch"}, {"GET", "/extract/" + unknownID},
	{"GET", "/extract/" + unknownID + "/markdown"}, {"GET", "/extract/" + unknownID + "/bounding-box"}, {"POST", "/classify"},
	{"GET", "/extract"}, {"GET", "/extract/" + unknownID + "/bounding-boxes"}, {"GET", "/extract/" + unknownID + "/timeline"}, {"GET", "/extract/" + unknownID + "/corrections"}, {"PUT", "/extract/" + unknownID + "/corrections"},
	{"GET", "/extract/" + unknownID + "/pages/1"}, {"GET", "/types"}, {"GET", "/types/NFE"}, {"GET", "/analytics/volumes"}, {"DELETE", "/extract/" + unknownID},
}

// methods that each path takes.
var methods = map[string]string{
	"/extract/sync": "POST", "/extract": "GET, POST", "/extract/batch": "GET, POST", "/extract/" + unknownID: "DELETE, GET", "/extract/" + unknownID + "/markdown": "GET",
	"/extract/" + unknownID + "/bounding-boxes": "GET", "/extract/" + unknownID + "/timeline": "GET", "/extract/" + unknownID + "/corrections": "GET, PUT",
	"/extract/" + unknownID + "/pages/1": "GET", "/types": "GET", "/types/NFE": "GET", "/analytics/volumes": "GET",
	"/extract/" + unknownID + "/bounding-box": "GET", "/classify": "POST", "/health": "GET", "/livez": "GET", "/readyz": "GET", "/openapi.json": "GET", "/openapi.yaml": "GET", "/docs": "GET",
}

// erase erases a request, which may have been before.
func (w *world) erase(id string) {
	w.Helper()
	if a := w.do("DELETE", "/extract/"+id, nil); a.status != http.StatusNoContent || len(a.body) != 0 {
		w.Errorf("%s: %d %s", a.call, a.status, clip(a.body))
	}
}

// routeRules are about paths, methods and headers: what routers get wrong.
var routeRules = []rule{
	{section: decisions + "Accounts and keys", sentence: "`GET /extract/sync` is `405`.", check: func(w *world) {
		a := w.get("/extract/sync").says(405, "Método não permitido.")
		if allow := a.header.Get("Allow"); allow != "POST" {
			w.Errorf("Allow: %q", allow)
		}
	}},
	{section: decisions + "Requests", sentence: "A wrong method is `405`", check: func(w *world) {
		for path, allowed := range methods {
			allowed = strings.Replace(allowed, "GET", "GET, HEAD", 1)
			for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"} {
				if strings.Contains(allowed, method) {
					continue
				}
				a := w.do(method, path, nil).says(405, "Método não permitido.")
				if got := a.header.Get("Allow"); got != allowed {
					w.Errorf("%s %s: Allow: %q, want %q", method, path, got, allowed)
				}
			}
			want := http.StatusMethodNotAllowed
			if strings.Contains(allowed, "GET") {
				want = w.get(path).status
			}
			if a := w.do("HEAD", path, nil); a.status != want || len(a.body) != 0 {
				w.Errorf("HEAD %s: %d, want %d", path, a.status, want)
			}
		}
	}},
	{section: decisions + "Additions to the contract", sentence: "`ETag` and `gzip` on results, markdown and boxes.", check: func(w *world) {
		id := w.request(w.receipt(), nil)
		for _, path := range []string{"", "/markdown", "/bounding-box?fieldPath=fields.valor", "/bounding-boxes"} {
			whole := w.get("/extract/" + id + path).ok()
			small := w.get("/extract/"+id+path, "Accept-Encoding", "gzip").ok()
			tag := whole.header.Get("ETag")
			if tag == "" || small.header.Get("ETag") != tag {
				w.Errorf("%s: ETag %q and %q", path, tag, small.header.Get("ETag"))
			}
			if len(whole.body) > 2000 && (small.header.Get("Content-Encoding") != "gzip" || len(small.body) > len(whole.body)/2) {
				w.Errorf("%s: %q, %d of %d bytes", path, small.header.Get("Content-Encoding"), len(small.body), len(whole.body))
			}
			if again := w.get("/extract/"+id+path, "If-None-Match", tag); again.status != http.StatusNotModified || len(again.body) != 0 {
				w.Errorf("%s: %d with the tag of the body that was sent", path, again.status)
			}
		}
	}},
	{section: decisions + "Additions to the contract", sentence: "`DELETE /extract/{requestId}`: `204`; from then on every `GET` of it is `404`. One in progress is erased when it ends and is never delivered.", check: func(w *world) {
		ended := w.json("/extract/sync", inline(w.receipt(), nil)).ok().text("request_id")
		underWay := w.json("/extract", inline(w.long(), nil)).ok().text("request_id")
		w.as(otherKey).do("DELETE", "/extract/"+ended, nil).says(404, notFound)
		for _, id := range []string{ended, underWay} {
			w.erase(id)
			for _, path := range []string{"", "/markdown", "/bounding-box?fieldPath=fields.valor", "/bounding-boxes", "/timeline", "/corrections", "/pages/1"} {
				w.get("/extract/"+id+path).says(404, notFound)
			}
			w.erase(id)
			if list := w.get("/extract?limit=1000").ok(); strings.Contains(string(list.body), id) {
				w.Errorf("the list has %s", id)
			}
		}
	}},
	{section: decisions + "Additions to the contract", sentence: "`HEAD` wherever `GET` is.", check: func(w *world) {
		id := w.request(w.receipt(), nil)
		whole := w.get("/extract/" + id).ok()
		if a := w.do("HEAD", "/extract/"+id, nil); a.status != http.StatusOK || a.header.Get("ETag") != whole.header.Get("ETag") || len(a.body) != 0 {
			w.Errorf("%d %v", a.status, a.header)
		}
	}},
	{section: decisions + "Additions to the contract", sentence: "`GET /livez`, `/readyz` (no key) on every role: alive; able to do its work.", check: func(w *world) {
		for _, base := range []string{w.url, w.idlePost, w.idleGet} {
			w.at(base).as("").get("/livez").ok().want("ok", "status")
			w.at(base).as("").get("/readyz").ok().want("ok", "checks", "kafka")
		}
	}},
	{section: decisions + "Requests", sentence: "an unsupported `Content-Type` `415`", check: func(w *world) {
		for _, path := range append([]string{"/extract/batch"}, single...) {
			for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "application/pdf", "multipart/mixed; boundary=x", "json", ""} {
				if a := w.do("POST", path, []byte("{}"), "Content-Type", kind); a.status != 415 || a.text("message") == "" {
					w.Errorf("%s with %q: %d %s", path, kind, a.status, clip(a.body))
				}
			}
		}
		if a := w.json("/extract/batch", inline(w.receipt(), nil)); a.status != 415 {
			w.Errorf("JSON to /extract/batch: %d", a.status)
		}
	}},
	{section: decisions + "Requests", sentence: "an unknown path `404 {\"message\":\"Not found\"}`", check: func(w *world) {
		for _, path := range []string{"/nada", "/extract/", "/extract/sync/", "/extract/batch/", "/health/", "/Extract", "/classify/x", "/extract/" + unknownID + "/", "/extract/" + unknownID + "/nada",
			"/extract/" + unknownID + "/markdown/", "//extract", "/extract//sync", "/extract/./sync", "/extract/../health", "/./health", "/extract/%2e%2e/health", "/%65xtract/x", "/extract//markdown", "/health;x", "/openapi.json/", "/extract/" + unknownID + "/markdown%2F"} {
			w.get(path).says(404, "Not found")
			w.do("POST", path, nil).says(404, "Not found")
			w.as("").get(path).says(404, "Not found")
		}
	}},
	{section: decisions + "Requests", sentence: "A string that is no UUID, an unknown one and another account's all get the same `404 {\"message\":\"Request not found\"}`.", check: func(w *world) {
		own := w.request(w.receipt(), nil)
		for _, id := range []string{"x", "1", unknownID, "00000000-0000-0000-0000-000000000000", strings.ToUpper(own), own + "0", "%2e%2e", "a%2Fb", "%2Fsync", "sync%2F", "s%79nc", "b%61tch", "..", ".", ";", "x;y=1", "\\x", "*", "{" + own + "}", "urn:uuid:" + own, own[:35], own + "%20", "%00", "%FF", "%F0%9F%92%A9", strings.Repeat("a", 4000)} {
			for _, end := range []string{"", "/markdown", "/bounding-box?fieldPath=fields.valor"} {
				w.get("/extract/"+id+end).says(404, notFound)
			}
		}
		for _, end := range []string{"", "/markdown", "/bounding-box?fieldPath=fields.valor"} {
			w.as(otherKey).get("/extract/"+own+end).says(404, notFound)
		}
	}},
	{section: specification + "Errors", sentence: "| `404` | `requestId` unknown or owned by another account | `{ message: 'Request not found' }` |", check: func(w *world) {
		w.get("/extract/"+unknownID).says(404, notFound)
		batch := w.form("/extract/batch", []file{blank("png")}, nil).ok().header.Get("X-Batch-Id")
		w.as(otherKey).get("/extract/batch?batchId="+batch).says(404, notFound)
	}},
	{section: specification + "What the service does", sentence: "Request and response bodies are JSON unless stated otherwise.", check: jsonOnly},
	{section: specification + "GET /health", sentence: "Listed as an endpoint.", check: func(w *world) {
		w.as("").get("/health").ok().want("ok", "status").names([]string{"status", "version", "checks"})
	}},
	{section: decisions + "Accounts and keys", sentence: "`/openapi.*`, `/docs` and `GET /health` need no key; health is `200 {\"status\":\"ok\",\"version\":...,\"checks\":{...}}`, or `503` and `\"degraded\"`.", check: func(w *world) {
		for path, kind := range map[string]string{"/openapi.json": "application/json", "/openapi.yaml": "application/yaml", "/docs": "text/html", "/health": "application/json"} {
			if a := w.as("").get(path).ok(); !strings.HasPrefix(a.header.Get("Content-Type"), kind) {
				w.Errorf("%s: %s", path, a.header.Get("Content-Type"))
			}
			w.as("wrong").get(path).ok()
		}
	}},
	{section: decisions + "Accounts and keys", sentence: "Metrics have a listener of their own.", check: func(w *world) { w.get("/metrics").says(404, "Not found") }},
}

// jsonOnly holds the bodies and headers that every answer has.
func jsonOnly(w *world) {
	for _, a := range []answer{w.get("/nada"), w.get("/extract/x"), w.as("").get("/extract/x"), w.get("/health"), w.json("/extract", "{}"), w.get("/extract/" + w.request(w.receipt(), nil))} {
		if kind := a.header.Get("Content-Type"); kind != "application/json; charset=utf-8" {
			w.Errorf("%s: %s", a.call, kind)
		}
		for _, name := range []string{"X-Request-Id", "X-Content-Type-Options", "Cache-Control"} {
			if a.header.Get(name) == "" {
				w.Errorf("%s: no %s", a.call, name)
			}
		}
	}
	for _, id := range []string{"meu-id.1", "A", "..", strings.Repeat("a", 128)} {
		if got := w.get("/health", "X-Request-Id", id).header.Get("X-Request-Id"); got != id {
			w.Errorf("X-Request-Id %q is echoed as %q", id, got)
		}
	}
	for _, id := range []string{"", "a b", "a,b", "é", "<script>", "%0d%0a", "{}", "a\tb", strings.Repeat("a", 129)} { // what could do harm in a log or a header
		if got := w.get("/health", "X-Request-Id", id).header.Get("X-Request-Id"); !isIdentifier(got) {
			w.Errorf("X-Request-Id %q is echoed as %q", id, got)
		}
	}
}

// accountRules are about keys and accounts.
var accountRules = []rule{
	{section: specification + "Authentication", sentence: "Every extraction, classification and retrieval call carries header `Authorization: Bearer <API_KEY>`.", check: func(w *world) {
		w.form("/extract", []file{blank("png")}, nil).ok()
		w.as("").form("/extract", []file{blank("png")}, nil, "Authorization", "bearer "+mainKey).ok() // RFC 9110: the scheme has no case
	}},
	{section: specification + "Authentication", sentence: "A missing header, or a missing, invalid or revoked key, gives `401` with body `{ error: 'Unauthorized' }` (field `error`, string).", check: func(w *world) {
		for _, e := range endpoints {
			w.as("").do(e.method, e.path, nil).is(401, unauthorized)
			w.as("errada").do(e.method, e.path, nil).is(401, unauthorized)
			for _, value := range []string{"Bearer", "Bearer ", mainKey, "Basic " + mainKey, "Bearer " + mainKey + " x", "Bearer  "} {
				w.as("").do(e.method, e.path, nil, "Authorization", value).is(401, unauthorized)
			}
		}
	}},
	{section: decisions + "Accounts and keys", sentence: "Without a valid key a known path answers `401` whatever else is wrong.", check: func(w *world) {
		for path := range methods {
			if path == "/health" || path == "/livez" || path == "/readyz" || path == "/docs" || strings.HasPrefix(path, "/openapi") {
				continue
			}
			for _, method := range []string{"GET", "POST", "DELETE", "OPTIONS"} {
				w.as("").do(method, path, []byte("{"), "Content-Type", "text/plain").is(401, unauthorized)
			}
		}
	}},
	{section: decisions + "Accounts and keys", sentence: "Made with the command line (`lavra account create|disable|enable`, `lavra key create|revoke|list`); a change reaches every running process within 5 seconds.", waits: true, check: func(w *world) {
		w.run("account", "create", "nova")
		text := w.run("key", "create", "nova")
		key, rest, _ := strings.Cut(text, "\n")
		within(w, "the new key", func() bool { return w.as(key).get("/extract/x").status == 404 })
		id := strings.Fields(rest[strings.Index(rest, "key "):])[1]
		if list := w.run("key", "list", "nova"); !strings.Contains(list, id) || strings.Contains(list, key) {
			w.Errorf("the list of keys: %s", list)
		}
		w.run("key", "revoke", "nova", id)
		within(w, "the revocation", func() bool { return w.as(key).get("/extract/x").status == 401 })
	}},
	{section: specification + "Errors", sentence: "| `403` | Account inactive | body shape: not shown |", waits: true, check: func(w *world) {
		w.as(sleepingKey).get("/extract/x").says(404, notFound)
		w.run("account", "disable", "sleeping")
		within(w, "the end of the account", func() bool { return w.as(sleepingKey).get("/extract/x").status == 403 })
		for _, e := range endpoints {
			w.as(sleepingKey).do(e.method, e.path, nil).is(403, forbidden)
		}
		w.as(sleepingKey).do("DELETE", "/extract", nil).is(403, forbidden)
		w.run("account", "enable", "sleeping")
		within(w, "the account's return", func() bool { return w.as(sleepingKey).get("/extract/x").status == 404 })
	}},
	{section: specification + "Authentication", sentence: "A request identifier belongs to the account of the key that created it; another account's key receives `404` for it.", check: func(w *world) {
		id := w.as(otherKey).form("/extract/sync", []file{w.receipt()}, nil).ok().text("request_id")
		w.get("/extract/"+id).says(404, notFound)
		w.as(otherKey).get("/extract/" + id).ok()
	}},
	{section: decisions + "Accounts and keys", sentence: "401 and 403 come before anything else is looked at; 403 is `{\"error\":\"Forbidden\"}`.", check: func(w *world) {
		w.as("").form("/extract", []file{{"a", make([]byte, 1<<20)}}, nil).is(401, unauthorized)
	}},
}

// within is how soon a change of an account is in force.
func within(w *world, what string, ok func() bool) {
	w.Helper()
	for until := time.Now().Add(5 * time.Second); !ok(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(until) {
			w.Fatalf("%s is not in force after 5 s", what)
		}
	}
}

// refusalRules are the statuses that need a state of the service.
var refusalRules = []rule{
	{section: specification + "Errors", sentence: "| `408` | Synchronous timeout (`/extract/sync`, and `/classify` per its response list) | `{ success: false, status: 'failed', code: 'SYNC_TIMEOUT', message, request_id }` |", waits: true, check: func(w *world) {
		idle := w.at(w.idlePost)
		a := idle.form("/extract/sync", []file{w.receipt()}, fields{"timeout": "10000"})
		if a.status != 408 {
			w.Fatalf("%d %s", a.status, clip(a.body))
		}
		a.want(false, "success").want("failed", "status").want("SYNC_TIMEOUT", "code").names([]string{"success", "status", "code", "message", "request_id"})
		w.at(w.idleGet).get("/extract/"+a.text("request_id")).ok().want("in_progress", "status")
	}},
	{section: specification + "POST /classify", sentence: "`408` synchronous timeout (same body as for `/extract/sync`)", waits: true, check: func(w *world) {
		start := time.Now()
		a := w.at(w.idlePost).json("/classify", inline(w.receipt(), object{"timeout": 10000}))
		if took := time.Since(start); a.status != 408 || took < 10*time.Second || took > 15*time.Second {
			w.Fatalf("after %s: %d %s", took, a.status, clip(a.body))
		}
		a.want("SYNC_TIMEOUT", "code").names([]string{"success", "status", "code", "message", "request_id"})
	}},
	{section: decisions + "Requests", sentence: "A rate limit per account is off by default; where set, `429 {\"message\":...}` with `Retry-After`.", check: func(w *world) {
		limited := w.at(w.idlePost).as(limitedKey)
		for range idleBurst {
			limited.json("/extract", "{}").says(400, "Nenhum arquivo enviado.")
		}
		a := limited.json("/extract", "{}")
		if seconds, err := strconv.Atoi(a.header.Get("Retry-After")); a.status != 429 || err != nil || seconds < 1 || a.text("message") == "" {
			w.Errorf("%d %s, Retry-After %q", a.status, clip(a.body), a.header.Get("Retry-After"))
		}
	}},
	{section: decisions + "Requests", sentence: "When the pipeline cannot take more, `503` with `Retry-After`, and nothing is half accepted.", waits: true, check: func(w *world) {
		full := w.at(w.fullPost)
		for range fullBacklog {
			full.form("/extract", []file{blank("png")}, nil).ok()
		}
		a := answer{world: w}
		for until := time.Now().Add(20 * time.Second); a.status != http.StatusServiceUnavailable && time.Now().Before(until); time.Sleep(time.Second) { // it is measured every 5 s
			a = full.form("/extract", []file{blank("png")}, nil)
		}
		accepted := func() (n int) {
			k := w.log("full.")
			for _, name := range topic.Lanes(topic.Submitted) {
				for range w.records(k, name) {
					n++
				}
			}
			return n
		}
		files, records := w.stored("full-blobs"), accepted()
		for _, path := range []string{"/extract", "/extract/sync", "/extract/batch", "/classify"} {
			if a := full.form(path, []file{w.receipt()}, fields{"timeout": "10000"}); a.status != http.StatusServiceUnavailable {
				w.Errorf("%s: %d %s", path, a.status, clip(a.body))
			}
		}
		if w.stored("full-blobs") != files || accepted() != records {
			w.Errorf("%d files and %d records became %d and %d", files, records, w.stored("full-blobs"), accepted())
		}
		if seconds, err := strconv.Atoi(a.header.Get("Retry-After")); a.status != http.StatusServiceUnavailable || err != nil || seconds < 1 || a.text("message") == "" {
			w.Errorf("%d %s, Retry-After %q", a.status, clip(a.body), a.header.Get("Retry-After"))
		}
	}},
	{section: decisions + "Status and result", sentence: "A `GET` straight after the `POST` finds the request, and a `GET` after its callback finds the final result, whatever the sink's lag and also while ClickHouse is down.", check: func(w *world) {
		for range 10 {
			w.get("/extract/" + w.form("/extract", []file{blank("png")}, nil).ok().text("request_id")).ok()
		}
	}},
}

// limitRules are about clients that misbehave.
var limitRules = []rule{
	{section: decisions + "Requests", sentence: "A body that is no JSON", check: func(w *world) {
		for name, rest := range map[string]string{
			"malformed chunks":   "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
			"a chunk too short":  "Transfer-Encoding: chunked\r\n\r\n9\r\n{}\r\n0\r\n\r\n",
			"two lengths":        "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
			"length and chunks":  "Content-Length: 2\r\nTransfer-Encoding: gzip\r\n\r\n{}",
			"a length that lies": "Content-Length: -1\r\n\r\n{}",
		} {
			if status, err := w.raw("POST /extract HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + mainKey + "\r\nContent-Type: application/json\r\n" + rest); err == nil && (status < 400 || status > 501) {
				w.Errorf("%s: %d", name, status)
			}
		}
		w.get("/health").ok()
	}},
}

// raw sends text as it is and gives the status of the answer.
func (w *world) raw(text string) (int, error) {
	w.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(w.url, "http://"))
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	if _, err := io.WriteString(conn, text); err != nil {
		return 0, err
	}
	if half, ok := conn.(*net.TCPConn); ok {
		_ = half.CloseWrite()
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return 0, fmt.Errorf("reading the answer: %w", err)
	}
	defer resp.Body.Close()
	return resp.StatusCode, nil
}
