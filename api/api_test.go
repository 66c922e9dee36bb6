package api_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"lavra.dev/api"
	"lavra.dev/platform/status"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
	"lavra.dev/schemas/topic"
)

func mustRender(t *testing.T, body []byte, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestARequestIsReadFromItsAcceptanceOn(t *testing.T) {
	for name, o := range map[string]options{"with the query store": {database: true}, "while the query store is away": {}} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, o)
			r := w.request(time.Now())
			path := "/extract/" + r.ID
			w.submit(r)
			at := r.AcceptedAt.Format("2006-01-02T15:04:05.000Z")
			w.want("straight after its acceptance", w.get("acme", path), 200, fmt.Sprintf(`{"request_id":%q,"document_type":null,"status":"in_progress","current_step":"received",`+
				`"callback_url":"https://client.test/hook?token=<a>&b","reference_id":"r1","validation_errors":[],"payload":null,"metadata":{"a":1},"created_at":%q,`+
				`"completed_at":null,"processed_at":null,"markdown_status":"pending","markdown_generated_at":null}`, r.ID, at))
			w.want("markdown in progress", w.get("acme", path+"/markdown", "Accept", "text/markdown"), 200,
				fmt.Sprintf(`{"request_id":%q,"document_type":null,"request_status":"in_progress","markdown_status":"pending","markdown_generated_at":null,"markdown_error":null}`, r.ID))
			w.want("a box in progress", w.get("acme", path+"/bounding-box?fieldPath=fields.numero"), 200,
				fmt.Sprintf(`{"request_id":%q,"document_type":null,"field_path":"fields.numero","value":null,"resolution_status":"not_indexed","reason":"bounding_boxes_not_indexed_for_request","segments":[],"page_aggregates":[]}`, r.ID))
			s := statusOf(r, 3, event.StepExtraction)
			s.DocumentType = new("NFE")
			w.produce(topic.Status, r.ID, s)
			got := w.get("acme", path)
			if !strings.Contains(got.body, `"document_type":"NFE","status":"in_progress","current_step":"extraction"`) {
				t.Errorf("under way: %s", got.body)
			}
			c := ended(r)
			w.end(c)
			body, err := result.Ended(c)
			w.want("straight after its end", w.get("acme", path), 200, mustRender(t, body, err))
		})
	}
}

func TestWhoeverIsNotTheOwnerFindsNothing(t *testing.T) {
	w := newWorld(t, options{})
	r := w.request(time.Now())
	w.submit(r)
	forged := r.ID[:35] + "0"
	if forged == r.ID {
		forged = r.ID[:35] + "1"
	}
	for _, suffix := range []string{"", "/markdown", "/bounding-box?fieldPath=fields.x", "/bounding-box"} {
		w.want("another account"+suffix, w.get("other", "/extract/"+r.ID+suffix), 404, unknown)
		w.want("forged"+suffix, w.get("acme", "/extract/"+forged+suffix), 404, unknown)
		w.want("no UUID"+suffix, w.get("acme", "/extract/1234"+suffix), 404, unknown)
		w.want("capitals"+suffix, w.get("acme", "/extract/"+strings.ToUpper(r.ID)+suffix), 404, unknown)
		w.want("no key"+suffix, w.get("", "/extract/"+r.ID+suffix), 401, `{"error":"Unauthorized"}`)
		w.want("issued but never accepted"+suffix, w.get("acme", "/extract/"+w.ids.New("acme", time.Now())+suffix), 404, unknown)
	}
	w.want("the batch of another account", w.get("other", "/extract/batch?batchId="+w.ids.New("acme", time.Now())), 404, unknown)
	w.want("a synchronous call by GET", w.get("acme", "/extract/sync"), 405, "")
}

