package e2e

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"lavra.dev/cmd/lavra/erase"
)

// lavra runs a command of the program beside the service.
func (s *service) lavra(arguments ...string) ([]byte, error) {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), binary, arguments...)
	cmd.Env = s.env
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		s.t.Logf("lavra %s: %s", strings.Join(arguments, " "), exit.Stderr)
	}
	return out, err
}

// files counts those of the blob store.
func (s *service) files() (n int) {
	s.t.Helper()
	err := filepath.WalkDir(filepath.Join(s.dir, "blobs", "files"), func(_ string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			n++
		}
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		s.t.Fatal(err)
	}
	return n
}

// A person asks for erasure: by request, under way or done, and by CPF.
func TestWhatIsErasedIsGone(t *testing.T) {
	began := time.Now()
	s := start(t, "LAVRA_CALLBACK_BACKOFF=2s,2s")
	submit := func(name string, fields map[string]string) string {
		t.Helper()
		var answer object
		eventually(t, 2*time.Minute, "acceptance", func() bool {
			var code int
			code, answer, _ = s.post("/extract", []upload{{name, sampleNamed(t, name).data}}, fields)
			return code == http.StatusOK
		})
		return answer["request_id"].(string)
	}
	var calls atomic.Int32
	endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		w.WriteHeader(http.StatusInternalServerError)
	}))
	defer endpoint.Close()

	done, kept, person := submit("recibo-01.pdf", nil), submit("boleto-02.pdf", nil), submit("holerite-02.pdf", nil)
	calling := submit("cnh-01.pdf", map[string]string{"callbackUrl": endpoint.URL})
	for _, id := range []string{done, kept, person, calling} {
		s.await(id, 3*time.Minute)
	}
	underWay := submit("certidao-nascimento-03.pdf", nil)
	for _, id := range []string{done, underWay, calling} {
		s.erase(id)
		s.erase(id)
	}
	made := calls.Load()

	// By the person's number, as it is printed and not.
	eventually(t, 2*time.Minute, "rows of what ended", func() bool { // that of a request in progress comes first, and has no text
		rows, err := s.ask("SELECT count() FROM results_raw WHERE request_id IN ('" + person + "', '" + kept + "')")
		return err == nil && rows == "2"
	})
	var certificate erase.Certificate
	for _, arguments := range [][]string{{"--dry-run"}, nil} {
		out, err := s.lavra(append([]string{"erase", "--cpf", "637.564.044-04", "--wait", "3m"}, arguments...)...)
		if err != nil {
			t.Fatalf("lavra erase: %v\n%s", err, out)
		}
		certificate = erase.Certificate{}
		if err := json.Unmarshal(out, &certificate); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(out), "63756404404") || strings.Contains(string(out), "637.564.044-04") {
			t.Error("the certificate says the number")
		}
		if len(certificate.Requests) != 1 || certificate.Requests[0].ID != person || certificate.Requests[0].Rows["results_raw"] != 1 {
			t.Fatalf("found %s", out)
		}
		if len(arguments) > 0 {
			s.await(person, time.Minute) // still there
		}
	}
	if r := certificate.Requests[0]; !certificate.Complete || r.File != "deleted" || len(r.RowsLeft) != 0 {
		t.Errorf("the certificate says %+v", r)
	}

	erased := []string{done, underWay, calling, person}
	for restarted := range 2 {
		for _, id := range erased {
			for _, path := range []string{"", "/markdown", "/timeline", "/pages/1"} {
				if code, answer := s.get("/extract/" + id + path); code != http.StatusNotFound {
					t.Errorf("%s of an erased one, %d restarts: %d %v", path, restarted, code, answer)
				}
			}
		}
		if answer := s.await(kept, time.Minute); answer["status"] != "success" {
			t.Errorf("the one beside them is %v", answer["status"])
		}
		eventually(t, 3*time.Minute, "rows and files gone", func() bool {
			for _, table := range []string{"requests_raw", "states_raw", "results_raw", "webhook_attempts_raw", "documents", "fields"} {
				rows, err := s.ask("SELECT count() FROM " + table + " WHERE request_id IN ('" + strings.Join(erased, "','") + "')")
				if err != nil || rows != "0" {
					return false
				}
			}
			return s.files() == 1
		})
		if restarted == 0 {
			s.stop(syscall.SIGTERM)
			s.up()
		}
	}
	// What an account keeps no longer.
	for age, want := range map[string]int{"24h": 0, "1s": 1} {
		out, err := s.lavra("erase", "--account", "e2e", "--older-than", age, "--wait", "3m")
		certificate = erase.Certificate{}
		if err != nil || json.Unmarshal(out, &certificate) != nil || len(certificate.Requests) != want || !certificate.Complete {
			t.Fatalf("lavra erase --older-than %s: %v\n%s", age, err, out)
		}
		if want == 1 && (certificate.Requests[0].ID != kept || s.files() != 0) {
			t.Errorf("the certificate says %+v", certificate.Requests[0])
		}
	}
	erased = append(erased, kept)
	if now := calls.Load(); now > made+1 { // one may have been on its way
		t.Errorf("%d callbacks after the erasure", now-made)
	}
	if r := s.audit(began); r.Erased != len(erased) || r.Ended != 0 || !r.Clean() {
		t.Errorf("the audit says %+v", r)
	}
}

func (s *service) erase(id string) {
	s.t.Helper()
	eventually(s.t, time.Minute, "erasure", func() bool {
		req, err := http.NewRequestWithContext(s.t.Context(), http.MethodDelete, s.url+"/extract/"+id, nil)
		if err != nil {
			s.t.Fatal(err)
		}
		code, _, _ := s.do(req)
		return code == http.StatusNoContent
	})
}
