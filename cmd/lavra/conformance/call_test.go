package conformance

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

// world is the service as one row sees it.
type world struct {
	*testing.T
	*service
	key  string
	base string // where not `lavra up`
}

// as is the world of another key, at is that of another process.
func (w *world) as(key string) *world  { return &world{w.T, w.service, key, w.base} }
func (w *world) at(base string) *world { return &world{w.T, w.service, w.key, base} }

type object = map[string]any

// answer is what came back.
type answer struct {
	*world
	call   string
	status int
	header http.Header
	body   []byte
}

// client follows no redirect: there must be none.
var client = &http.Client{
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Timeout:       2 * time.Minute,
}

// do sends a request and holds the exchange against the OpenAPI document.
// Headers are name, value, name, value.
func (w *world) do(method, path string, body []byte, headers ...string) answer {
	w.Helper()
	base := w.base
	if base == "" {
		base = w.url
	}
	req, err := http.NewRequest(method, base+path, bytes.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	if w.key != "" {
		req.Header.Set("Authorization", "Bearer "+w.key)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := client.Do(req)
	if err != nil {
		w.Fatalf("%s %s: %v", method, path, err)
	}
	defer resp.Body.Close()
	a := answer{world: w, call: method + " " + path, status: resp.StatusCode, header: resp.Header}
	if a.body, err = io.ReadAll(resp.Body); err != nil {
		w.Fatalf("%s: reading the answer: %v", a.call, err)
	}
	plain := a.body
	if a.header.Get("Content-Encoding") == "gzip" { // asked for by the test
		if unpacked, err := gzip.NewReader(bytes.NewReader(a.body)); err != nil {
			w.Errorf("%s: %v", a.call, err)
		} else if plain, err = io.ReadAll(unpacked); err != nil {
			w.Errorf("%s: %v", a.call, err)
		}
	}
	if fault := w.spec.fault(req, body, resp, plain); fault != "" {
		w.Errorf("%s: %d %s\nOpenAPI: %s", a.call, a.status, clip(a.body), fault)
	}
	return a
}

func clip(body []byte) string { return string(body[:min(len(body), 600)]) }

func (w *world) get(path string, headers ...string) answer {
	w.Helper()
	return w.do(http.MethodGet, path, nil, headers...)
}

// json posts text as JSON.
func (w *world) json(path, text string, headers ...string) answer {
	w.Helper()
	return w.do(http.MethodPost, path, []byte(text), append([]string{"Content-Type", "application/json"}, headers...)...)
}

// file is one file of a call.
type file struct {
	name string
	data []byte
}

// fields of a multipart call.
type fields = map[string]string

func (w *world) form(path string, files []file, values fields, headers ...string) answer {
	w.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range values {
		_ = form.WriteField(name, value)
	}
	for _, f := range files {
		part, _ := form.CreateFormFile("file", f.name)
		_, _ = part.Write(f.data)
	}
	_ = form.Close()
	return w.do(http.MethodPost, path, body.Bytes(), append([]string{"Content-Type", form.FormDataContentType()}, headers...)...)
}

// inline is a JSON body with a file in base64 and more members.
func inline(f file, members object) string {
	return body(object{"fileBase64": base64.StdEncoding.EncodeToString(f.data), "filename": f.name}, members)
}

// remote is a JSON body with a file by URL and more members.
func remote(url string, members object) string { return body(object{"fileUrl": url}, members) }

func body(input any, members object) string {
	all := object{"file": input}
	for name, value := range members {
		all[name] = value
	}
	text, err := json.Marshal(all)
	if err != nil {
		panic(err) // made of strings and numbers above
	}
	return string(text)
}

// is wants a status and a JSON body, whatever its spacing and order.
func (a answer) is(status int, want string) answer {
	a.Helper()
	var got, wanted any
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		a.Fatal(err)
	}
	err := json.Unmarshal(a.body, &got)
	if a.status != status || err != nil || !reflect.DeepEqual(got, wanted) {
		a.Errorf("%s: %d %s\nwant %d %s", a.call, a.status, clip(a.body), status, want)
	}
	return a
}

// says wants a status and {"message": text}.
func (a answer) says(status int, text string) answer {
	a.Helper()
	quoted, _ := json.Marshal(text)
	return a.is(status, `{"message":`+string(quoted)+`}`)
}

// invalid wants 400 with the form of a schema violation.
func (a answer) invalid(field string) answer {
	a.Helper()
	text, _ := a.object()["message"].(string)
	if a.status != http.StatusBadRequest || !strings.HasPrefix(text, "Dados inválidos: "+field+": ") {
		a.Errorf("%s: %d %s\nwant 400 Dados inválidos: %s: …", a.call, a.status, clip(a.body), field)
	}
	return a
}

// ok wants 200.
func (a answer) ok() answer {
	a.Helper()
	if a.status != http.StatusOK {
		a.Fatalf("%s: %d %s", a.call, a.status, clip(a.body))
	}
	return a
}

// want compares what stands at a path of the body.
func (a answer) want(value any, path ...any) answer {
	a.Helper()
	if got := a.value(path...); !reflect.DeepEqual(got, value) {
		a.Errorf("%s: %v is %v, want %v", a.call, path, got, value)
	}
	return a
}

func (a answer) object() object {
	var o object
	_ = json.Unmarshal(a.body, &o) // what is no object has no members
	return o
}

// value is what stands at a path: names and indexes.
func (a answer) value(path ...any) any {
	var at any
	if err := json.Unmarshal(a.body, &at); err != nil {
		return nil
	}
	for _, step := range path {
		switch step := step.(type) {
		case string:
			o, _ := at.(object)
			at = o[step]
		case int:
			list, _ := at.([]any)
			if step >= len(list) {
				return nil
			}
			at = list[step]
		}
	}
	return at
}

func (a answer) text(path ...any) string {
	s, _ := a.value(path...).(string)
	return s
}

func (a answer) number(path ...any) float64 {
	n, _ := a.value(path...).(float64)
	return n
}

// names wants an object with exactly these members.
func (a answer) names(want []string, path ...any) answer {
	a.Helper()
	o, _ := a.value(path...).(object)
	if len(o) != len(want) {
		a.Errorf("%s: %v has %d members, want %d: %v", a.call, path, len(o), len(want), o)
	}
	for _, name := range want {
		if _, ok := o[name]; !ok {
			a.Errorf("%s: %v lacks %s", a.call, path, name)
		}
	}
	return a
}

// await polls a request until it has ended and gives its status record.
func (w *world) await(id string) answer {
	w.Helper()
	for until := time.Now().Add(90 * time.Second); ; time.Sleep(100 * time.Millisecond) {
		a := w.get("/extract/" + id).ok()
		if a.text("status") != "in_progress" {
			return a
		}
		if time.Now().After(until) {
			w.Fatalf("request %s does not end: %s", id, clip(a.body))
		}
	}
}

// sample is a document of samples/.
func (w *world) sample(name string) file { return w.open("samples", name) }

// hostile is a file that means harm.
func (w *world) hostile(name string) file { return w.open("ingest/screen/testdata", name) }

func (w *world) open(dir, name string) file {
	w.Helper()
	data, err := os.ReadFile(filepath.Join(root, dir, name))
	if err != nil {
		w.Fatal(err)
	}
	return file{name, data}
}

// receipt is the document that most rows use: quick to read, complete.
func (w *world) receipt() file { return w.sample("recibo-01.pdf") }

// known are requests that rows share, made when first asked for.
var known = map[string]string{}

// request gives the identifier of a request that has ended.
func (w *world) request(f file, values fields) string {
	w.Helper()
	name := f.name + "|" + values["documentType"]
	if known[name] == "" {
		known[name] = w.form("/extract/sync", []file{f}, values).ok().text("request_id")
	}
	return known[name]
}
