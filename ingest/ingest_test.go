package ingest_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lavra.dev/ingest"
	"lavra.dev/ingest/idempotency"
	"lavra.dev/schemas/event"
)

func TestAnAcceptedRequestIsOneRecordWithAllThatWasAsked(t *testing.T) {
	w := start(t, nil)
	a := w.send("/extract", nil, "documentType=BOLETO", "file@boleto.pdf=pdf content", "callbackUrl=https://93.184.216.34/hook",
		"callbackAuthToken=tesouro", "callbackMethod=PATCH", "includeMarkdownInWebhook=true", "signature=sig", "referenceId=r1", `metadata={"a": 1}`)
	if a.status != 200 || a.fields(t)["status"] != "in_progress" || len(a.fields(t)) != 2 {
		t.Fatalf("got %d %s", a.status, a.body)
	}
	all := w.submitted()
	if len(all) != 1 {
		t.Fatalf("%d records", len(all))
	}
	r := all[0].Request
	if r.ID != a.id(t) || !w.ids.Valid(r.ID, "acme") || all[0].EventID != event.ID(r.ID, "submitted", 1) {
		t.Errorf("identified as %+v", all[0])
	}
	if r.Account != "acme" || r.Lane != event.Interactive || r.Operation != event.Extract || *r.DocumentType != "BOLETO" ||
		*r.ReferenceID != "r1" || *r.Metadata != `{"a": 1}` || r.Batch != nil || time.Since(r.AcceptedAt) > time.Minute {
		t.Errorf("request is %+v", r)
	}
	if f := r.File; f.Size != 11 || f.Format != event.PDF || f.Name != "boleto.pdf" || f.SHA256 == "" || len(w.files()) != 1 || w.files()[0] != f.URI {
		t.Errorf("file is %+v", f)
	}
	c := r.Callback
	if c.URL != "https://93.184.216.34/hook" || c.Method != "PATCH" || *c.Signature == "sig" || !c.IncludeMarkdown || bytes.Contains(c.SealedToken, []byte("tesouro")) {
		t.Errorf("callback is %+v", c)
	}
	if signature, err := w.keys.OpenText(*c.Signature, r.ID); err != nil || signature != "sig" {
		t.Errorf("the signature opens as %q, %v", signature, err)
	}
	if token, err := w.keys.Open(c.SealedToken, r.ID); err != nil || token != "tesouro" {
		t.Errorf("the token opens as %q, %v", token, err)
	}
}

