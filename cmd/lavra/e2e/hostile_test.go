package e2e

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const hostile = "../../../ingest/screen/testdata"

// outcome is what the manifest allows a file to get.
type outcome struct {
	Status  int      `json:"status"`
	Message []string `json:"message"`
	Result  any      `json:"result"` // a status, several, or prose
	Or      *outcome `json:"or"`
}

func (o *outcome) allows(code int, body object) bool {
	for ; o != nil; o = o.Or {
		if o.Status != code {
			continue
		}
		message, _ := body["message"].(string)
		if code != http.StatusOK && (len(o.Message) == 0 || slices.ContainsFunc(o.Message, func(want string) bool { return says(message, want) })) {
			return true
		}
		if status, _ := body["status"].(string); code == http.StatusOK && resultAllows(o.Result, status) {
			return true
		}
	}
	return false
}

// says compares a message with the manifest's, whose end may be prose in parentheses.
func says(message, want string) bool {
	beginning, _, prose := strings.Cut(want, " (")
	return message == want || prose && strings.HasPrefix(message, beginning)
}

// resultAllows compares a status with what the manifest names: one status, a
// list of them, or prose, which any end satisfies.
func resultAllows(result any, status string) bool {
	switch r := result.(type) {
	case []any:
		return slices.ContainsFunc(r, func(one any) bool { return resultAllows(one, status) })
	case string:
		if r == "success" || r == "partial_success" || r == "failed" {
			return status == r
		}
	}
	return status != ""
}

// Every hostile file gets an answer, the right one, and the service stays up.
func TestHostileFilesGetTheirAnswer(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(hostile, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Files []struct {
			File     string   `json:"file"`
			What     string   `json:"what"`
			Expected *outcome `json:"expected"`
		} `json:"files"`
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	s := start(t)
	for _, f := range manifest.Files {
		data, err := os.ReadFile(filepath.Join(hostile, f.File))
		if err != nil {
			t.Fatal(err)
		}
		fields := map[string]string{"timeout": "60000"}
		if strings.HasSuffix(f.File, ".xml") {
			fields["documentType"] = "NFE"
		}
		code, body, _ := s.post("/extract/sync", []upload{{f.File, data}}, fields)
		if !f.Expected.allows(code, body) {
			t.Errorf("%s (%s): got %d %v, want %+v", f.File, f.What, code, body, f.Expected)
		}
		if code == http.StatusOK && body["status"] == "failed" {
			service, _ := body["service"].(object)
			if reasons, _ := service["inconsistencies"].([]any); len(reasons) == 0 {
				t.Errorf("%s: failed without saying why", f.File)
			}
		}
	}
	d := sampleNamed(t, "recibo-01.pdf")
	if code, result, _ := s.post("/extract/sync", []upload{{d.File, d.data}}, nil); code != http.StatusOK || result["status"] != "success" {
		t.Errorf("a good document after all of them: %d %v", code, result)
	}
}

// The first refusals a client meets.
func TestRefusals(t *testing.T) {
	s := start(t)
	d := sampleNamed(t, "recibo-01.pdf")
	_, result, _ := s.post("/extract/sync", []upload{{d.File, d.data}}, nil)
	id, _ := result["request_id"].(string)
	cases := []struct {
		name, method, path, key, body, contentType string
		code                                       int
		want                                       object
	}{
		{"no key", "POST", "/extract/sync", "none", "{}", "application/json", 401, object{"error": "Unauthorized"}},
		{"no file", "POST", "/extract/sync", key, "{}", "application/json", 400, object{"message": "Nenhum arquivo enviado."}},
		{"not JSON", "POST", "/extract", key, "{", "application/json", 400, nil},
		{"private address", "POST", "/extract", key, `{"file":{"fileUrl":"http://10.0.0.1/a.pdf"}}`, "application/json", 400, object{"message": "Endereço IP não permitido."}},
		{"another scheme", "POST", "/extract", key, `{"file":{"fileUrl":"ftp://exemplo.test/a.pdf"}}`, "application/json", 400, object{"message": "Protocolo de URL inválido."}},
		{"wrong method", "GET", "/extract/sync", key, "", "", 405, nil},
		{"another content type", "POST", "/extract", key, "a", "text/plain", 415, nil},
		{"unknown path", "GET", "/nada", key, "", "", 404, object{"message": "Not found"}},
		{"unknown request", "GET", "/extract/00000000-0000-7000-8000-000000000000", key, "", "", 404, object{"message": "Request not found"}},
		{"another account's request", "GET", "/extract/" + id, otherKey, "", "", 404, object{"message": "Request not found"}},
		{"own request", "GET", "/extract/" + id, key, "", "", 200, nil},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			req, err := http.NewRequest(c.method, s.url+c.path, strings.NewReader(c.body))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Authorization", "Bearer "+c.key)
			if c.contentType != "" {
				req.Header.Set("Content-Type", c.contentType)
			}
			code, body, _ := s.do(req)
			if code != c.code {
				t.Errorf("got %d %v, want %d", code, body, c.code)
			}
			for name, want := range c.want {
				if body[name] != want {
					t.Errorf("%s is %v, want %v", name, body[name], want)
				}
			}
		})
	}
}
