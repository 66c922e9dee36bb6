package api_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func (w *world) put(key, path, body string) answer {
	w.t.Helper()
	return w.send(http.MethodPut, key, path, body)
}

func (w *world) send(method, key, path, body string) answer {
	w.t.Helper()
	req, err := http.NewRequestWithContext(w.t.Context(), method, w.url+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+key)
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return answer{resp.StatusCode, strings.TrimSuffix(string(text), "\n"), resp.Header}
}

func TestTheLastVerdictOnAValueCounts(t *testing.T) {
	w := newWorld(t, options{database: true})
	r := w.request(time.Now())
	w.submit(r)
	w.end(ended(r))
	path := "/extract/" + r.ID + "/corrections"
	for _, body := range []string{
		`{"corrections":[{"field_path":"fields.numero","verdict":"right"},{"field_path":"fields.valor_total","verdict":"corrected","value":1234.05},{"field_path":"fields.serie","verdict":"absent"}]}`,
		`{"corrections":[{"field_path":"fields.numero","verdict":"corrected","value":"1235 <a>"},{"field_path":"fields.serie","verdict":"withdrawn"}]}`,
		`{"corrections":[{"field_path":"fields.chave_acesso","verdict":"corrected","value":"x"},{"field_path":"fields.itens[0].valor_total","verdict":"right"}]}`,
	} {
		w.want("a verdict", w.put("acme", path, body), 200, "")
	}
	w.settle()
	got := w.get("acme", path)
	var record struct {
		Corrections []struct {
			Path      string          `json:"field_path"`
			Verdict   string          `json:"verdict"`
			Value     json.RawMessage `json:"value"`
			ReadValue json.RawMessage `json:"read_value"`
		} `json:"corrections"`
	}
	if err := json.Unmarshal([]byte(got.body), &record); err != nil {
		t.Fatalf("%d %s", got.status, got.body)
	}
	var lines []string
	for _, c := range record.Corrections {
		lines = append(lines, c.Path+" "+c.Verdict+" "+string(c.Value)+" was "+string(c.ReadValue))
	}
	want := `fields.chave_acesso corrected "x" was null
fields.itens[0].valor_total right 10 was 10
fields.numero corrected "1235 <a>" was "1234"
fields.valor_total corrected 1234.05 was 1234.50`
	if text := strings.Join(lines, "\n"); text != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	w.want("another account", w.get("other", path), 404, unknown)
	w.want("another account's verdict", w.put("other", path, `{}`), 404, unknown)
	if before := w.get("acme", "/extract/"+r.ID); strings.Contains(before.body, "1235") {
		t.Error("the result has changed")
	}
}

func TestVerdictsThatSayNothingAreRefused(t *testing.T) {
	w := newWorld(t, options{})
	done, running := w.request(time.Now()), w.request(time.Now())
	w.submit(done)
	w.submit(running)
	w.end(ended(done))
	one := func(fields string) string { return `{"corrections":[{` + fields + `}]}` }
	for body, part := range map[string]string{
		``:                   "corrections:",
		`[]`:                 "corrections:",
		`{}`:                 "de 1 a 1000",
		`{"corrections":[]}`: "de 1 a 1000",
		one(`"field_path":"fields.numero","verdict":"right","who":1`):                     "corrections:",
		one(`"field_path":"numero","verdict":"right"`):                                    "corrections[0].field_path",
		one(`"field_path":"fields.itens","verdict":"absent"`):                             "corrections[0].field_path",
		one(`"field_path":"fields.itens[9].codigo","verdict":"absent"`):                   "corrections[0].field_path",
		one(`"field_path":"fields.nada","verdict":"absent"`):                              "corrections[0].field_path",
		one(`"field_path":"fields.chave_acesso","verdict":"right"`):                       "corrections[0].field_path",
		one(`"field_path":"fields.numero","verdict":"maybe"`):                             "corrections[0].verdict",
		one(`"field_path":"fields.numero","verdict":"corrected"`):                         "corrections[0].value",
		one(`"field_path":"fields.numero","verdict":"corrected","value":[1]`):             "corrections[0].value",
		one(`"field_path":"fields.numero","verdict":"corrected","value":""`):              "corrections[0].value",
		one(`"field_path":"fields.numero","verdict":"right","value":"1"`):                 "corrections[0].value",
		one(`"field_path":"fields.numero","verdict":"corrected","value":"1"`) + `{"a":1}`: "corrections:",
	} {
		if got := w.put("acme", "/extract/"+done.ID+"/corrections", body); got.status != 400 || !strings.Contains(got.body, part) {
			t.Errorf("%s: %d %s, want 400 with %q", body, got.status, got.body, part)
		}
	}
	w.want("one in progress", w.put("acme", "/extract/"+running.ID+"/corrections", one(`"field_path":"fields.numero","verdict":"absent"`)), 409, "")
}