func TestARefusedRequestLeavesNothing(t *testing.T) {
	w := start(t, nil)
	files := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/pdf":
			io.WriteString(rw, "pdf by url")
		case "/large":
			rw.Write(make([]byte, 2<<20))
		case "/empty":
		case "/private":
			http.Redirect(rw, r, "http://10.0.0.1/", http.StatusFound)
		default:
			http.NotFound(rw, r)
		}
	}))
	defer files.Close()
	const (
		blocked  = "Arquivo bloqueado pela validação de segurança."
		format   = "Formato de arquivo não suportado. Formatos aceitos: PDF, JPEG, PNG, TIFF, XML."
		onlyNFE  = "Dados inválidos: documentType: XML só é aceito com documentType=NFE."
		tooLarge = "Arquivo excede o tamanho máximo permitido."
		address  = "Endereço IP não permitido."
	)
	large := strings.Repeat("pdf ", 1<<18) + "x"
	tests := []struct {
		name, path string
		list       []string
		message    string
	}{
		{"no file", "/extract", []string{"referenceId=x"}, "Nenhum arquivo enviado."},
		{"an unknown format", "/extract", []string{"file@a.pdf=text"}, format},
		{"blocked", "/extract/sync", []string{"file@a.pdf=evil"}, blocked},
		{"blocked in a batch", "/extract/batch", []string{"file@a.pdf=pdf", "file@b.pdf=evil", "file@c.pdf=text"}, blocked + " (arquivo: b.pdf)"},
		{"an unknown format in a batch", "/extract/batch", []string{"file@a.pdf=pdf", "file@x/ç.pdf=text"}, format + " (arquivo: ç.pdf)"},
		{"XML without a type", "/extract", []string{"file@a.xml=xml"}, onlyNFE},
		{"XML of another type", "/extract/sync", []string{"file@a.xml=xml", "documentType=BOLETO"}, onlyNFE},
		{"XML without a type in a batch", "/extract/batch", []string{"file@a.xml=xml"}, onlyNFE + " (arquivo: a.xml)"},
		{"XML to classify", "/classify", []string{"file@a.xml=xml"}, "Classificação de XML não é suportada. Use /extract/sync com documentType=NFE."},
		{"too many pages", "/extract", []string{"file@a.pdf=long"}, "Dados inválidos: file: o documento tem 201 páginas e o limite é de 200."},
		{"too large", "/extract", []string{"file@a.pdf=" + large}, tooLarge},
		{"too large in a batch", "/extract/batch", []string{"file@a.pdf=pdf", "file@b.pdf=" + large}, tooLarge + " (arquivo: b.pdf)"},
		{"a callback that is no URL", "/extract", []string{"file@a.pdf=pdf", "callbackUrl=example.com/x"}, "URL inválida."},
		{"a callback of another scheme", "/extract", []string{"file@a.pdf=pdf", "callbackUrl=ftp://example.com/x"}, "Protocolo de URL inválido."},
		{"a private callback", "/extract/batch", []string{"file@a.pdf=pdf", "callbackUrl=http://10.0.0.1/"}, address},
		{"a file URL that is none", "/extract/sync", []string{"fileUrl=x"}, "URL inválida."},
		{"a file URL of another scheme", "/classify", []string{"fileUrl=file:///etc/passwd"}, "Protocolo de URL inválido."},
		{"a private file URL", "/extract", []string{"fileUrl=http://169.254.169.254/"}, address},
		{"a file URL that redirects inside", "/extract", []string{"fileUrl=" + files.URL + "/private"}, address},
		{"a file URL of nothing", "/extract", []string{"fileUrl=" + files.URL + "/missing"}, "Não foi possível baixar o arquivo da URL fornecida."},
		{"a file URL of an empty file", "/extract", []string{"fileUrl=" + files.URL + "/empty"}, "Arquivo vazio."},
		{"a file URL of a large file", "/extract", []string{"fileUrl=" + files.URL + "/large"}, tooLarge},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a := w.send(test.path, nil, test.list...)
			if why := a.header.Get("X-Block-Reason"); (why == "javascript") != strings.HasPrefix(test.message, blocked) {
				t.Errorf("the header says %q", why)
			}
			if a.status != 400 || a.fields(t)["message"] != test.message || len(a.fields(t)) != 1 {
				t.Errorf("got %d %s", a.status, a.body)
			}
			if left := w.files(); len(left) != 0 {
				t.Errorf("left behind %q", left)
			}
		})
	}
	t.Run("a screen that is away", func(t *testing.T) {
		a := w.send("/extract/batch", nil, "file@a.pdf=pdf", "file@b.pdf=away")
		if a.status != 503 || a.header.Get("Retry-After") == "" || len(w.files()) != 0 {
			t.Errorf("got %d %s, left %q", a.status, a.body, w.files())
		}
	})
	t.Run("another content type", func(t *testing.T) {
		if a := w.post("/extract/batch", "application/json", "{}"); a.status != 415 {
			t.Errorf("got %d %s", a.status, a.body)
		}
	})
	if records := w.submitted(); len(records) != 0 {
		t.Errorf("%d refused requests were submitted", len(records))
	}
	if a := w.send("/extract", nil, "fileUrl="+files.URL+"/pdf"); a.status != 200 || len(w.submitted()) != 1 {
		t.Errorf("a good one after all that: %d %s", a.status, a.body)
	}
}

