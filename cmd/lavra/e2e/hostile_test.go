package e2e

import (
	"encoding/json"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lavra.dev/cmd/lavra/trial"
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

// hostileFile is one line of the manifest of hostile files.
type hostileFile struct {
	File     string   `json:"file"`
	What     string   `json:"what"`
	Expected *outcome `json:"expected"`
}

func hostileFiles(t *testing.T) []hostileFile {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(hostile, "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var manifest struct {
		Files []hostileFile `json:"files"`
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		t.Fatal(err)
	}
	return manifest.Files
}

// sendHostile sends one file and holds the answer against the manifest.
func (s *service) sendHostile(f hostileFile) {
	s.t.Helper()
	data, err := os.ReadFile(filepath.Join(hostile, f.File))
	if err != nil {
		s.t.Fatal(err)
	}
	fields := map[string]string{"timeout": "60000"}
	if strings.HasSuffix(f.File, ".xml") {
		fields["documentType"] = "NFE"
	}
	code, body, _ := s.post("/extract/sync", []upload{{f.File, data}}, fields)
	if !f.Expected.allows(code, body) {
		s.t.Errorf("%s (%s): got %d %v, want %+v", f.File, f.What, code, body, f.Expected)
	}
	if code == http.StatusOK && body["status"] == "failed" {
		service, _ := body["service"].(object)
		if reasons, _ := service["inconsistencies"].([]any); len(reasons) == 0 {
			s.t.Errorf("%s: failed without saying why", f.File)
		}
	}
}

// Every hostile file gets an answer, the right one, and the service stays up and
// gives the memory back that they took.
func TestHostileFilesGetTheirAnswer(t *testing.T) {
	s := start(t)
	s.warmUp()
	before := s.settledMemory(math.Inf(1))
	for range 2 {
		for _, f := range hostileFiles(t) {
			s.sendHostile(f)
		}
	}
	if code, result, _ := s.sync(); code != http.StatusOK || result["status"] != "success" {
		t.Errorf("a good document after all of them: %d %v", code, result)
	}
	allowed := before * 1.1
	after := s.settledMemory(allowed)
	t.Logf("memory of all processes: %.0f MiB before, %.0f MiB after", before, after)
	if after > allowed {
		t.Errorf("memory went from %.0f to %.0f MiB, over 10 %%", before, after)
	}
}

// warmUp has every sample read, on the interactive lane and in a batch, so that
// all children have loaded their engines.
func (s *service) warmUp() {
	s.t.Helper()
	var files []upload
	for _, d := range loadSamples(s.t) {
		if filepath.Ext(d.File) != ".xml" { // needs a documentType, which is one for all
			files = append(files, upload{d.File, d.data})
		}
	}
	code, answer, _ := s.post("/extract/batch", files, nil)
	items, _ := answer["items"].([]any)
	if code != http.StatusOK || len(items) != len(files) {
		s.t.Fatalf("batch: %d %v", code, answer)
	}
	for _, f := range files {
		s.post("/extract/sync", []upload{f}, map[string]string{"timeout": "60000"})
	}
	for _, item := range items {
		s.await(item.(object)["request_id"].(string), 2*time.Minute)
	}
}

// settledMemory is the least that the service's processes hold, together and in
// MiB, over ten seconds of rest, and over up to thirty while it is more than
// enough: ClickHouse's own work in the background takes some 40 for seconds.
func (s *service) settledMemory(enough float64) float64 {
	least := trial.Memory(s.process.PID())
	for began := time.Now(); time.Since(began) < 10*time.Second || least > enough && time.Since(began) < 30*time.Second; {
		time.Sleep(500 * time.Millisecond)
		least = min(least, trial.Memory(s.process.PID()))
	}
	return least
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
