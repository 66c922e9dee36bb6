package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func (s *service) produce(arguments ...string) *exec.Cmd {
	cmd := exec.Command(binary, append([]string{"produce"}, arguments...)...)
	cmd.Env = s.env
	return cmd
}

// Who writes into the log without the service has each file accepted once, although the producer
// is killed on the way, and the account finds its results.
func TestProduceWritesEachFileOnce(t *testing.T) {
	began := time.Now()
	s := start(t)
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "accepted.jsonl")
	const files = 60
	docs := textSamples(t)
	var manifest bytes.Buffer
	for i := range files {
		d := docs[i%len(docs)]
		name := fmt.Sprintf("%03d-%s", i, d.File)
		if err := os.WriteFile(filepath.Join(dir, name), d.data, 0o600); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&manifest, "{\"file\":%q,\"reference_id\":\"lote-1\",\"metadata\":{\"loja\":7}}\n", name)
	}
	list := filepath.Join(dir, "lote.jsonl")
	if err := os.WriteFile(list, manifest.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	arguments := []string{"--account", "e2e", "--out", out, "--batch", "5", "--parallel", "2", "--manifest", list}
	cmd := s.produce(arguments...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	eventually(t, 5*time.Minute, "a first acknowledgement", func() bool {
		text, _ := os.ReadFile(out) // it is not there at first
		return bytes.Contains(text, []byte("\n"))
	})
	_ = cmd.Process.Kill()
	_ = cmd.Wait() // it was killed
	if said, err := s.produce(arguments...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for line := range bytes.Lines(text) {
		var row struct {
			ID string `json:"request_id"`
		}
		if err := json.Unmarshal(line, &row); err != nil || row.ID == "" {
			t.Fatalf("%v: %s", err, line)
		}
		ids[row.ID] = true
	}
	if len(ids) != files || bytes.Count(text, []byte("\n")) != files {
		t.Errorf("%d requests in %d rows, want %d", len(ids), bytes.Count(text, []byte("\n")), files)
	}
	for id := range ids {
		if record := s.await(id, 5*time.Minute); record["reference_id"] != "lote-1" || record["status"] == "failed" {
			t.Errorf("%s: %v, reference %v", id, record["status"], record["reference_id"])
		}
	}
	s.oneRowEach(files)
	if r := s.audit(began); r.Accepted != files || r.Ended != files {
		t.Errorf("the audit says %+v", r)
	}
	for account, want := range map[string]string{"ninguem": "ninguem", "": "--account"} {
		said, err := s.produce("--account", account, list).CombinedOutput()
		if err == nil || !strings.Contains(string(said), want) {
			t.Errorf("account %q: %v %s", account, err, said)
		}
	}
}

// What a producer that died left open hides the end of the log from the next one until the brokers
// end it, which it waits for, however long that takes.
func TestProduceWaitsForADeadProducersTransaction(t *testing.T) {
	s := start(t)
	file := filepath.Join(t.TempDir(), "documento.pdf")
	if err := os.WriteFile(file, textSamples(t)[0].data, 0o600); err != nil {
		t.Fatal(err)
	}
	s.openTransaction(30 * time.Second) // longer than a command waits for a log that does not answer
	if said, err := s.produce("--account", "e2e", file).CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, said)
	}
}