func TestABatchIsAcceptedWhole(t *testing.T) {
	w := start(t, nil)
	a := w.send("/extract/batch", nil, "file@a.pdf=pdf 1", "referenceId=lote", "file@b.pdf=pdf 2", "file@c.xml=xml", "documentType=NFE")
	var items []map[string]string
	check(t, json.Unmarshal([]byte(a.body), &items))
	batch := a.header.Get("X-Batch-Id")
	if a.status != 200 || len(items) != 3 || !w.ids.Valid(batch, "acme") || a.header.Get("Location") != "/extract/batch?batchId="+batch {
		t.Fatalf("got %d %s %v", a.status, a.body, a.header)
	}
	byID := map[string]event.Request{}
	for _, s := range w.submitted() {
		byID[s.Request.ID] = s.Request
	}
	for i, name := range []string{"a.pdf", "b.pdf", "c.xml"} {
		r := byID[items[i]["request_id"]]
		if items[i]["status"] != "in_progress" || r.File.Name != name || r.Lane != event.Bulk || *r.ReferenceID != "lote" ||
			*r.Batch != (event.Batch{ID: batch, Index: int32(i), Total: 3}) {
			t.Errorf("item %d is %+v", i, r)
		}
	}
}

func TestASynchronousCallAnswersWithTheResult(t *testing.T) {
	w := start(t, nil)
	w.pipeline()
	a := w.send("/extract/sync", nil, "file@a.pdf=pdf", "includeMarkdown=true")
	if a.status != 200 || a.fields(t)["document_type"] != "BOLETO" || a.fields(t)["markdown"] != "# Boleto" || a.id(t) == "" {
		t.Errorf("got %d %s", a.status, a.body)
	}
	a = w.send("/extract/sync", nil, "file@a.pdf=pdf")
	if _, has := a.fields(t)["markdown"]; a.status != 200 || has {
		t.Errorf("got %d %s", a.status, a.body)
	}
	a = w.send("/classify", nil, "file@a.pdf=pdf", "documentType=ignored")
	if _, has := a.fields(t)["fields"]; a.status != 200 || has || a.fields(t)["status"] != "success" {
		t.Errorf("got %d %s", a.status, a.body)
	}
}

func TestIdempotency(t *testing.T) {
	w := start(t, nil)
	other := w.serve(w.log.Dial(t), nil) // a second process
	key := header{"Idempotency-Key": "chave 1"}
	first := w.send("/extract", key, "file@a.pdf=pdf 1", `metadata={"a":1,"b":[2]}`)
	if first.status != 200 {
		t.Fatalf("got %d %s", first.status, first.body)
	}
	contentType, same := form("file@renamed.pdf=pdf 1", `metadata={ "b":[2], "a":1 }`)
	asJSON := `{"metadata":{"b":[2],"a":1},"file":{"filename":"x","fileBase64":"cGRmIDE="}}`
	for name, again := range map[string]answer{
		"at once":             w.post("/extract", contentType, same, key),
		"at another process":  w.postTo(other, "/extract", contentType, same, key),
		"in another encoding": w.post("/extract", "application/json", asJSON, key),
	} {
		if again.status != 200 || again.body != first.body {
			t.Errorf("%s: got %d %s, want %s", name, again.status, again.body, first.body)
		}
	}
	if n := len(w.submitted()); n != 1 {
		t.Errorf("%d requests were started", n)
	}
	if n := len(w.files()); n != 1 {
		t.Errorf("%d files are kept", n)
	}
	conflict := w.send("/extract", key, "file@a.pdf=pdf 2")
	if conflict.status != 409 || conflict.fields(t)["message"] == "" {
		t.Errorf("other content: %d %s", conflict.status, conflict.body)
	}
	for name, own := range map[string]answer{
		"another account":  w.send("/extract", header{"Idempotency-Key": "chave 1", "Authorization": "Bearer k2"}, "file@a.pdf=pdf 2"),
		"another endpoint": w.send("/extract/batch", key, "file@a.pdf=pdf 2"),
		"another key":      w.send("/extract", header{"Idempotency-Key": "chave 2"}, "file@a.pdf=pdf 1"),
	} {
		if own.status != 200 || own.body == first.body {
			t.Errorf("%s: got %d %s", name, own.status, own.body)
		}
	}
}