func TestMarkdownComesAsTheClientWantsIt(t *testing.T) {
	w := newWorld(t, options{})
	r := w.request(time.Now())
	w.submit(r)
	c := ended(r)
	w.end(c)
	body, err := result.Markdown(c)
	record := mustRender(t, body, err)
	path := "/extract/" + r.ID + "/markdown"
	for accept, raw := range map[string]bool{
		"": false, "*/*": false, "application/json": false, "text/*": false, "text/markdown": true, "TEXT/Markdown; charset=utf-8": true,
		"application/json, text/markdown": true, "application/json, text/markdown;q=0.5": false, "text/markdown;q=0": false,
		"text/markdown;q=0.4, */*;q=0.1": true, "text/markdown;q=x": true, ";;,": false,
	} {
		got := w.get("acme", path, "Accept", accept)
		if raw {
			w.want("Accept: "+accept, got, 200, "# Nota\n\nação")
			if kind := got.header.Get("Content-Type"); kind != "text/markdown; charset=utf-8" {
				t.Errorf("Accept: %s: content type %s", accept, kind)
			}
		} else {
			w.want("Accept: "+accept, got, 200, record)
		}
	}
	failed := w.request(time.Now())
	w.submit(failed)
	c = ended(failed)
	c.Outcome, c.Extraction.Markdown, c.Extraction.MarkdownError = event.Failed, "", new("Nada legível.")
	w.end(c)
	body, err = result.Markdown(c)
	w.want("failed markdown", w.get("acme", "/extract/"+failed.ID+"/markdown", "Accept", "text/markdown"), 200, mustRender(t, body, err))
}

func TestBoundingBoxes(t *testing.T) {
	w := newWorld(t, options{})
	r := w.request(time.Now())
	w.submit(r)
	w.end(ended(r))
	record := func(path, value, status, reason, segments, aggregates string) string {
		return fmt.Sprintf(`{"request_id":%q,"document_type":"NFE","field_path":%q,"value":%s,"resolution_status":%q,"reason":%s,"segments":[%s],"page_aggregates":[%s]}`,
			r.ID, path, value, status, reason, segments, aggregates)
	}
	for path, want := range map[string]string{
		"fields.numero": record("fields.numero", `"1234"`, "resolved", "null",
			`{"page":1,"text":"1234","bounding_box":{"left":0.5,"top":0.25,"width":0.25,"height":0.125}}`,
			`{"page":1,"bounding_box":{"left":0.5,"top":0.25,"width":0.25,"height":0.125}}`),
		"fields.valor_total":          record("fields.valor_total", "1234.50", "ambiguous", `"span_match_ambiguous"`, "", ""),
		"fields.serie":                record("fields.serie", `"1"`, "unresolved", `"span_match_not_found"`, "", ""),
		"fields.itens[0].codigo":      record("fields.itens[0].codigo", `"A"`, "unresolved", `"invalid_line_ref"`, "", ""),
		"fields.itens[0].valor_total": record("fields.itens[0].valor_total", "10", "unresolved", `"segment_geometry_unavailable"`, "", ""),
		"fields.itens[1].codigo":      record("fields.itens[1].codigo", "null", "unresolved", `"line_words_not_indexed"`, "", ""),
		"fields.emitente_uf":          record("fields.emitente_uf", `"SP"`, "unresolved", `"missing_field_source"`, "", ""),
		"fields.nada":                 record("fields.nada", "null", "unresolved", `"bounding_box_not_found_for_field"`, "", ""),
		"fields.itens[9].codigo":      record("fields.itens[9].codigo", "null", "unresolved", `"bounding_box_not_found_for_field"`, "", ""),
		"fields.numero.value":         record("fields.numero.value", "null", "unresolved", `"bounding_box_not_found_for_field"`, "", ""),
	} {
		w.want(path, w.get("acme", "/extract/"+r.ID+"/bounding-box?fieldPath="+url.QueryEscape(path)), 200, want)
	}
	got := w.get("acme", "/extract/"+r.ID+"/bounding-box?fieldPath=fields.emitente_endereco")
	var address struct {
		Segments []struct {
			Polygon []struct{ X, Y float64 }
		}
		Aggregates []struct {
			Page int
			Box  struct{ Left, Top, Width, Height float64 } `json:"bounding_box"`
		} `json:"page_aggregates"`
	}
	if err := json.Unmarshal([]byte(got.body), &address); err != nil {
		t.Fatal(err)
	}
	if len(address.Segments) != 3 || len(address.Segments[0].Polygon) != 4 || address.Segments[0].Polygon[1].Y != 0.12 || address.Segments[1].Polygon != nil {
		t.Errorf("segments: %s", got.body)
	}
	if len(address.Aggregates) != 2 || address.Aggregates[1].Page != 2 {
		t.Fatalf("aggregates: %s", got.body)
	}
	if b := address.Aggregates[0].Box; b.Left != 0.05 || b.Top != 0.1 || b.Left+b.Width < 0.2999 || b.Top+b.Height < 0.2499 || b.Left+b.Width > 0.3001 {
		t.Errorf("the smallest box over the segments of page 1 is not %+v", b)
	}
	for _, path := range []string{"", "numero", "campos.numero", "fields", "fields.", "fields.itens", "fields.itens[0]", "fields.duplicatas", "fields.itens[0", "fields.itens[].codigo",
		"fields.itens[-1].codigo", "fields.itens[01].codigo", "fields.itens[0]codigo", "fields..x", "fields.x y", "fields.x[", "fields.ção", " fields.numero"} {
		got := w.get("acme", "/extract/"+r.ID+"/bounding-box?fieldPath="+url.QueryEscape(path))
		if got.status != 400 || !strings.HasPrefix(got.body, `{"message":"Dados inválidos: fieldPath: `) {
			t.Errorf("fieldPath %q: %d %s", path, got.status, got.body)
		}
	}
	xml := w.request(time.Now())
	xml.File.Format = event.XML
	w.submit(xml)
	c := ended(xml)
	w.end(c)
	if got := w.get("acme", "/extract/"+xml.ID+"/bounding-box?fieldPath=fields.numero"); !strings.Contains(got.body,
		`"value":"1234","resolution_status":"not_indexed","reason":"bounding_boxes_not_indexed_for_request"`) {
		t.Errorf("of XML: %s", got.body)
	}
	old := w.request(time.Now())
	w.submit(old)
	c = ended(old)
	c.Places = nil
	w.end(c)
	if got := w.get("acme", "/extract/"+old.ID+"/bounding-box?fieldPath=fields.numero"); !strings.Contains(got.body, `"resolution_status":"not_indexed"`) {
		t.Errorf("of an older extraction: %s", got.body)
	}
}

