package conformance

import (
	"math"
	"net/http"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/ingest/idempotency"
	pages "lavra.dev/processors/document"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// madeUp is a page with "Valor 10,00 10,00" on its first line, a second line
// without words, a third whose word has no size, and a second page like it.
func madeUp(toSent pages.Homography) pages.Document {
	word := func(text string, left, top float64) pages.Word {
		return pages.Word{Text: text, Confidence: 1, Box: pages.Box{Left: left, Top: top, Width: 0.1, Height: 0.02}}
	}
	page := func(number int) pages.Page {
		return pages.Page{Number: number, Width: 595, Height: 842, ToSent: toSent, Lines: []pages.Line{
			{Words: []pages.Word{word("Valor", 0.1, 0.1), word("10,00", 0.3, 0.1), word("10,00", 0.5, 0.1)}},
			{},
			{Words: []pages.Word{{Text: "ponto"}}},
			{Words: []pages.Word{word("dez", 0.2, 0.3), word("reais", 0.4, 0.3)}},
		}}
	}
	return pages.Document{Pages: []pages.Page{page(1), page(2)}}
}

// leaf is a field that was read at the spans.
func leaf(name, value string, spans ...event.Span) event.Field {
	return event.Field{Name: name, Value: value, Confidence: 0.9, Leaves: []event.Leaf{{Path: "fields." + name, Value: value, Confidence: 0.9, Spans: spans}}}
}

// everyReason is an extraction with a field for each state of geometry.
func (w *world) everyReason() string {
	w.Helper()
	if known["every reason"] == "" {
		known["every reason"] = w.extracted(madeUp(pages.Homography{}),
			leaf("colocado", `"10,00"`, event.Span{Page: 1, First: 1, Last: 1}),
			leaf("repetido", `"10,00"`, event.Span{Page: 1, First: -1}),
			leaf("sem_fonte", `"10,00"`),
			leaf("sem_linha", `"10,00"`, event.Span{Page: 1, Line: 9}),
			leaf("sem_palavras", `"10,00"`, event.Span{Page: 1, Line: 1}),
			leaf("sem_trecho", `"99,00"`, event.Span{Page: 1, First: -1}),
			leaf("sem_caixa", `"ponto"`, event.Span{Page: 1, Line: 2}),
			leaf("espalhado", `"Valor dez reais"`, event.Span{Page: 1}, event.Span{Page: 1, Line: 3, Last: 1}, event.Span{Page: 2, Line: 3}))
	}
	return known["every reason"]
}

// unplaced wants a state without a place.
func (w *world) unplaced(field, status, reason string) {
	w.Helper()
	w.box(w.everyReason(), "fields."+field).ok().want(status, "resolution_status").want(reason, "reason").want([]any{}, "segments").want([]any{}, "page_aggregates")
}

// logRules are shown by what comes into the log of the running service from
// outside: what its own stages never write.
var logRules = []rule{
	{section: specification + "Bounding-box record", sentence: "| `ambiguous` | The span occurs more than once on the referenced line | `span_match_ambiguous` |", check: func(w *world) {
		w.unplaced("repetido", "ambiguous", "span_match_ambiguous")
	}},
	{section: specification + "Bounding-box record", sentence: "| `unresolved` | The request has indexed boxes but this field could not be resolved |", check: func(w *world) {
		w.box(w.everyReason(), "fields.colocado").ok().want("resolved", "resolution_status")
		w.unplaced("nada", "unresolved", "bounding_box_not_found_for_field")
	}},
	{section: specification + "Bounding-box record", sentence: "`missing_field_source`, `invalid_line_ref`, `line_words_not_indexed`, `span_match_not_found`, `segment_geometry_unavailable`", check: func(w *world) {
		w.unplaced("sem_fonte", "unresolved", "missing_field_source")
		w.unplaced("sem_linha", "unresolved", "invalid_line_ref")
		w.unplaced("sem_palavras", "unresolved", "line_words_not_indexed")
		w.unplaced("sem_trecho", "unresolved", "span_match_not_found")
		w.unplaced("sem_caixa", "unresolved", "segment_geometry_unavailable")
		w.box(w.everyReason(), "fields.sem_fonte").ok().want("10,00", "value")
	}},
	{section: specification + "Bounding-box record", sentence: "| `segments` | array | One item per source text span of the field |", check: func(w *world) {
		a := w.box(w.everyReason(), "fields.espalhado").ok().want("resolved", "resolution_status")
		for i, want := range []struct {
			page float64
			text string
		}{{1, "Valor"}, {1, "dez reais"}, {2, "dez"}} {
			a.want(want.page, "segments", i, "page").want(want.text, "segments", i, "text")
		}
		a.want(nil, "segments", 3)
	}},
	{section: specification + "Bounding-box record", sentence: "| `page_aggregates` | array | One item per affected page |", check: func(w *world) {
		w.box(w.everyReason(), "fields.espalhado").ok().want(1.0, "page_aggregates", 0, "page").want(2.0, "page_aggregates", 1, "page").want(nil, "page_aggregates", 2)
	}},
	{section: specification + "Bounding-box record", sentence: "`bounding_box` (the smallest box covering all segments of that page).", check: func(w *world) {
		a := w.box(w.everyReason(), "fields.espalhado").ok()
		// "Valor" begins at 0.1, 0.1; "reais" ends at 0.5, 0.32.
		a.boxAt([4]float64{0.1, 0.1, 0.4, 0.22}, "page_aggregates", 0, "bounding_box").boxAt([4]float64{0.2, 0.3, 0.1, 0.02}, "page_aggregates", 1, "bounding_box")
	}},
	{section: specification + "Bounding-box record", sentence: "optional `polygon` (array of points with `x` and `y`).", check: func(w *world) {
		w.box(w.everyReason(), "fields.colocado").ok().want(nil, "segments", 0, "polygon") // level
		sin, cos := math.Sincos(2 * math.Pi / 180)
		const width, height = 595.0, 842.0
		tilted := pages.Homography{cos, -sin * height / width, 0.05, sin * width / height, cos, 0.05, 0, 0, 1}
		a := w.box(w.extracted(madeUp(tilted), leaf("numero", `"10,00"`, event.Span{Page: 1, First: 1, Last: 1})), "fields.numero").ok()
		for i := range 4 {
			a.names([]string{"x", "y"}, "segments", 0, "polygon", i)
			if x, y := a.number("segments", 0, "polygon", i, "x"), a.number("segments", 0, "polygon", i, "y"); x < 0 || x > 1 || y < 0 || y > 1 {
				w.Errorf("a corner at %v, %v", x, y)
			}
		}
		a.want(nil, "segments", 0, "polygon", 4)
	}},
	{section: decisions + "Status and result", sentence: "`current_step`: `received`, `ocr`, `classification`, `extraction`, `geometry`, `completed`, `failed`.", check: func(w *world) {
		k, idle := w.log(idleTopics), w.at(w.idleGet)
		id := w.at(w.idlePost).form("/extract", []file{w.receipt()}, nil).ok().text("request_id")
		idle.get("/extract/"+id).ok().want("received", "current_step")
		r := event.Request{ID: id, Account: "main", Revision: 1, Lane: event.Interactive, AcceptedAt: time.Now().UTC()}
		for _, step := range []event.Step{event.StepOCR, event.StepClassification, event.StepExtraction, event.StepGeometry} {
			w.reach(k, r, step, nil, nil)
			idle.get("/extract/"+id).ok().want(string(step), "current_step").want("in_progress", "status").want(nil, "payload")
		}
		w.reach(k, r, event.StepOCR, nil, nil) // a step that comes late changes nothing
		idle.get("/extract/"+id).ok().want("geometry", "current_step")
		w.get("/extract/"+w.request(w.receipt(), nil)).ok().want("completed", "current_step")
		w.get("/extract/"+w.request(blank("png"), nil)).ok().want("failed", "current_step")
	}},
	{section: decisions + "Status and result", sentence: "`markdown_status`: `pending` until the text is read, then `success` or `failed` (nothing readable).", check: func(w *world) {
		for _, markdown := range []string{"# Texto\n\nlido <1>", ""} {
			r := w.underWay(w.at(w.idlePost).form("/extract", []file{w.receipt()}, nil).ok().text("request_id"))
			r.wantText(event.StepReceived, "pending", "")
			w.reach(r.log, r.Request, event.StepOCR, nil, nil)
			r.wantText(event.StepOCR, "pending", "")
			state := map[bool]string{true: "success", false: "failed"}[markdown != ""]
			text := event.Text{Markdown: markdown, At: r.AcceptedAt}
			for _, step := range []struct {
				event.Step
				topic string
				event any
			}{
				{event.StepClassification, topic.Read, event.Read{Request: r.Request, Text: &text}},
				{event.StepExtraction, topic.Classified, event.Classified{Request: r.Request, Text: &text}},
				{event.StepGeometry, topic.Extracted, event.Extracted{Request: r.Request, Extraction: event.Extraction{Markdown: markdown, MarkdownAt: text.At}}},
			} {
				r.holds(step.Step, step.topic, step.event, markdown)
				r.wantText(step.Step, state, markdown)
			}
		}
		w.get("/extract/"+w.request(w.receipt(), nil)).ok().want("success", "markdown_status")
		w.get("/extract/"+w.request(blank("png"), nil)).ok().want("failed", "markdown_status")
	}},
	{section: specification + "Errors", sentence: "| `500` | Unexpected failure | `{ message, request_id? }`; `request_id` present if the request was created before the failure |", check: func(w *world) {
		w.unexpected("quinhentos").names([]string{"message", "request_id"})
	}},
	{section: specification + "Errors", sentence: "A `500` sample message is `Erro inesperado.`", check: func(w *world) {
		w.unexpected("inesperado").want("Erro inesperado.", "message")
	}},
	{section: specification + "Errors", sentence: "After a `408` the request continues; its result is readable by `GET /extract/{requestId}`.", waits: true, check: func(w *world) {
		k := w.log(idleTopics)
		a := w.at(w.idlePost).form("/extract/sync", []file{w.receipt()}, fields{"timeout": "10000"})
		if a.status != http.StatusRequestTimeout {
			w.Fatalf("%d %s", a.status, clip(a.body))
		}
		id := a.text("request_id")
		w.at(w.idleGet).get("/extract/"+id).ok().want("in_progress", "status")
		r := event.Request{ID: id, Account: "main", Revision: 1, Operation: event.Extract, Lane: event.Interactive, AcceptedAt: time.Now().UTC()}
		end := w.produce(k, topic.Completed, id, event.Completed{EventID: event.ID(id, "end", 1), Request: r, Outcome: event.PartialSuccess, CompletedAt: time.Now().UTC(),
			Detection:  event.Detection{Source: "detected", Threshold: 0.6},
			Extraction: event.Extraction{Fields: []event.Field{leaf("numero", `"7"`)}}})
		outcome := event.PartialSuccess
		w.reach(k, r, event.StepCompleted, &outcome, &end)
		w.at(w.idleGet).get("/extract/"+id).ok().want("partial_success", "status").want("7", "payload", "fields", "numero", "value")
	}},
	{section: decisions + "Requests", sentence: "within 24 hours", check: func(w *world) {
		k := w.log(mainTopics)
		first := w.form("/extract", []file{w.receipt()}, nil, "Idempotency-Key", "de hoje").ok().text("request_id")
		claims := idempotency.New(k, w.keys(), nil)
		var made event.Claim
		for rec := range w.records(k, topic.Idempotency) {
			if string(rec.Key) == string(claims.Key("main", "async", "de hoje")) {
				if err := k.Decode(w.Context(), rec, &made); err != nil {
					w.Fatal(err)
				}
			}
		}
		if len(made.RequestIDs) != 1 || made.RequestIDs[0] != first {
			w.Fatalf("the claim in the log: %+v", made)
		}
		for name, hours := range map[string]int{"de 23 horas": 23, "de 25 horas": 25} {
			claim := made
			claim.ClaimID = w.newRequest("").ID
			claim.At = time.Now().UTC().Add(-time.Duration(hours) * time.Hour)
			for range 2 { // claimed, and submitted
				w.produce(k, topic.Idempotency, string(claims.Key("main", "async", name)), claim)
			}
			again := w.form("/extract", []file{w.receipt()}, nil, "Idempotency-Key", name).ok().text("request_id")
			if (again == first) != (hours < 24) {
				w.Errorf("after %d hours: %s, first %s", hours, again, first)
			}
		}
	}},
}

// boxAt wants a box, to a thousandth of the page.
func (a answer) boxAt(want [4]float64, path ...any) answer {
	a.Helper()
	for i, edge := range []string{"left", "top", "width", "height"} {
		if got := a.number(append(path[:len(path):len(path)], edge)...); math.Abs(got-want[i]) > 0.001 {
			a.Errorf("%s: %s of %v is %v, want %v", a.call, edge, path, got, want[i])
		}
	}
	return a
}

// unexpected gives a synchronous call an end that nobody can read.
func (w *world) unexpected(reference string) answer {
	w.Helper()
	k := w.log(idleTopics)
	answered := make(chan answer, 1)
	go func() {
		answered <- w.at(w.idlePost).form("/extract/sync", []file{w.receipt()}, fields{"referenceId": reference})
	}()
	var r event.Request
	for until := time.Now().Add(20 * time.Second); r.ID == ""; time.Sleep(50 * time.Millisecond) {
		for _, candidate := range w.submitted(k) {
			if candidate.ReferenceID != nil && *candidate.ReferenceID == reference {
				r = candidate
			}
		}
		if time.Now().After(until) {
			w.Fatal("the call is not in the log")
		}
	}
	end, err := k.ProduceRecord(w.Context(), &kgo.Record{Topic: topic.Completed, Key: []byte(r.ID), Value: []byte("nenhum evento")})
	if err != nil {
		w.Fatal(err)
	}
	outcome := event.Success
	w.reach(k, r, event.StepCompleted, &outcome, &end)
	a := <-answered
	if a.status != http.StatusInternalServerError || a.text("request_id") != r.ID {
		w.Errorf("%d %s, want 500 for %s", a.status, clip(a.body), r.ID)
	}
	return a
}

// A reading whose parts do not go together was written by nobody of ours. Its
// request ends, and what stands behind it in the log goes on.
func TestABrokenReadingHoldsNobodyUp(t *testing.T) {
	w := &world{T: t, service: startOnce(t), key: mainKey}
	k := w.log(mainTopics)
	broken := event.Reading{Pages: []event.Page{{Number: 1, Lines: []event.Line{{Text: "duas palavras", Boxes: []byte{1}}}}}}
	for _, name := range []string{topic.Read, topic.Classified, topic.Extracted} {
		r := w.newRequest("RECIBO")
		detection := event.Detection{Source: "provided", Provided: r.DocumentType, Type: r.DocumentType, Threshold: 0.6}
		var ev any
		switch name {
		case topic.Read:
			ev = event.Read{EventID: event.ID(r.ID, name, 1), Request: r, Reading: broken}
		case topic.Classified:
			ev = event.Classified{EventID: event.ID(r.ID, name, 1), Request: r, Reading: broken, Detection: detection}
		case topic.Extracted:
			ev = event.Extracted{EventID: event.ID(r.ID, name, 1), Request: r, Reading: broken, Detection: detection}
		}
		w.produce(k, topic.Lane(name, event.Interactive), r.ID, ev)
		w.endOf(r).want("failed", "status")
	}
	w.form("/extract/sync", []file{w.receipt()}, nil).ok().want("success", "status")
}
