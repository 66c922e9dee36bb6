package llm_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lavra.dev/platform/config"
	"lavra.dev/processors/document"
	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction/llm"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

const page = `
Recebi de Ana Luz, inscrita sob 529.982.247-25, a quantia de R$ 1.200,00 pelo aluguel de maio.
Natal, 5 de maio de 2025.
Nina Reis`

// receipt is a type as the catalogue has them.
var receipt = catalogue.Type{Name: "RECIBO", Detect: "receipt", Fields: []catalogue.Field{
	{Name: "pagador", Kind: catalogue.String, Like: "name", Labels: []string{"Recebi de"}},
	{Name: "cpf", Kind: catalogue.CPF},
	{Name: "valor", Kind: catalogue.Money},
	{Name: "data", Kind: catalogue.Date},
	{Name: "forma", Kind: catalogue.Enum, Enum: []string{"pix"}},
}}

// server answers every question with the fields given, and keeps the last question.
type server struct {
	*httptest.Server
	calls    int
	question map[string]any
	key      string
}

func serve(t *testing.T, answer map[string]any) *server {
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.calls++
		s.key = r.Header.Get("Authorization")
		if r.URL.Path != "/v1/chat/completions" {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		if err := json.NewDecoder(r.Body).Decode(&s.question); err != nil {
			t.Errorf("the question is not JSON: %v", err)
		}
		content, err := json.Marshal(answer)
		if err != nil {
			t.Error(err)
		}
		body, err := json.Marshal(map[string]any{"choices": []any{map[string]any{"message": map[string]any{"role": "assistant", "content": string(content)}}}})
		if err != nil {
			t.Error(err)
		}
		_, _ = w.Write(body)
	}))
	t.Cleanup(s.Close)
	return s
}

func model(t *testing.T, url string, log *slog.Logger) *llm.Model {
	t.Helper()
	m, err := llm.New(llm.Config{URL: url, Model: "m", Key: config.Secret("hush"), Timeout: 300 * time.Millisecond}, nil, log)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func field(fields []event.Field, name string) *event.Field {
	for i := range fields {
		if fields[i].Name == name {
			return &fields[i]
		}
	}
	return nil
}

func read(name, value string, confidence float64, spans ...event.Span) event.Field {
	return event.Field{Name: name, Value: value, Confidence: confidence, Leaves: []event.Leaf{
		{Path: "fields." + name, Value: value, Confidence: confidence, Witnesses: []string{"label"}, Spans: spans}}}
}

func TestComplete(t *testing.T) {
	doc := documenttest.Typewritten(page)
	for _, c := range []struct {
		name       string
		field      string
		answer     any
		engine     []event.Field
		value      string // "": the field is not given
		confidence float64
		witnesses  []string
		span       *event.Span
	}{
		{"a sum as printed", "valor", "R$ 1.200,00", nil, "1200", 0.7, []string{"llm"}, &event.Span{Page: 1, Line: 0, First: 10, Last: 11}},
		{"a date in normal form", "data", "2025-05-05", nil, `"2025-05-05"`, 0.7, []string{"llm"}, &event.Span{Page: 1, Line: 1, First: 1, Last: 5}},
		{"a name in other letters is given as printed", "pagador", "ANA LUZ", nil, `"Ana Luz"`, 0.6, []string{"llm"}, &event.Span{Page: 1, Line: 0, First: 2, Last: 3}},
		{"a number with check digits", "cpf", "52998224725", nil, `"52998224725"`, 0.7, []string{"llm", "check_digit"}, &event.Span{Page: 1, Line: 0, First: 6, Last: 6}},
		{"an invented name", "pagador", "Beto Sol", nil, "", 0, nil, nil},
		{"an invented sum", "valor", "R$ 1.300,00", nil, "", 0, nil, nil},
		{"a part of a word", "pagador", "ibo", nil, "", 0, nil, nil},
		{"nothing", "valor", nil, nil, "", 0, nil, nil},
		{"not a text", "valor", 1200, nil, "", 0, nil, nil},
		{"it agrees with a doubted value", "valor", "1.200,00", []event.Field{read("valor", "1200", 0.5)}, "1200", 0.65, []string{"label", "llm"}, nil},
		{"it differs from one", "valor", "1.200,00", []event.Field{read("valor", "12.00", 0.5)}, "12.00", 0.4, []string{"label"}, nil},
		{"a sure value is not asked for", "valor", "1.200,00", []event.Field{read("valor", "12.00", 0.9)}, "12.00", 0.9, []string{"label"}, nil},
		{"what a sure field stands on is not another's", "pagador", "Nina Reis",
			[]event.Field{read("data", `"2025-05-05"`, 0.9, event.Span{Page: 1, Line: 2, First: 0, Last: 1})}, "", 0, nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := serve(t, map[string]any{c.field: c.answer})
			f := field(model(t, s.URL+"/v1", nil).Complete(t.Context(), doc, receipt, c.engine), c.field)
			if f == nil {
				if c.value != "" {
					t.Fatal("the field is not given")
				}
				return
			}
			leaf := f.Leaves[0]
			if f.Value != c.value || f.Confidence != c.confidence || leaf.Confidence != c.confidence || !slices.Equal(leaf.Witnesses, c.witnesses) {
				t.Errorf("%s with %.3f by %v", f.Value, f.Confidence, leaf.Witnesses)
			}
			if c.span != nil && (len(leaf.Spans) != 1 || leaf.Spans[0] != *c.span) {
				t.Errorf("it stands at %v, want %v", leaf.Spans, *c.span)
			}
		})
	}
}