func TestARefusedRequestDoesNotUseItsKeyUp(t *testing.T) {
	w := start(t, nil)
	key := header{"Idempotency-Key": "k"}
	if a := w.send("/extract", key, "file@a.pdf=evil"); a.status != 400 {
		t.Fatalf("got %d %s", a.status, a.body)
	}
	if a := w.send("/extract", key, "file@a.pdf=pdf"); a.status != 200 {
		t.Errorf("got %d %s", a.status, a.body)
	}
	for name, value := range map[string]string{"a long key": strings.Repeat("k", 129), "an empty key": ""} {
		if a := w.send("/extract", header{"Idempotency-Key": value}, "file@a.pdf=pdf"); a.status != 400 ||
			!strings.HasPrefix(a.fields(t)["message"].(string), "Dados inválidos: Idempotency-Key: ") {
			t.Errorf("%s: got %d %s", name, a.status, a.body)
		}
	}
}

func TestManyCallsUnderOneKeyAtOnceStartOneRequest(t *testing.T) {
	w := start(t, nil)
	bases := []string{w.base, w.serve(w.log.Dial(t), nil)}
	contentType, body := form("file@a.pdf=pdf", "file@b.pdf=pdf 2")
	answers := make([]answer, 8)
	var calls sync.WaitGroup
	for i := range answers {
		calls.Go(func() {
			// A busy machine may say "try again": the one that was first is still at it, and the key is there for this.
			for range 20 {
				answers[i] = w.postTo(bases[i%2], "/extract/batch", contentType, body, header{"Idempotency-Key": "k"})
				if answers[i].status != http.StatusServiceUnavailable {
					return
				}
				time.Sleep(time.Second)
			}
		})
	}
	calls.Wait()
	for _, a := range answers {
		if a.status != 200 || a.body != answers[0].body || a.header.Get("X-Batch-Id") != answers[0].header.Get("X-Batch-Id") {
			t.Errorf("got %d %s, want %s", a.status, a.body, answers[0].body)
		}
	}
	if n := len(w.submitted()); n != 2 {
		t.Errorf("%d requests were started, want the batch's 2", n)
	}
	if n := len(w.files()); n != 2 {
		t.Errorf("%d files are kept", n)
	}
}

func TestARepeatedSynchronousCallWaitsForTheFirstResult(t *testing.T) {
	w := start(t, nil)
	w.pipeline()
	key := header{"Idempotency-Key": "k"}
	first := w.send("/extract/sync", key, "file@a.pdf=pdf")
	again := w.send("/extract/sync", key, "file@a.pdf=pdf")
	if first.status != 200 || again.status != 200 || first.body != again.body {
		t.Errorf("got %d %s\nthen %d %s", first.status, first.body, again.status, again.body)
	}
	// So it does at a process that started long after.
	later := w.serveFrom(w.log.Dial(t), time.Nanosecond, nil)
	contentType, body := form("file@a.pdf=pdf")
	if again := w.postTo(later, "/extract/sync", contentType, body, key); again.status != 200 || again.body != first.body {
		t.Errorf("later: %d %s", again.status, again.body)
	}
}

func TestAClaimWhoseRequestWasNeverSubmittedIsResumed(t *testing.T) {
	w := start(t, nil)
	// A process claims the key and dies.
	dead := idempotency.New(w.log.Kafka, w.keys, slog.New(slog.DiscardHandler))
	ctx, die := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- dead.Run(ctx) }()
	id := w.ids.New("acme", time.Now())
	content := ingest.FingerprintOf(t, w.keys, "pdf")
	_, err := dead.Claim(t.Context(), dead.Key("acme", "async", "k"), event.Claim{
		Account: "acme", Content: content, RequestIDs: []string{id}, At: time.Now().Add(-time.Minute),
	})
	check(t, err)
	die()
	check(t, <-ended)

	for range 2 {
		if a := w.send("/extract", header{"Idempotency-Key": "k"}, "file@a.pdf=pdf"); a.status != 200 || a.id(t) != id {
			t.Errorf("got %d %s, want the claimed %s", a.status, a.body, id)
		}
	}
	if all := w.submitted(); len(all) != 1 || all[0].Request.ID != id {
		t.Errorf("submitted %+v", all)
	}
}

