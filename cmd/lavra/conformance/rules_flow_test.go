package conformance

import (
	"bytes"
	"encoding/json"
	"io"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"

	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// long is a document of four pages with text.
func (w *world) long() file {
	w.Helper()
	var pages []io.ReadSeeker
	for _, name := range []string{"recibo-01.pdf", "recibo-01.pdf", "recibo-01.pdf", "procuracao-03.pdf"} {
		pages = append(pages, bytes.NewReader(w.sample(name).data))
	}
	var b bytes.Buffer
	if err := api.MergeRaw(pages, &b, false, model.NewDefaultConfiguration()); err != nil {
		w.Fatal(err)
	}
	return file{"longo.pdf", b.Bytes()}
}

var batchMembers = []string{"batch_id", "reference_id", "status", "total", "in_progress", "success", "partial_success", "failed", "created_at", "completed_at", "items", "next_cursor"}

// ended follows a batch to its end.
func (w *world) ended(batch string) answer {
	w.Helper()
	for until := time.Now().Add(90 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		a := w.get("/extract/batch?batchId=" + batch).ok()
		if a.text("status") != "in_progress" {
			return a
		}
		if time.Now().After(until) {
			w.Fatalf("the batch does not end: %s", clip(a.body))
		}
	}
}

// mixed is a batch of four files: two that succeed, one in part, one that fails.
func (w *world) mixed() string {
	w.Helper()
	if known["mixed"] == "" {
		a := w.form("/extract/batch", []file{w.receipt(), w.wrongCNPJ(), blank("png"), w.sample("nfe-xml-01.xml")}, fields{"documentType": "NFE", "referenceId": "lote 1"}).ok()
		known["mixed"] = a.header.Get("X-Batch-Id")
		w.ended(known["mixed"])
	}
	return known["mixed"]
}

// batchRules are about batches.
var batchRules = []rule{
	{section: specification + "POST /extract/batch", sentence: "Response: array of accepted-request records, one per uploaded file.", check: func(w *world) {
		a := w.form("/extract/batch", []file{w.receipt(), blank("png"), blank("jpeg")}, fields{"referenceId": "r", "metadata": `{"a":1}`}).ok()
		if list, _ := a.value().([]any); len(list) != 3 {
			w.Fatalf("%s", clip(a.body))
		}
		for i := range 3 {
			a.names([]string{"request_id", "status"}, i).want("in_progress", i, "status")
			w.get("/extract/"+a.text(i, "request_id")).ok().want("r", "reference_id").want(object{"a": 1.0}, "metadata")
		}
	}},
	{section: specification + "POST /extract/batch", sentence: "Only `multipart/form-data`.", check: func(w *world) {
		if a := w.json("/extract/batch", inline(w.receipt(), nil)); a.status != 415 {
			w.Errorf("%d", a.status)
		}
	}},
	{section: decisions + "Batch", sentence: "The batch has an identifier of its own, returned in the header `X-Batch-Id` and, with `Location: /extract/batch?batchId=...`, as a link.", check: func(w *world) {
		a := w.form("/extract/batch", []file{blank("png")}, nil).ok()
		id, location := a.header.Get("X-Batch-Id"), a.header.Get("Location")
		if location != "/extract/batch?batchId="+id || id == "" {
			w.Errorf("X-Batch-Id %q, Location %q", id, location)
		}
		w.get(location).ok().want(id, "batch_id")
	}},
	{section: decisions + "Batch", sentence: "`{batch_id, reference_id, status, total, in_progress, success, partial_success, failed, created_at, completed_at, items: [{request_id, filename, document_type, status, current_step, processed_at}], next_cursor}`.", check: func(w *world) {
		a := w.get("/extract/batch?batchId=" + w.mixed()).ok().names(batchMembers)
		a.names([]string{"request_id", "filename", "document_type", "status", "current_step", "processed_at"}, "items", 0)
		a.want("recibo-01.pdf", "items", 0, "filename").want("pagina.png", "items", 2, "filename").want("lote 1", "reference_id").want(nil, "next_cursor")
		a.want(4.0, "total").want(0.0, "in_progress").want(1.0, "success").want(2.0, "partial_success").want(1.0, "failed")
	}},
	{section: decisions + "Batch", sentence: "`?referenceId=REF` (the newest batch of the account with it)", check: func(w *world) {
		for range 2 {
			id := w.form("/extract/batch", []file{blank("png")}, fields{"referenceId": "mesmo/lote"}).ok().header.Get("X-Batch-Id")
			w.get("/extract/batch?referenceId="+url.QueryEscape("mesmo/lote")).ok().want(id, "batch_id")
		}
		w.as(otherKey).get("/extract/batch?referenceId="+url.QueryEscape("mesmo/lote")).says(404, notFound)
	}},
	{section: decisions + "Batch", sentence: "optional `status`, `limit` (1 to 1000, default 100), `cursor`", check: func(w *world) {
		base := "/extract/batch?batchId=" + w.mixed()
		w.get(base+"&status=failed").ok().want(4.0, "total").want("pagina.png", "items", 0, "filename").want(nil, "items", 1)
		w.get(base+"&status=in_progress").ok().want([]any{}, "items")
		var names []string
		cursor := ""
		for range 5 {
			a := w.get(base + "&limit=1" + cursor).ok()
			names = append(names, a.text("items", 0, "filename"))
			if a.value("next_cursor") == nil {
				break
			}
			cursor = "&cursor=" + url.QueryEscape(a.text("next_cursor"))
		}
		if want := []string{"recibo-01.pdf", "nfe-cnpj.xml", "pagina.png", "nfe-xml-01.xml"}; !slices.Equal(names, want) {
			w.Errorf("page by page: %v", names)
		}
		for _, wrong := range []string{"status=completed", "status=", "limit=0", "limit=1001", "limit=x", "limit=", "cursor=x", "cursor="} {
			name, _, _ := strings.Cut(wrong, "=")
			w.get(base + "&" + wrong).invalid(name)
		}
		w.get(base + "&limit=1000").ok()
	}},
	{section: decisions + "Batch", sentence: "The batch's `status` is `in_progress` while any item is, then `success` if all succeeded, `failed` if all failed, else `partial_success`.", check: func(w *world) {
		w.get("/extract/batch?batchId="+w.mixed()).ok().want("partial_success", "status")
		w.ended(w.form("/extract/batch", []file{w.receipt(), w.receipt()}, nil).ok().header.Get("X-Batch-Id")).want("success", "status")
		w.ended(w.form("/extract/batch", []file{blank("png"), blank("tiff")}, nil).ok().header.Get("X-Batch-Id")).want("failed", "status")
		idle := w.at(w.idlePost).form("/extract/batch", []file{blank("png")}, nil).ok().header.Get("X-Batch-Id")
		w.at(w.idleGet).get("/extract/batch?batchId="+idle).ok().want("in_progress", "status").want(1.0, "in_progress").want(nil, "completed_at")
	}},
	{section: decisions + "Batch", sentence: "Neither parameter: `400`; unknown: `404 Request not found`.", check: func(w *world) {
		w.get("/extract/batch").invalid("batchId")
		w.get("/extract/batch?batchId=").invalid("batchId")
		for _, query := range []string{"batchId=" + unknownID, "batchId=x", "batchId=%00", "referenceId=nunca", "batchId=" + w.request(w.receipt(), nil)} {
			w.get("/extract/batch?"+query).says(404, notFound)
		}
	}},
	{section: decisions + "Batch", sentence: "A file in a batch that fails validation refuses the whole batch with `400`: the table's message followed by ` (arquivo: NAME)`; nothing of it is started.", check: func(w *world) {
		w.form("/extract/batch", []file{w.receipt(), {"dois.pdf", []byte("texto")}, {"três.pdf", nil}}, fields{"referenceId": "recusado"}).says(400, "Arquivo vazio. (arquivo: três.pdf)")
		w.form("/extract/batch", []file{w.receipt(), {"dois.pdf", []byte("texto")}}, fields{"referenceId": "recusado"}).says(400, textFormat+" (arquivo: dois.pdf)")
		w.form("/extract/batch", []file{w.hostile("launch.pdf")}, fields{"referenceId": "recusado"}).says(400, textBlocked+" (arquivo: launch.pdf)")
		w.form("/extract/batch", []file{w.sample("nfe-xml-01.xml")}, fields{"referenceId": "recusado"}).says(400, textXML+" (arquivo: nfe-xml-01.xml)")
		w.get("/extract/batch?referenceId=recusado").says(404, notFound)
	}},
	{section: decisions + "Batch", sentence: "Both parameters at once, or a cursor that is not one: `400`.", check: func(w *world) {
		w.get("/extract/batch?batchId=" + w.mixed() + "&referenceId=lote+1").invalid("batchId")
		w.get("/extract/batch?batchId=" + w.mixed() + "&cursor=AAAA").invalid("cursor")
	}},
	{section: specification + "GET /extract/batch", sentence: "Follows the status of a batch.", check: func(w *world) {
		w.get("/extract/batch?batchId="+w.mixed()).ok().want(w.mixed(), "batch_id")
	}},
}

// call back: a request with a callback, and what arrived of it.
func (w *world) callback(path string, attempts int, members object) (string, []delivery) {
	w.Helper()
	all := object{"callbackUrl": w.outside.URL + path}
	for name, value := range members {
		all[name] = value
	}
	id := w.json("/extract", inline(w.receipt(), all)).ok().text("request_id")
	return id, w.deliveries(path, attempts)
}

func (w *world) deliveries(path string, n int) []delivery {
	w.Helper()
	for until := time.Now().Add(30 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		if got := w.outside.received(path); len(got) >= n {
			return got
		}
		if time.Now().After(until) {
			w.Fatalf("%d deliveries to %s, want %d", len(w.outside.received(path)), path, n)
		}
	}
}

// callbackRules are about callbacks.
var callbackRules = []rule{
	{section: specification + "Events", sentence: "The request goes to `callbackUrl` with the HTTP method `callbackMethod` (default `POST`).", waits: true, check: func(w *world) {
		for method, members := range map[string]object{"POST": nil, "PATCH": {"callbackMethod": "PATCH"}, "PUT": {"callbackMethod": "PUT"}} {
			if _, got := w.callback("/status/200/method-"+method, 1, members); got[0].method != method {
				w.Errorf("%s, want %s", got[0].method, method)
			}
		}
	}},
	{section: specification + "Events", sentence: "Headers: `Content-Type: application/json`; `Authorization: Bearer <callbackAuthToken>` only if a token was given; `x-service-signature: <signature>` only if `signature` was given.", waits: true, check: func(w *world) {
		_, got := w.callback("/status/200/headers", 1, object{"callbackAuthToken": "segredo-1", "signature": "assinatura é minha=="})
		h := got[0].header
		if h.Get("Content-Type") != "application/json" || h.Get("Authorization") != "Bearer segredo-1" || h.Get("X-Service-Signature") != "assinatura é minha==" {
			w.Errorf("headers %v", h)
		}
		_, got = w.callback("/status/200/plain", 1, nil)
		for name := range got[0].header {
			if !slices.Contains([]string{"Content-Type", "Content-Length", "User-Agent", "Accept-Encoding"}, name) {
				w.Errorf("a header nobody asked for: %s", name)
			}
		}
	}},
	{section: specification + "Events", sentence: "The signature value is the client's own string, echoed unchanged; it is not computed by the service.", waits: true, check: func(w *world) {
		_, got := w.callback("/status/200/signature", 1, object{"signature": `sha256="abc,  def"; x`})
		if s := got[0].header.Get("X-Service-Signature"); s != `sha256="abc,  def"; x` {
			w.Errorf("signature %q", s)
		}
	}},
	{section: specification + "Events", sentence: "Only a `2xx` response counts as delivered. Any other code, or a timeout of the client's endpoint, triggers a new attempt.", waits: true, check: func(w *world) {
		var all sync.WaitGroup
		for code, want := range map[string]int{"200": 1, "201": 1, "204": 1, "302": 3, "304": 3, "400": 3, "401": 3, "404": 3, "410": 3, "500": 3, "third": 3} {
			all.Go(func() {
				path := "/status/" + code + "/codes"
				w.callback(path, want, nil)
				time.Sleep(4 * time.Second) // longer than the longest wait before another attempt
				if n := len(w.outside.received(path)); n != want {
					w.Errorf("after %s: %d attempts, want %d", code, n, want)
				}
			})
		}
		all.Wait()
	}},
	{section: specification + "Events", sentence: "There are at most 3 delivery attempts, with exponential backoff between them. After 3 failures the result is not resent; it stays readable through `GET /extract/{requestId}`.", waits: true, check: func(w *world) {
		id, got := w.callback("/status/503/backoff", 3, nil)
		first, second := got[1].at.Sub(got[0].at), got[2].at.Sub(got[1].at)
		// 1 s and 2 s by this run's setting, each + up to 20 %, and a busy machine.
		if first < time.Second || second < 2*time.Second || first > 3*time.Second || second > 5*time.Second {
			w.Errorf("waits of %s and %s", first, second)
		}
		w.get("/extract/"+id).ok().want("success", "status")
	}},
	{section: decisions + "Callbacks", sentence: "The body's bytes are the same at each attempt.", waits: true, check: func(w *world) {
		_, got := w.callback("/status/500/bytes", 3, object{"includeMarkdownInWebhook": true})
		if !bytes.Equal(got[0].body, got[1].body) || !bytes.Equal(got[0].body, got[2].body) || len(got[0].body) == 0 {
			w.Error("the attempts differ")
		}
	}},
	{section: decisions + "Callbacks", sentence: "redirects are not followed", waits: true, check: func(w *world) {
		w.callback("/status/307/redirects", 3, nil)
		if n := len(w.outside.received("/status/200/redirected")); n != 0 {
			w.Errorf("followed %d times", n)
		}
	}},
	{section: specification + "Events", sentence: "Payload fields: `request_id`, `document_type`, `status` (`success` or `partial_success` in the samples), `reference_id`, `metadata`, `fields` (map to Field; `error` may be null), `service` (quality block), `processed_at`.", waits: true, check: func(w *world) {
		id, got := w.callback("/status/200/payload", 1, object{"referenceId": "r", "metadata": object{"a": 1}})
		var sent object
		if err := json.Unmarshal(got[0].body, &sent); err != nil {
			w.Fatal(err)
		}
		// The final result is there when the callback comes, and is the same.
		if stored, _ := w.get("/extract/" + id).ok().value("payload").(object); !reflect.DeepEqual(sent, stored) {
			w.Errorf("sent %s\nstored %v", clip(got[0].body), stored)
		}
		(answer{world: w, call: "callback", body: got[0].body}).names(resultMembers)
		if schema := w.spec.Components.Schemas["CallbackBody"].Value; schema.VisitJSON(sent) != nil {
			w.Errorf("not what the document says: %v", schema.VisitJSON(sent))
		}
	}},
	{section: specification + "Events", sentence: "When `includeMarkdownInWebhook` is true and markdown is available, also: `markdown_status`, `markdown` (present on success), `markdown_generated_at` (ISO 8601), `markdown_error` (present on failure).", waits: true, check: func(w *world) {
		_, got := w.callback("/status/200/markdown", 1, object{"includeMarkdownInWebhook": true})
		a := answer{world: w, call: "callback", body: got[0].body}
		a.names(append(slices.Clone(resultMembers), "markdown_status", "markdown", "markdown_generated_at")).want("success", "markdown_status")
		w.form("/extract", []file{blank("png")}, fields{"includeMarkdownInWebhook": "true", "callbackUrl": w.outside.URL + "/status/200/no-markdown"}).ok()
		a.body = w.deliveries("/status/200/no-markdown", 1)[0].body
		if a.want("failed", "markdown_status"); a.text("markdown_error") == "" || a.value("markdown") != nil {
			w.Errorf("%s", clip(a.body))
		}
	}},
	{section: specification + "Events", sentence: "Classification and synchronous extraction send none.", waits: true, check: func(w *world) {
		w.form("/extract/sync", []file{w.receipt()}, fields{"callbackUrl": w.outside.URL + "/status/200/sync"}).ok()
		w.form("/classify", []file{w.receipt()}, fields{"callbackUrl": w.outside.URL + "/status/200/sync"}).ok()
		time.Sleep(2 * time.Second)
		if n := len(w.outside.received("/status/200/sync")); n != 0 {
			w.Errorf("%d callbacks", n)
		}
	}},
	{section: specification + "POST /extract/batch", sentence: "`callbackUrl` (one, applied to all files)", waits: true, check: func(w *world) {
		a := w.form("/extract/batch", []file{w.receipt(), blank("png")}, fields{"callbackUrl": w.outside.URL + "/status/200/batch", "callbackAuthToken": "t", "callbackMethod": "PUT", "signature": "s"}).ok()
		var ids []string
		for _, d := range w.deliveries("/status/200/batch", 2) {
			ids = append(ids, (answer{body: d.body}).text("request_id"))
			if d.method != "PUT" || d.header.Get("Authorization") != "Bearer t" || d.header.Get("X-Service-Signature") != "s" {
				w.Errorf("%s %v", d.method, d.header)
			}
		}
		for i := range 2 {
			if !slices.Contains(ids, a.text(i, "request_id")) {
				w.Errorf("no callback for file %d", i)
			}
		}
	}},
}

// attempts waits for what ClickHouse keeps of a request's callback.
func (w *world) attempts(id string, n int) []string {
	w.Helper()
	for until := time.Now().Add(40 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		rows := strings.Split(w.query("SELECT attempt, outcome, status_code, error FROM webhook_attempts WHERE request_id = '"+id+"' AND outcome != 'started' ORDER BY attempt FORMAT TSV"), "\n")
		if len(rows) >= n && rows[0] != "" {
			return rows
		}
		if time.Now().After(until) {
			w.Fatalf("attempts of %s: %q, want %d", id, rows, n)
		}
	}
}

// deliveryRules are about how callbacks are tried.
var deliveryRules = []rule{
	{section: specification + "Events", sentence: "The service sends one kind of event: a result callback, after an asynchronous or batch request that has a `callbackUrl`.", waits: true, check: func(w *world) {
		w.callback("/status/200/one", 1, nil)
		time.Sleep(2 * time.Second)
		if n := len(w.outside.received("/status/200/one")); n != 1 {
			w.Errorf("%d calls", n)
		}
	}},
	{section: specification + "Authentication", sentence: "Callbacks to the client's endpoint carry `Authorization: Bearer <callbackAuthToken>` only when `callbackAuthToken` was supplied.", waits: true, check: func(w *world) {
		_, with := w.callback("/status/200/token", 1, object{"callbackAuthToken": "um-token/=="})
		_, without := w.callback("/status/200/no-token", 1, object{"signature": "s"})
		if got := with[0].header.Values("Authorization"); !slices.Equal(got, []string{"Bearer um-token/=="}) || without[0].header.Values("Authorization") != nil {
			w.Errorf("with a token %q, without %q", got, without[0].header.Values("Authorization"))
		}
	}},
	{section: specification + "Events", sentence: "a timeout of the client's endpoint, triggers a new attempt.", waits: true, check: func(w *world) {
		w.callback("/slow/60/timeout", 1, nil)
		for until := time.Now().Add(time.Minute); len(w.outside.received("/slow/60/timeout")) < 2; time.Sleep(100 * time.Millisecond) {
			if time.Now().After(until) {
				w.Fatal("no second attempt")
			}
		}
	}},
	{section: decisions + "Callbacks", sentence: "the endpoint has 15 s to answer", waits: true, check: func(w *world) {
		w.callback("/slow/13/late", 1, nil)
		w.callback("/slow/60/never", 1, nil)
		time.Sleep(19 * time.Second)
		if n := len(w.outside.received("/slow/13/late")); n != 1 {
			w.Errorf("an answer after 13 s: %d attempts", n)
		}
		if waits := w.outside.waits("/slow/60/never"); len(waits) == 0 || waits[0] < 14500*time.Millisecond || waits[0] > 17*time.Second {
			w.Errorf("the endpoint had %s", waits)
		}
	}},
	{section: decisions + "Callbacks", sentence: "Attempts 1, 2, 3; waits of 10 s and 60 s, each + up to 20 % (`LAVRA_CALLBACK_BACKOFF=10s,60s`, two values)", waits: true, check: func(w *world) {
		if got := w.defaults()["LAVRA_CALLBACK_BACKOFF"]; got != "10s,1m0s" {
			w.Errorf("LAVRA_CALLBACK_BACKOFF is %q", got)
		}
		const path = "/status/500/usual-waits"
		w.strictly().json("/extract", inline(w.receipt(), object{"callbackUrl": w.outside.URL + path})).ok()
		for until := time.Now().Add(2 * time.Minute); len(w.outside.received(path)) < 3; time.Sleep(200 * time.Millisecond) {
			if time.Now().After(until) {
				w.Fatalf("%d attempts", len(w.outside.received(path)))
			}
		}
		got := w.outside.received(path)
		first, second := got[1].at.Sub(got[0].at), got[2].at.Sub(got[1].at)
		// A busy machine may be late, never early.
		if first < 10*time.Second || first > 15*time.Second || second < 60*time.Second || second > 77*time.Second {
			w.Errorf("waits of %s and %s", first, second)
		}
	}},
	{section: decisions + "Callbacks", sentence: "at most 64 KiB of the answer is read.", waits: true, check: func(w *world) {
		const path = "/endless/answer"
		id, _ := w.callback(path, 1, nil)
		if got := w.attempts(id, 1); got[0] != "1\tdelivered\t200\t" {
			w.Errorf("attempts %q", got)
		}
		for until := time.Now().Add(20 * time.Second); w.outside.took(path) == 0; time.Sleep(100 * time.Millisecond) {
			if time.Now().After(until) {
				w.Fatal("the service still reads")
			}
		}
		// What the sockets on both sides hold comes on top.
		if n := w.outside.took(path); n > 32<<20 {
			w.Errorf("%d bytes were taken", n)
		}
	}},
	{section: decisions + "Callbacks", sentence: "The attempts are kept (`webhook_attempts`).", waits: true, check: func(w *world) {
		id, _ := w.callback("/status/third/kept", 3, nil)
		if got := w.attempts(id, 3); !slices.Equal(got, []string{"1\tfailed\t500\tstatus_5xx", "2\tfailed\t500\tstatus_5xx", "3\tdelivered\t204\t"}) {
			w.Errorf("attempts %q", got)
		}
	}},
	{section: decisions + "Additions to the contract", sentence: "All need a key of the account; another account's identifiers are `404`.", waits: true, check: func(w *world) {
		const path, list = "/status/502/broken", "/callbacks/breakers"
		url := w.outside.URL + path + "?key=chave"
		for range 10 {
			w.json("/extract", inline(w.receipt(), object{"callbackUrl": url, "callbackMethod": "POST"})).ok()
		}
		id := ""
		for until := time.Now().Add(90 * time.Second); id == ""; time.Sleep(200 * time.Millisecond) {
			if time.Now().After(until) {
				w.Fatalf("the breaker of %s is not open: %s", path, clip(w.get(list).body))
			}
			items, _ := w.get(list).ok().value("items").([]any)
			for _, item := range items {
				if one := item.(object); one["url"] == url {
					id, _ = one["breaker_id"].(string)
				}
			}
		}
		closing := list + "/" + id + "/close"
		if a := w.as(otherKey).get(list).ok(); strings.Contains(string(a.body), path) {
			w.Errorf("another account sees it: %s", clip(a.body))
		}
		w.as(otherKey).do("POST", closing, nil).says(404, "Breaker not found")
		for key, want := range map[string]int{"": 401, w.key: 204} {
			if a := w.as(key).do("POST", closing, nil); a.status != want {
				w.Errorf("closing it with key %q: %d %s", key, a.status, clip(a.body))
			}
		}
	}},
	{section: decisions + "URLs that the service calls", sentence: "and again at each delivery.", waits: true, check: func(w *world) {
		const path = "/status/200/turncoat"
		url := "http://" + turncoat + "callback.exemplo.test:" + w.outside.port() + path // allowed when it is given, no more when it is called
		id := w.json("/extract", inline(w.receipt(), object{"callbackUrl": url})).ok().text("request_id")
		if got := w.attempts(id, 3); !strings.HasPrefix(got[0], "1\tfailed\t0\taddress") || !strings.HasPrefix(got[2], "3\texhausted\t0\taddress") {
			w.Errorf("attempts %q", got)
		}
		if n := len(w.outside.received(path)); n != 0 {
			w.Errorf("%d calls", n)
		}
	}},
	{section: specification + "Events", sentence: "The same `request_id` may be delivered more than once; receivers deduplicate by `request_id`.", waits: true, check: func(w *world) {
		const path = "/status/200/twice"
		id, _ := w.callback(path, 1, nil)
		k := w.log(mainTopics)
		var due event.Delivery
		key := ""
		for rec := range w.records(k, topic.WebhooksDue) {
			var d event.Delivery
			if err := k.Decode(w.Context(), rec, &d); err != nil {
				w.Fatal(err)
			}
			if d.RequestID == id {
				due, key = d, string(rec.Key)
			}
		}
		w.produce(k, topic.WebhooksDue, key, due) // the same delivery, as after a crash
		due.EventID = event.ID(id, "outra vez", 1)
		w.produce(k, topic.WebhooksDue, key, due) // another one of the same request
		got := w.deliveries(path, 2)
		time.Sleep(2 * time.Second)
		if n := len(w.outside.received(path)); n != 2 || !bytes.Equal(got[0].body, got[1].body) || (answer{body: got[1].body}).text("request_id") != id {
			w.Errorf("%d calls", n)
		}
	}},
	{section: decisions + "Callbacks", sentence: "`markdown_status` in the payload is `success` or `failed`.", waits: true, check: func(w *world) {
		for _, c := range []struct {
			f    file
			want string
		}{{w.receipt(), "success"}, {blank("png"), "failed"}} {
			path := "/status/200/markdown-" + c.want
			w.json("/extract", inline(c.f, object{"callbackUrl": w.outside.URL + path, "includeMarkdownInWebhook": true})).ok()
			(answer{world: w, call: "callback", body: w.deliveries(path, 1)[0].body}).want(c.want, "markdown_status")
		}
	}},
	{section: specification + "POST /extract", sentence: "| `includeMarkdownInWebhook` | boolean | no | default `false` |", waits: true, check: func(w *world) {
		for name, members := range map[string]object{"unsaid": nil, "false": {"includeMarkdownInWebhook": false}} {
			_, got := w.callback("/status/200/markdown-"+name, 1, members)
			(answer{world: w, call: "callback", body: got[0].body}).names(resultMembers)
		}
	}},
}

// idempotencyRules are about the header Idempotency-Key.
var idempotencyRules = []rule{
	{section: decisions + "Requests", sentence: "the same key from the same account within 24 hours returns the first call's identifiers and starts nothing new", check: func(w *world) {
		key := []string{"Idempotency-Key", "mesma"}
		first := w.form("/extract", []file{w.receipt()}, fields{"referenceId": "a"}, key...).ok().text("request_id")
		w.form("/extract", []file{w.receipt()}, fields{"referenceId": "a"}, key...).ok().want(first, "request_id")
		batch := w.form("/extract/batch", []file{w.receipt(), blank("png")}, nil, key...).ok()
		again := w.form("/extract/batch", []file{w.receipt(), blank("png")}, nil, key...).ok()
		if again.header.Get("X-Batch-Id") != batch.header.Get("X-Batch-Id") || !bytes.Equal(again.body, batch.body) {
			w.Errorf("%s, then %s", batch.body, again.body)
		}
	}},
	{section: decisions + "Requests", sentence: "the same key with other content is `409 {\"message\": ...}`.", check: func(w *world) {
		key := []string{"Idempotency-Key", "outra"}
		w.form("/extract", []file{w.receipt()}, nil, key...).ok()
		for _, a := range []answer{w.form("/extract", []file{blank("png")}, nil, key...), w.form("/extract", []file{w.receipt()}, fields{"referenceId": "b"}, key...)} {
			if a.status != 409 || a.text("message") == "" {
				w.Errorf("%d %s", a.status, clip(a.body))
			}
		}
	}},
	{section: decisions + "Requests", sentence: "A key belongs to account and endpoint; content is the file's hash (for `fileUrl` the URL) and the fields, whatever the encoding; a refused request does not use a key up; a repeated sync call waits for the first one's result.", check: func(w *world) {
		key := []string{"Idempotency-Key", "de todos"}
		w.json("/extract", "{}", key...).says(400, "Nenhum arquivo enviado.")
		first := w.form("/extract", []file{w.receipt()}, fields{"referenceId": "a"}, key...).ok().text("request_id")
		w.json("/extract", inline(w.receipt(), object{"referenceId": "a"}), key...).ok().want(first, "request_id")
		if w.as(otherKey).form("/extract", []file{w.receipt()}, fields{"referenceId": "a"}, key...).ok().text("request_id") == first {
			w.Error("another account got the identifier")
		}
		sync := w.form("/extract/sync", []file{w.receipt()}, nil, key...).ok()
		if sync.text("request_id") == first {
			w.Error("another endpoint got the identifier")
		}
		w.form("/extract/sync", []file{w.receipt()}, nil, key...).ok().is(200, string(sync.body))
		url := w.outside.put("chave.pdf", w.receipt().data)
		remoteKey := []string{"Idempotency-Key", "por url"}
		byURL := w.json("/extract", remote(url, nil), remoteKey...).ok().text("request_id")
		w.form("/extract", nil, fields{"fileUrl": url}, remoteKey...).ok().want(byURL, "request_id")
	}},
	{section: decisions + "Requests", sentence: "a repeated sync call waits for the first one's result.", waits: true, check: func(w *world) {
		calls := make(chan answer, 2)
		for range 2 {
			go func() {
				calls <- w.at(w.idlePost).form("/extract/sync", []file{w.receipt()}, fields{"timeout": "10000"}, "Idempotency-Key", "ao mesmo tempo")
			}()
		}
		one, other := <-calls, <-calls
		if one.status != 408 || other.status != 408 || one.text("request_id") != other.text("request_id") {
			w.Errorf("%d %s and %d %s", one.status, clip(one.body), other.status, clip(other.body))
		}
	}},
	{section: decisions + "Requests", sentence: "`Idempotency-Key` (optional header, at most 128 characters, on the three POST extraction endpoints)", check: func(w *world) {
		for _, path := range []string{"/extract", "/extract/sync", "/extract/batch"} {
			w.form(path, []file{blank("png")}, nil, "Idempotency-Key", strings.Repeat("k", 128)).ok()
			w.form(path, []file{blank("png")}, nil, "Idempotency-Key", strings.Repeat("k", 129)).invalid("Idempotency-Key")
		}
		a := w.form("/classify", []file{w.receipt()}, nil, "Idempotency-Key", "c").ok().text("request_id")
		if w.form("/classify", []file{w.receipt()}, nil, "Idempotency-Key", "c").ok().text("request_id") == a {
			w.Error("/classify heeds the header")
		}
	}},
}

// documentRules are about the OpenAPI document.
var documentRules = []rule{
	{section: specification + "Versioning", sentence: "The machine-readable description of the interface is OpenAPI 3.0, document version `1.0.0`.", check: func(w *world) {
		w.as("").get("/openapi.json").ok().want("3.0.3", "openapi").want("1.0.0", "info", "version")
		if a := w.as("").get("/openapi.yaml").ok(); !bytes.HasPrefix(a.body, []byte("openapi: 3.0.3\n")) {
			w.Errorf("%s", clip(a.body))
		}
	}},
	{section: specification + "Versioning", sentence: "Paths carry no version segment.", check: func(w *world) {
		want := []string{"/classify", "/extract", "/extract/batch", "/extract/sync", "/extract/{requestId}", "/extract/{requestId}/bounding-box", "/extract/{requestId}/markdown", "/health"}
		version := regexp.MustCompile(`/v\d`)
		for _, path := range w.spec.Paths.InMatchingOrder() { // the additions too
			if version.MatchString(path) {
				w.Errorf("%s has a version", path)
			}
		}
		for _, path := range want {
			if w.spec.Paths.Value(path) == nil {
				w.Errorf("the document lacks %s", path)
			}
		}
	}},
}