func TestAClassificationIsReadToo(t *testing.T) {
	w := newWorld(t, options{})
	r := w.request(time.Now())
	r.Operation = event.Classify
	w.submit(r)
	c := ended(r)
	c.Extraction, c.Places, c.Outcome = event.Extraction{}, nil, event.Success
	w.end(c)
	body, err := result.Ended(c)
	w.want("a classification", w.get("acme", "/extract/"+r.ID), 200, mustRender(t, body, err))
	if got := w.get("acme", "/extract/"+r.ID+"/bounding-box?fieldPath=fields.numero"); !strings.Contains(got.body, `"not_indexed"`) {
		t.Errorf("its boxes: %s", got.body)
	}
}

// TestWhatTheLogNoLongerHoldsComesFromTheStore compares the answers from both
// copies, which have to be the same bytes.
func TestWhatTheLogNoLongerHoldsComesFromTheStore(t *testing.T) {
	var r, running, again event.Request
	var c event.Completed
	w := newWorld(t, options{database: true, index: status.Config{Back: time.Millisecond}, before: func(w *world) {
		r, running, again = w.request(time.Now()), w.request(time.Now()), w.request(time.Now())
		running.DocumentType = new("BOLETO")
		w.submit(r)
		c = ended(r)
		w.end(c)
		twice := c
		twice.Extraction.Quality.Summary = "Chegou de novo."
		w.end(twice) // the first copy counts
		w.submit(again)
		w.end(ended(again))
		again.Revision = 2
		w.submit(again)
		w.produce(topic.Status, again.ID, statusOf(again, 1, event.StepOCR))
		w.submit(running)
		w.produce(topic.Status, running.ID, statusOf(running, 1, event.StepOCR))
		w.settle()
		time.Sleep(10 * time.Millisecond)
	}})
	body, err := result.Ended(c)
	w.want("status", w.get("acme", "/extract/"+r.ID), 200, mustRender(t, body, err))
	body, err = result.Markdown(c)
	w.want("markdown", w.get("acme", "/extract/"+r.ID+"/markdown"), 200, mustRender(t, body, err))
	got := w.get("acme", "/extract/"+r.ID+"/bounding-box?fieldPath=fields.valor_total")
	if !strings.Contains(got.body, `"value":1234.50,"resolution_status":"ambiguous"`) {
		t.Errorf("box: %s", got.body)
	}
	body, err = result.InProgress(running, event.StepOCR, nil, result.Text{})
	w.want("one under way", w.get("acme", "/extract/"+running.ID), 200, mustRender(t, body, err))
	body, err = result.InProgress(again, event.StepOCR, nil, result.Text{})
	w.want("one that is run again", w.get("acme", "/extract/"+again.ID), 200, mustRender(t, body, err))
	w.want("another account", w.get("other", "/extract/"+r.ID), 404, unknown)
	w.want("never accepted", w.get("acme", "/extract/"+w.ids.New("acme", time.Now())), 404, unknown)
	// It goes on after the index has started.
	r.Revision = 2
	w.produce(topic.Status, r.ID, statusOf(r, 1, event.StepOCR))
	body, err = result.InProgress(r, event.StepOCR, nil, result.Text{})
	w.want("one whose next run the index tells of", w.get("acme", "/extract/"+r.ID), 200, mustRender(t, body, err))
	c = ended(running)
	w.end(c)
	body, err = result.Ended(c)
	w.want("one that ended meanwhile", w.get("acme", "/extract/"+running.ID), 200, mustRender(t, body, err))
}

