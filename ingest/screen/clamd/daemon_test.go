package clamd

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// eicar is the test file that scanners know. It stands here in pieces, so that
// no scanner takes this file for it.
func eicar() []byte {
	return []byte(strings.Join([]string{`X5O!P%@AP[4\PZX54(P^)7CC)7}`, `$EICAR-STANDARD-`, `ANTIVIRUS-TEST-FILE`, `!$H+H*`}, ""))
}

// daemon runs a real clamd that knows one signature, and gives its socket.
func daemon(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("clamd")
	if err != nil {
		program = "/usr/sbin/clamd" // where distributions put it, outside the path of users
	}
	if _, err := os.Stat(program); err != nil {
		t.Skip("clamd is not installed (package clamav-daemon)")
	}
	dir := t.TempDir()
	socket := filepath.Join(dir, "clamd.sock")
	signatures := "Lavra.Test.EICAR:0:*:" + hex.EncodeToString(eicar()) + "\n"
	config := fmt.Sprintf("LocalSocket %s\nDatabaseDirectory %s\nForeground yes\nStreamMaxLength 1M\n", socket, dir)
	for name, text := range map[string]string{"test.ndb": signatures, "clamd.conf": config} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var log bytes.Buffer
	cmd := exec.Command(program, "--config-file", filepath.Join(dir, "clamd.conf"))
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // killed: always an error
		if t.Failed() {
			t.Logf("clamd: %s", log.String())
		}
	})
	for until := time.Now().Add(30 * time.Second); time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
		if _, err := os.Stat(socket); err == nil {
			return socket
		}
	}
	t.Fatal("clamd does not listen")
	return ""
}

func TestARealDaemonFindsItsSignature(t *testing.T) {
	client := New(daemon(t), 10*time.Second)
	big := bytes.Repeat([]byte("documento "), 90_000)
	for _, c := range []struct {
		name  string
		file  []byte
		found bool
	}{
		{"the test file", eicar(), true},
		{"the test file in a document", append(append([]byte("%PDF-1.4\n"), big...), eicar()...), true},
		{"a document", big, false},
		{"half the test file", eicar()[:40], false},
	} {
		if found, err := client.Scan(t.Context(), bytes.NewReader(c.file)); found != c.found || err != nil {
			t.Errorf("%s: found %v, error %v", c.name, found, err)
		}
	}
	if _, err := client.Scan(t.Context(), bytes.NewReader(bytes.Repeat(big, 3))); err == nil {
		t.Error("a file over the daemon's limit passed for clean")
	}
}
