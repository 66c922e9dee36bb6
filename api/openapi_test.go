package api_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/mux"

	"lavra.dev/platform/web"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

// document is the OpenAPI document as it is served.
func (w *world) document() map[string]any {
	w.t.Helper()
	got := w.get("", "/openapi.json")
	w.want("the document", got, 200, "")
	var d map[string]any
	if err := json.Unmarshal([]byte(got.body), &d); err != nil {
		w.t.Fatal(err)
	}
	return d
}

// contract lists the endpoints of the interface.
var contract = []string{
	"DELETE /extract/{requestId}", "GET /admin/accounts", "GET /admin/breakers", "GET /admin/endpoints", "GET /admin/letters", "GET /admin/letters/{letterId}", "GET /admin/queues",
	"GET /analytics/{analysis}", "GET /callbacks/breakers",
	"GET /extract", "GET /extract/batch", "GET /extract/{requestId}", "GET /extract/{requestId}/bounding-box", "GET /extract/{requestId}/bounding-boxes",
	"GET /extract/{requestId}/corrections", "GET /extract/{requestId}/markdown", "GET /extract/{requestId}/pages/{page}", "GET /extract/{requestId}/timeline", "GET /health", "GET /livez", "GET /readyz",
	"GET /types", "GET /types/{documentType}",
	"POST /admin/breakers/{breakerId}/close", "POST /admin/letters/discard", "POST /admin/letters/replay", "POST /admin/letters/{letterId}/discard", "POST /admin/letters/{letterId}/replay",
	"POST /callbacks/breakers/{breakerId}/close",
	"POST /classify", "POST /extract", "POST /extract/batch", "POST /extract/sync", "PUT /extract/{requestId}/corrections",
}

func TestTheDocumentNamesEveryEndpointAndNoOther(t *testing.T) {
	w := newWorld(t, options{})
	d := w.document()
	if d["openapi"] != "3.0.3" || d["info"].(map[string]any)["version"] != "1.0.0" {
		t.Errorf("openapi %v, version %v", d["openapi"], d["info"])
	}
	var named []string
	for path, item := range d["paths"].(map[string]any) {
		for method := range item.(map[string]any) {
			named = append(named, strings.ToUpper(method)+" "+path)
		}
	}
	slices.Sort(named)
	if !slices.Equal(named, contract) {
		t.Errorf("the document has %v", named)
	}
	served := w.routes()
	process := []string{"GET /health", "GET /livez", "GET /readyz"} // served by whoever runs the api
	for _, endpoint := range contract {
		if strings.HasPrefix(endpoint, "GET ") && !slices.Contains(process, endpoint) && !slices.Contains(served, endpoint) {
			t.Errorf("%s is not served", endpoint)
		}
	}
	pages := []string{"GET /docs", "GET /docs/page.css", "GET /docs/page.js", "GET /docs/swagger-ui-bundle.js", "GET /docs/swagger-ui.css", "GET /openapi.json", "GET /openapi.yaml"}
	for _, endpoint := range served {
		if !slices.Contains(contract, endpoint) && !slices.Contains(pages, endpoint) {
			t.Errorf("%s is served and not in the document", endpoint)
		}
	}
}