// The question holds the open fields only, and asks for the same answer each time.
func TestQuestion(t *testing.T) {
	s := serve(t, nil)
	model(t, s.URL+"/v1/", nil).Complete(t.Context(), documenttest.Typewritten(page), receipt, []event.Field{read("cpf", `"52998224725"`, 0.99), read("valor", "12.00", 0.5)})
	format, _ := s.question["response_format"].(map[string]any)
	body, err := json.Marshal(format["json_schema"])
	if err != nil {
		t.Fatal(err)
	}
	var named struct {
		Strict bool
		Schema struct {
			Required   []string
			Properties map[string]struct{ Description string }
		}
	}
	if err := json.Unmarshal(body, &named); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(named.Schema.Required, []string{"pagador", "valor", "data"}) || !named.Strict || format["type"] != "json_schema" {
		t.Errorf("asked for %v", named)
	}
	if about := named.Schema.Properties["pagador"].Description; !strings.Contains(about, "Recebi de") {
		t.Errorf("the field is described as %q", about)
	}
	if s.question["temperature"] != 0.0 || s.question["seed"] != 1.0 || s.key != "Bearer hush" {
		t.Errorf("temperature %v, seed %v", s.question["temperature"], s.question["seed"])
	}
}

// Whatever the service does, the fields are the engine's, and the log tells nothing of
// the document, the address or the key.
func TestServiceIsOfNoUse(t *testing.T) {
	answers := map[string]http.HandlerFunc{
		"an error":  func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
		"a refusal": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) },
		"another place": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		},
		"no JSON":   func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("Ana Luz")) },
		"no choice": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"choices":[]}`)) },
		"prose": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"choices":[{"message":{"content":"Ana Luz"}}]}`))
		},
		"too much": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(bytes.Repeat([]byte(" "), 1<<20+1)) },
		"no answer": func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // only then does the server see that the client has left
			<-r.Context().Done()
		},
	}
	for name, answer := range answers {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(answer)
			defer s.Close()
			checkHarmless(t, s.URL)
		})
	}
	t.Run("it is away", func(t *testing.T) {
		s := httptest.NewServer(nil)
		s.Close()
		checkHarmless(t, s.URL)
	})
}