func TestHalfABodyLeavesNothing(t *testing.T) {
	w := start(t, nil)
	contentType, body := form("file@a.pdf=" + strings.Repeat("pdf ", 50_000))
	for name, tail := range map[string]string{
		"cut":                 fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body[:len(body)/2]),
		"broken chunks":       fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\nzz\r\n", len(body)/2, body[:len(body)/2]),
		"silent for too long": fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body[:200]),
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(w.base, "http://"))
		check(t, err)
		_, err = io.WriteString(conn, "POST /extract HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer k1\r\nContent-Type: "+contentType+"\r\n"+tail)
		check(t, err)
		if name == "cut" {
			conn.Close()
		} else {
			conn.SetDeadline(time.Now().Add(5 * time.Second))
			resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil || resp.StatusCode != 400 {
				t.Errorf("%s: %v %v", name, resp, err)
			}
			conn.Close()
		}
	}
	deadline := time.Now().Add(5 * time.Second)
	for len(w.files()) > 0 && time.Now().Before(deadline) {
		time.Sleep(20 * time.Millisecond)
	}
	if left := w.files(); len(left) != 0 || len(w.submitted()) != 0 {
		t.Errorf("left behind %q", left)
	}
}

func TestAnAccountsRateIsLimitedWhereThatIsSet(t *testing.T) {
	w := start(t, func(c *ingest.Config) { c.RateLimit = 1 })
	for range 2 { // the burst
		if a := w.send("/extract", nil, "file@a.pdf=pdf"); a.status != 200 {
			t.Fatalf("got %d %s", a.status, a.body)
		}
	}
	a := w.send("/extract", nil, "file@a.pdf=pdf")
	if a.status != 429 || a.header.Get("Retry-After") == "" || a.fields(t)["message"] == "" {
		t.Errorf("got %d %s", a.status, a.body)
	}
	if a := w.send("/extract", header{"Authorization": "Bearer k2"}, "file@a.pdf=pdf"); a.status != 200 {
		t.Errorf("another account: %d %s", a.status, a.body)
	}
}

func TestAnAccountHasSoMuchInFlightWhereThatIsSet(t *testing.T) {
	for name, change := range map[string]func(*ingest.Config){
		"pages": func(c *ingest.Config) { c.AccountPages = 2 },
		"bytes": func(c *ingest.Config) { c.AccountBytes = 6 },
	} {
		t.Run(name, func(t *testing.T) {
			w := start(t, change)
			first := w.send("/extract", nil, "file@a.pdf=pdf")
			if a := w.send("/extract", nil, "file@a.pdf=pdf"); a.status != 200 {
				t.Fatalf("within the budget: %d %s", a.status, a.body)
			}
			for _, path := range []string{"/extract", "/extract/sync", "/classify"} {
				a := w.send(path, nil, "file@a.pdf=pdf")
				if a.status != 429 || a.header.Get("Retry-After") == "" || a.fields(t)["message"] == "" {
					t.Errorf("%s above it: %d %s", path, a.status, a.body)
				}
			}
			large := []string{"file@a.pdf=pdf", "file@b.pdf=pdf", "file@c.pdf=pdf"}
			if a := w.send("/extract/batch", nil, large...); a.status != 429 {
				t.Errorf("a batch above it: %d %s", a.status, a.body)
			}
			if a := w.send("/extract/batch", header{"Authorization": "Bearer k2"}, large...); a.status != 200 {
				t.Errorf("another account, a batch that alone is above it: %d %s", a.status, a.body)
			}
			w.finish(first.id(t), event.Extract)
			for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(100 * time.Millisecond) {
				a := w.send("/extract", header{"Idempotency-Key": "again"}, "file@a.pdf=pdf")
				if a.status == 200 {
					break
				}
				if time.Now().After(deadline) {
					t.Fatalf("after one has ended: %d %s", a.status, a.body)
				}
			}
			if n := len(w.submitted()); n != 6 {
				t.Errorf("%d requests were accepted, not 6", n)
			}
		})
	}
}