func (w *world) routes() (served []string) {
	w.t.Helper()
	router := web.NewRouter()
	w.service.Register(router)
	err := router.Walk(func(r *mux.Route, _ *mux.Router, _ []*mux.Route) error {
		path, err := r.GetPathTemplate()
		if err != nil {
			return err
		}
		methods, err := r.GetMethods()
		for _, m := range methods {
			served = append(served, m+" "+path)
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return served
}

func TestTheDocumentListsTheTypesOfTheCatalogue(t *testing.T) {
	w := newWorld(t, options{})
	var listed []string
	for _, v := range at(t, w.document(), "components", "schemas", "DocumentType", "enum").([]any) {
		listed = append(listed, v.(string))
	}
	want := catalogue.Names()
	slices.Sort(listed)
	slices.Sort(want)
	if !slices.Equal(listed, want) {
		t.Errorf("the document lists %v", listed)
	}
}

func at(t *testing.T, node any, path ...string) any {
	t.Helper()
	for _, key := range path {
		m, ok := node.(map[string]any)
		if !ok || m[key] == nil {
			t.Fatalf("the document has no %s of %v", key, path)
		}
		node = m[key]
	}
	return node
}

// TestAnswersAreWhatTheDocumentSays holds real answers against their schemas.
// A field that the document does not name is a fault as well.
func TestAnswersAreWhatTheDocumentSays(t *testing.T) {
	w := newWorld(t, options{database: true})
	check := schemaChecker{w.document()}
	running, done, class := w.request(time.Now()), w.request(time.Now()), w.request(time.Now())
	class.Operation = event.Classify
	for _, r := range []event.Request{running, done, class} {
		w.submit(r)
	}
	w.end(ended(done))
	c := ended(class)
	c.Extraction, c.Places = event.Extraction{}, nil
	w.end(c)
	batch, requests := w.batch("lote", 3)
	c = ended(requests[0])
	c.Outcome = event.Failed
	w.end(c)
	w.settle()
	box := "/bounding-box?fieldPath="
	for path, operation := range map[string]string{
		"/extract/" + running.ID:                                                   "/extract/{requestId}",
		"/extract/" + done.ID:                                                      "/extract/{requestId}",
		"/extract/" + class.ID:                                                     "/extract/{requestId}",
		"/extract/1":                                                               "/extract/{requestId}",
		"/extract/" + running.ID + "/markdown":                                     "/extract/{requestId}/markdown",
		"/extract/" + done.ID + "/markdown":                                        "/extract/{requestId}/markdown",
		"/extract/" + done.ID + box + "fields.emitente_endereco":                   "/extract/{requestId}/bounding-box",
		"/extract/" + done.ID + box + "fields.valor_total":                         "/extract/{requestId}/bounding-box",
		"/extract/" + done.ID + box + "fields.nada":                                "/extract/{requestId}/bounding-box",
		"/extract/" + done.ID + box + "nada":                                       "/extract/{requestId}/bounding-box",
		"/extract/" + running.ID + box + url.QueryEscape("fields.itens[0].codigo"): "/extract/{requestId}/bounding-box",
		"/extract/batch?batchId=" + batch:                                          "/extract/batch",
		"/extract/batch?limit=1&batchId=" + batch:                                  "/extract/batch",
		"/extract/batch":                                                           "/extract/batch",
		"/extract/" + done.ID + "/corrections":                                     "/extract/{requestId}/corrections",
		"/extract/" + done.ID + "/pages/0":                                         "/extract/{requestId}/pages/{page}",
		"/extract":                                                                 "/extract",
		"/extract?limit=0":                                                         "/extract",
		"/extract?limit=1":                                                         "/extract",
		"/extract?status=failed":                                                   "/extract",
		"/extract/" + done.ID + "/bounding-boxes":                                  "/extract/{requestId}/bounding-boxes",
		"/extract/" + running.ID + "/bounding-boxes":                               "/extract/{requestId}/bounding-boxes",
		"/extract/" + done.ID + "/timeline":                                        "/extract/{requestId}/timeline",
		"/extract/" + running.ID + "/timeline":                                     "/extract/{requestId}/timeline",
		"/types":                                                                   "/types",
		"/analytics/volumes":                                                       "/analytics/{analysis}",
		"/analytics/latency?by=type":                                               "/analytics/{analysis}",
		"/analytics/problems":                                                      "/analytics/{analysis}",
		"/analytics/nada":                                                          "/analytics/{analysis}",
		"/analytics/outcomes?by=nada":                                              "/analytics/{analysis}",
		"/types/NFE":                                                               "/types/{documentType}",
		"/types/nada":                                                              "/types/{documentType}",
	} {
		for _, key := range []string{"acme", ""} {
			got := w.get(key, path)
			where := fmt.Sprintf("GET %s with key %q: %d %s", path, key, got.status, got.body)
			answers := at(t, check.document, "paths", operation, "get", "responses").(map[string]any)
			answer, ok := answers[fmt.Sprint(got.status)]
			if !ok {
				t.Errorf("%s: the document does not have this status", where)
				continue
			}
			schema := at(t, check.resolve(answer), "content", "application/json", "schema")
			var body any
			if err := json.Unmarshal([]byte(got.body), &body); err != nil {
				t.Errorf("%s: %v", where, err)
				continue
			}
			for _, fault := range check.check("", schema, body) {
				t.Errorf("%s\n%s", where, fault)
			}
		}
	}
}

// schemaChecker holds values against the schemas that the document uses.
type schemaChecker struct{ document map[string]any }

func (c schemaChecker) resolve(node any) map[string]any {
	m := node.(map[string]any)
	ref, ok := m["$ref"].(string)
	if !ok {
		return m
	}
	var found any = c.document
	for _, key := range strings.Split(strings.TrimPrefix(ref, "#/"), "/") {
		found = found.(map[string]any)[key]
	}
	return c.resolve(found)
}

func (c schemaChecker) check(where string, node, value any) (faults []string) {
	schema := c.resolve(node)
	if value == nil {
		if schema["nullable"] != true {
			faults = append(faults, where+": null")
		}
		return faults
	}
	if options, ok := schema["anyOf"].([]any); ok {
		for _, o := range options {
			inner := c.check(where, o, value)
			if len(inner) == 0 {
				return nil
			}
			faults = append(faults, inner...)
		}
		return faults
	}
	if values, ok := schema["enum"].([]any); ok && !slices.Contains(values, value) {
		faults = append(faults, fmt.Sprintf("%s: %v is none of %v", where, value, values))
	}
	switch schema["type"] {
	case "object":
		return append(faults, c.checkObject(where, schema, value)...)
	case "array":
		list, ok := value.([]any)
		if !ok {
			return append(faults, where+": no list")
		}
		for i, v := range list {
			faults = append(faults, c.check(fmt.Sprintf("%s[%d]", where, i), schema["items"], v)...)
		}
	case "string":
		s, ok := value.(string)
		if !ok {
			return append(faults, where+": no text")
		}
		if schema["format"] == "date-time" && !timestamp.MatchString(s) {
			faults = append(faults, where+": no time in UTC with milliseconds: "+s)
		}
	case "number", "integer":
		n, ok := value.(float64)
		low, hasLow := schema["minimum"].(float64)
		high, hasHigh := schema["maximum"].(float64)
		if !ok || hasLow && n < low || hasHigh && n > high || schema["type"] == "integer" && n != float64(int64(n)) {
			faults = append(faults, fmt.Sprintf("%s: %v", where, value))
		}
	case "boolean":
		if _, ok := value.(bool); !ok {
			faults = append(faults, where+": no boolean")
		}
	}
	return faults
}

var timestamp = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)

func (c schemaChecker) checkObject(where string, schema map[string]any, value any) (faults []string) {
	object, ok := value.(map[string]any)
	if !ok {
		return []string{where + ": no object"}
	}
	required, _ := schema["required"].([]any)
	for _, name := range required {
		if _, ok := object[name.(string)]; !ok {
			faults = append(faults, fmt.Sprintf("%s.%s is missing", where, name))
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	for name, v := range object {
		property, known := properties[name]
		if !known {
			property = schema["additionalProperties"]
		}
		switch p := property.(type) {
		case nil:
			faults = append(faults, where+"."+name+" is not in the document")
		case map[string]any:
			faults = append(faults, c.check(where+"."+name, p, v)...)
		}
	}
	return faults
}

func TestTheReferencePageLoadsNothingFromElsewhere(t *testing.T) {
	w := newWorld(t, options{})
	got := w.get("", "/docs")
	w.want("the page", got, 200, "")
	if kind := got.header.Get("Content-Type"); kind != "text/html; charset=utf-8" {
		t.Errorf("content type %s", kind)
	}
	if policy := got.header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "http") {
		t.Errorf("policy %s", policy)
	}
	loaded := regexp.MustCompile(`(?:src|href)="([^"]+)"`).FindAllStringSubmatch(got.body, -1)
	if len(loaded) < 5 {
		t.Fatalf("the page loads %v", loaded)
	}
	for _, l := range loaded {
		if strings.HasPrefix(l[1], "data:") {
			continue
		}
		if file := w.get("", l[1]); file.status != 200 || len(file.body) == 0 {
			t.Errorf("%s: %d", l[1], file.status)
		}
	}
}