func checkHarmless(t *testing.T, url string) {
	t.Helper()
	var log bytes.Buffer
	m := model(t, url, slog.New(slog.NewTextHandler(&log, nil)))
	engine := []event.Field{read("valor", "12.00", 0.5)}
	for range 2 { // a second document must not be worse off
		got := m.Complete(t.Context(), documenttest.Typewritten(page), receipt, engine)
		if len(got) != 1 || got[0].Value != "12.00" || got[0].Confidence != 0.5 {
			t.Errorf("the fields are %v", got)
		}
	}
	if text := log.String(); text == "" || strings.Contains(text, "Ana") || strings.Contains(text, "hush") || strings.Contains(text, "127.0.0.1") {
		t.Errorf("the log says %q", text)
	}
}

// A service that is away is not asked for each document.
func TestRestsAfterFailure(t *testing.T) {
	calls := 0
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls++
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer s.Close()
	m := model(t, s.URL, nil)
	for range 3 {
		m.Complete(t.Context(), documenttest.Typewritten(page), receipt, nil)
	}
	if calls != 1 {
		t.Errorf("asked %d times", calls)
	}
}

func TestOffByDefault(t *testing.T) {
	var cfg llm.Config
	if err := config.LoadFrom(&cfg, nil); err != nil {
		t.Fatal(err)
	}
	m, err := llm.New(cfg, nil, nil)
	if m != nil || err != nil {
		t.Fatalf("a model is set up: %v", err)
	}
	engine := []event.Field{read("valor", "12.00", 0.5)}
	if got := m.Complete(t.Context(), documenttest.Typewritten(page), receipt, engine); len(got) != 1 || got[0].Confidence != 0.5 {
		t.Errorf("the fields are %v", got)
	}
}

func TestNothingOpenIsNotAsked(t *testing.T) {
	s := serve(t, nil)
	sure := []event.Field{read("pagador", `"Ana Luz"`, 0.9), read("cpf", `"52998224725"`, 0.9), read("valor", "1200", 0.9), read("data", `"2025-05-05"`, 0.9)}
	model(t, s.URL+"/v1", nil).Complete(t.Context(), documenttest.Typewritten(page), receipt, sure)
	if s.calls != 0 {
		t.Errorf("asked %d times", s.calls)
	}
}

func TestSettingsAreChecked(t *testing.T) {
	for _, environ := range [][]string{
		{"LAVRA_LLM_URL=http://127.0.0.1:1/v1"},
		{"LAVRA_LLM_URL=ftp://host/v1", "LAVRA_LLM_MODEL=m"},
		{"LAVRA_LLM_URL=http://127.0.0.1:1/v1", "LAVRA_LLM_MODEL=m", "LAVRA_LLM_TIMEOUT=0s"},
	} {
		var cfg llm.Config
		if err := config.LoadFrom(&cfg, environ); err == nil {
			t.Errorf("%v is accepted", environ)
		}
	}
}

// Whatever a model answers, what is given stands on the page.
func FuzzComplete(f *testing.F) {
	f.Add("Ana Luz", "R$ 1.200,00")
	f.Add("", "-")
	doc := documenttest.Typewritten(page)
	f.Fuzz(func(t *testing.T, name, sum string) {
		s := serve(t, map[string]any{"pagador": name, "valor": sum})
		for _, field := range model(t, s.URL+"/v1", nil).Complete(t.Context(), doc, receipt, nil) {
			for _, leaf := range field.Leaves {
				if len(leaf.Spans) == 0 || !inside(doc, leaf.Spans) {
					t.Fatalf("%s stands at %v", leaf.Value, leaf.Spans)
				}
			}
		}
		s.Close()
	})
}

func inside(doc document.Document, spans []event.Span) bool {
	for _, s := range spans {
		if int(s.Page) > len(doc.Pages) || int(s.Line) >= len(doc.Pages[s.Page-1].Lines) || int(s.Last) >= len(doc.Pages[s.Page-1].Lines[s.Line].Words) {
			return false
		}
	}
	return true
}
