package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// submit is `lavra submit` against the service.
func (s *service) submit(arguments ...string) *exec.Cmd {
	cmd := exec.Command(binary, append([]string{"submit"}, arguments...)...)
	cmd.Env = append(os.Environ(), "LAVRA_URL="+s.url, "LAVRA_API_KEY="+key)
	return cmd
}

// A folder is read whole, each file once, although who sends is killed five times and
// interrupted once, and who takes is killed as well. SUBMIT_FILES makes the folder larger.
func TestSubmitReadsAFolderOnce(t *testing.T) {
	s := start(t)
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "results.jsonl")
	files := setting("SUBMIT_FILES", 200)
	docs := textSamples(t)
	for i := range files {
		d := docs[i%len(docs)]
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%05d-%s", i, d.File)), d.data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rows := func() int {
		text, _ := os.ReadFile(out)
		return bytes.Count(text, []byte("\n"))
	}
	ends := []struct {
		by   os.Signal
		code int
	}{{syscall.SIGKILL, -1}, {syscall.SIGKILL, -1}, {syscall.SIGINT, 130}, {syscall.SIGKILL, -1}, {syscall.SIGKILL, -1}, {syscall.SIGKILL, -1}}
	for i, end := range ends {
		cmd := s.submit("--out", out, "--batch", "10", dir)
		enough := max(rows(), (i+1)*files/(len(ends)+2)) // of this run as well
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		eventually(t, 10*time.Minute, "results of the run", func() bool { return rows() > enough })
		_ = cmd.Process.Signal(end.by)
		_ = cmd.Wait() // its code says how it ended
		if code := cmd.ProcessState.ExitCode(); code != end.code {
			t.Errorf("%v: exit code %d, want %d", end.by, code, end.code)
		}
		t.Logf("%v with %d of %d results, exit code %d", end.by, rows(), files, cmd.ProcessState.ExitCode())
	}
	// The last run sees the service die and come back.
	cmd := s.submit("--out", out, "--batch", "10", dir)
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.stop(syscall.SIGKILL)
	s.up()
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v: %s", err, said.String())
	}
	if again, err := s.submit("--out", out, "--batch", "10", dir).CombinedOutput(); err != nil {
		t.Errorf("once more, with nothing left to do: %v: %s", err, again)
	}
	seen := map[string]int{}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var row struct{ File, Status string }
		if err := json.Unmarshal(line, &row); err != nil || row.Status == "refused" || row.Status == "failed" {
			t.Errorf("%v: %.300s", err, line)
		}
		seen[row.File]++
	}
	if len(seen) != files || rows() != files {
		t.Errorf("%d files have %d rows, want %d", len(seen), rows(), files)
	}
	s.oneRowEach(files)
}

// A file that is too large is refused alone, whatever it stands beside.
func TestSubmitIsToldWhatIsRefused(t *testing.T) {
	s := start(t)
	dir := t.TempDir()
	d := sampleNamed(t, "recibo-01.pdf")
	for name, data := range map[string][]byte{"a.pdf": d.data, "b.pdf": bytes.Repeat([]byte("%PDF-1.7\n"), 3<<20), "c.pdf": []byte("nada"), "d.pdf": d.data} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, arguments := range [][]string{{dir}, {"--sync", dir}, {"--batch", "1", dir}} {
		cmd := s.submit(append([]string{"--format", "jsonl"}, arguments...)...)
		stdout, err := cmd.Output()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 2 {
			t.Fatalf("%v: %v", arguments, err)
		}
		statuses := map[string]string{}
		for line := range bytes.Lines(stdout) {
			var row struct{ File, Status, Error string }
			if err := json.Unmarshal(line, &row); err != nil {
				t.Fatal(err)
			}
			statuses[filepath.Base(row.File)] = row.Status + row.Error
		}
		want := map[string]string{"a.pdf": "success", "d.pdf": "success"}
		for name, status := range want {
			if statuses[name] != status {
				t.Errorf("%v: %s is %s", arguments, name, statuses[name])
			}
		}
		for _, name := range []string{"b.pdf", "c.pdf"} {
			if len(statuses[name]) < 12 || statuses[name][:11] != "refused400:" {
				t.Errorf("%v: %s is %s", arguments, name, statuses[name])
			}
		}
	}
}
