package conformance

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "write the examples of the OpenAPI document anew")

// examplesMark begins the part of the document that -update writes.
const examplesMark = "  # Real answers, written by `go test -run TestExamples -update` of the conformance suite.\n  examples:\n"

// examples are answers about the receipt of the samples, in the document's order.
func examples(w *world) []answer {
	receipt := []file{w.receipt()}
	id := w.form("/extract/sync", receipt, fields{"documentType": "RECIBO", "referenceId": "pedido-7"}).ok().text("request_id")
	batch := w.form("/extract/batch", receipt, fields{"referenceId": "lote-1"}).ok()
	w.ended(batch.header.Get("X-Batch-Id"))
	named := func(name string, a answer) answer {
		a.call = name
		return a.ok()
	}
	return []answer{
		named("ExtractionResult", w.form("/extract/sync", receipt, fields{"includeMarkdown": "true"})),
		named("AcceptedRequest", w.form("/extract", receipt, nil)),
		named("AcceptedBatch", batch),
		named("Batch", w.get("/extract/batch?batchId="+batch.header.Get("X-Batch-Id"))),
		named("StatusRecord", w.get("/extract/"+id)),
		named("MarkdownRecord", w.get("/extract/"+id+"/markdown")),
		named("BoundingBoxRecord", w.box(id, "fields.valor")),
		named("ClassificationResult", w.form("/classify", receipt, nil)),
		named("Health", w.get("/health")),
	}
}

// What differs from run to run.
var (
	anyID   = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`)
	anyTime = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`)
	version = regexp.MustCompile(`"version":"[^"]*"`)
)

// settled replaces what differs from run to run.
func settled(body []byte) []byte {
	body = anyID.ReplaceAll(bytes.TrimSpace(body), []byte("0195510b-7a07-7c43-9d3a-5f2b8c6e1d40"))
	body = anyTime.ReplaceAll(body, []byte("2026-03-01T12:00:00.007Z"))
	return version.ReplaceAll(body, []byte(`"version":"1.0.0"`))
}

// TestExamplesAreRealAnswers asks again for what the document shows.
func TestExamplesAreRealAnswers(t *testing.T) {
	w := &world{T: t, service: startOnce(t), key: mainKey}
	got := examples(w)
	if *update {
		rewrite(t, got)
		return
	}
	for _, a := range got {
		example := w.spec.Components.Examples[a.call]
		if example == nil {
			t.Errorf("the document has no example %s", a.call)
			continue
		}
		var fresh any
		if err := json.Unmarshal(settled(a.body), &fresh); err != nil {
			t.Fatal(err)
		}
		for _, fault := range differences(a.call, "", example.Value.Value, fresh) {
			t.Error(fault)
		}
	}
	for name, a := range map[string]answer{
		"Invalid":        w.form("/extract", []file{w.receipt()}, fields{"fileUrl": "http://exemplo.test/a.pdf"}),
		"Unauthorized":   w.as("").get("/extract/x"),
		"NotFound":       w.get("/extract/x"),
		"WrongMethod":    w.do("DELETE", "/extract", nil),
		"WrongMediaType": w.do("POST", "/extract", nil, "Content-Type", "text/plain"),
	} {
		shown, err := json.Marshal(w.spec.Components.Responses[name].Value.Content.Get("application/json").Example)
		if err != nil {
			t.Fatal(err)
		}
		a.is(a.status, string(shown))
	}
}

// differences compares a shown answer with a fresh one. Confidences move with
// the calibration, and boxes by less than a hundredth of the page.
func differences(where, name string, shown, fresh any) (faults []string) {
	switch shown := shown.(type) {
	case object:
		o, ok := fresh.(object)
		if !ok || len(o) != len(shown) {
			return []string{fmt.Sprintf("%s: the document shows %v, the answer is %v", where, shown, fresh)}
		}
		for member, value := range shown {
			inner := member
			if name == "confidence_heatmap" {
				inner = "confidence"
			}
			faults = append(faults, differences(where+"."+member, inner, value, o[member])...)
		}
		return faults
	case []any:
		list, ok := fresh.([]any)
		if !ok || len(list) != len(shown) {
			return []string{fmt.Sprintf("%s: the document shows %v, the answer is %v", where, shown, fresh)}
		}
		for i := range shown {
			faults = append(faults, differences(fmt.Sprintf("%s[%d]", where, i), name, shown[i], list[i])...)
		}
		return faults
	case float64:
		n, ok := fresh.(float64)
		moves := slices.Contains([]string{"confidence", "confidence_score", "reliability_score"}, name)
		near := slices.Contains([]string{"left", "top", "width", "height", "x", "y"}, name) && math.Abs(n-shown) < 0.01
		if ok && (moves || near || n == shown) {
			return nil
		}
	case nil:
		if fresh == nil {
			return nil
		}
	default:
		if shown == fresh {
			return nil
		}
	}
	return []string{fmt.Sprintf("%s: the document shows %v, the answer is %v", where, shown, fresh)}
}

// rewrite puts fresh examples at the end of the document.
func rewrite(t *testing.T, answers []answer) {
	t.Helper()
	path := filepath.Join(root, "api", "openapi.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := bytes.Cut(text, []byte(examplesMark))
	out := bytes.NewBuffer(slices.Clone(head))
	out.WriteString(examplesMark)
	for _, a := range answers {
		fmt.Fprintf(out, "    %s:\n      value: %s\n", a.call, settled(a.body)) // JSON is YAML
	}
	if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