func TestABacklogThatIsFullRefusesEverything(t *testing.T) {
	w := start(t, func(c *ingest.Config) { c.MaxBacklog = 2 })
	w.send("/extract", nil, "file@a.pdf=pdf")
	w.send("/extract", nil, "file@a.pdf=pdf")
	check(t, w.service.MeasureBacklog(t.Context()))
	for _, path := range []string{"/extract", "/extract/batch", "/extract/sync", "/classify"} {
		a := w.send(path, nil, "file@a.pdf=pdf")
		if a.status != 503 || a.header.Get("Retry-After") == "" || a.fields(t)["message"] == "" {
			t.Errorf("%s: got %d %s", path, a.status, a.body)
		}
	}
	if n := len(w.files()); n != 2 {
		t.Errorf("%d files are kept", n)
	}
}

func TestKeysBeyondTheBoundAreRefusedAndNoneIsForgotten(t *testing.T) {
	w := start(t, func(c *ingest.Config) { c.IdempotencyKeys = 2 })
	send := func(key string) answer { return w.send("/extract", header{"Idempotency-Key": key}, "file@a.pdf=pdf") }
	first := send("k1").id(t)
	send("k2").id(t)
	if a := send("k3"); a.status != 503 || a.header.Get("Retry-After") == "" {
		t.Errorf("a key too many: %d %s", a.status, a.body)
	}
	if again := send("k1").id(t); again != first {
		t.Error("a key that was held stands for another request")
	}
	w.send("/extract", nil, "file@a.pdf=pdf").id(t) // without a key
	if n := len(w.submitted()); n != 3 {
		t.Errorf("%d requests were accepted, not 3", n)
	}
	if n := len(w.files()); n != 3 {
		t.Errorf("%d files are kept, not 3", n)
	}
}

func TestWhatIsAboveAnAccountsBulkGoesToTheDeepLane(t *testing.T) {
	w := start(t, nil) // three of an account
	lane := func(ids ...string) (lane event.Lane) {
		for _, s := range w.submitted() {
			if slices.Contains(ids, s.Request.ID) {
				if lane != "" && lane != s.Request.Lane {
					t.Errorf("a batch is in %s and %s", lane, s.Request.Lane)
				}
				lane = s.Request.Lane
			}
		}
		return lane
	}
	batch := func(files ...string) (ids []string) {
		var items []map[string]string
		check(t, json.Unmarshal([]byte(w.send("/extract/batch", nil, files...).body), &items))
		for _, item := range items {
			ids = append(ids, item["request_id"])
		}
		return ids
	}
	first := batch("file@a.pdf=pdf 1", "file@b.pdf=pdf 2")
	if got := lane(first...); got != event.Bulk {
		t.Errorf("the first batch is in %q", got)
	}
	if got := lane(batch("file@c.pdf=pdf 3", "file@d.pdf=pdf 4")...); got != event.Deep {
		t.Errorf("what is above goes to %q", got)
	}
	if got := lane(batch("file@e.pdf=pdf 5")...); got != event.Bulk {
		t.Errorf("the last place goes to one in %q", got)
	}
	w.finish(first[0], event.Extract)
	w.finish(first[1], event.Extract)
	deadline := time.Now().Add(5 * time.Second)
	for lane(batch("file@f.pdf=pdf 6")...) != event.Bulk {
		if time.Now().After(deadline) {
			t.Fatal("the lane never opens again")
		}
	}
}

func TestWhatIsAboveTheInteractiveLimitGoesToTheBulkLane(t *testing.T) {
	w := start(t, nil)
	var ids []string
	for range 3 {
		ids = append(ids, w.send("/extract", nil, "file@a.pdf=pdf").id(t))
	}
	lanes := map[string]event.Lane{}
	for _, s := range w.submitted() {
		lanes[s.Request.ID] = s.Request.Lane
	}
	if lanes[ids[0]] != event.Interactive || lanes[ids[1]] != event.Interactive || lanes[ids[2]] != event.Bulk {
		t.Errorf("lanes are %v", lanes)
	}
	// One ends, and the next is interactive again.
	w.finish(ids[0], event.Extract)
	deadline := time.Now().Add(5 * time.Second)
	for time.Now().Before(deadline) {
		id := w.send("/extract", nil, "file@a.pdf=pdf").id(t)
		for _, s := range w.submitted() {
			if s.Request.ID == id && s.Request.Lane == event.Interactive {
				return
			}
		}
	}
	t.Error("the lane never opens again")
}