// TestTheLogIsScannedForWhatNeitherCopyHolds has an index that starts after the
// requests and a query store that has not got them, or is away.
func TestTheLogIsScannedForWhatNeitherCopyHolds(t *testing.T) {
	for _, database := range []bool{false, true} {
		t.Run(fmt.Sprintf("query store there: %v", database), func(t *testing.T) {
			var r, running event.Request
			var c event.Completed
			w := newWorld(t, options{database: database, index: status.Config{Back: time.Millisecond}, before: func(w *world) {
				if database {
					w.settle()
				}
				r, running = w.request(time.Now()), w.request(time.Now())
				w.submit(r)
				c = ended(r)
				w.end(c)
				w.submit(running)
				w.produce(topic.Status, running.ID, statusOf(running, 2, event.StepClassification))
				time.Sleep(10 * time.Millisecond)
			}})
			body, err := result.Ended(c)
			w.want("an end", w.get("acme", "/extract/"+r.ID), 200, mustRender(t, body, err))
			body, err = result.InProgress(running, event.StepClassification, nil, result.Text{})
			w.want("one under way", w.get("acme", "/extract/"+running.ID), 200, mustRender(t, body, err))
			w.want("never accepted", w.get("acme", "/extract/"+w.ids.New("acme", time.Now())), 404, unknown)
		})
	}
}

// The log let statuses go before their time (a full disk, a smaller retention), and the query
// store is away: nobody knows whether there was such a request.
func TestACutLogIsNoFalse404(t *testing.T) {
	var r event.Request
	w := newWorld(t, options{index: status.Config{Back: time.Millisecond}, before: func(w *world) {
		r = w.request(time.Now())
		w.submit(r)
		w.end(ended(r))
		for _, name := range append(topic.Lanes(topic.Submitted), topic.Status, topic.Completed) {
			w.cut(name)
		}
		time.Sleep(10 * time.Millisecond)
	}})
	if got := w.get("acme", "/extract/"+r.ID); got.status != 503 {
		t.Errorf("got %d %s", got.status, got.body)
	}
}

func TestWhatCannotBeKnownIsNoFalse404(t *testing.T) {
	var r event.Request
	w := newWorld(t, options{index: status.Config{Back: time.Millisecond, Patience: 100 * time.Millisecond}, config: api.Config{ScanBytes: 1}, before: func(w *world) {
		for range 3 {
			r = w.request(time.Now())
			w.submit(r)
			w.end(ended(r))
		}
		time.Sleep(10 * time.Millisecond)
	}})
	unavailable := func(what string, got answer) {
		t.Helper()
		if got.status != 503 || got.header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %s, Retry-After %q", what, got.status, got.body, got.header.Get("Retry-After"))
		}
	}
	for range 8 { // whatever partition it falls to, one of them has more to scan than the bound
		id := w.ids.New("acme", time.Now())
		if got := w.get("acme", "/extract/"+id); got.status != 404 {
			unavailable("past the bound of a scan", got)
		}
	}
	unavailable("older than the log", w.get("acme", "/extract/"+w.newIssuer().New("acme", time.Now().Add(-30*24*time.Hour))))
	unavailable("a batch", w.get("acme", "/extract/batch?batchId="+w.ids.New("acme", time.Now())))
	w.log.Cluster.Close()
	unavailable("without the log", w.get("acme", "/extract/"+w.ids.New("acme", time.Now())))
	unavailable("a batch without the log", w.get("acme", "/extract/batch?referenceId=x"))
}
