// Package clamdtest starts a real ClamAV daemon for tests, with a database of
// their own that knows one signature: nothing is downloaded.
package clamdtest

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

// MaxFile is the largest file that the daemon takes.
const MaxFile = 1 << 20

// Daemon is a running clamd.
type Daemon struct {
	Socket string // a path

	cmd    *exec.Cmd
	killed bool
}

// EICAR is the test file that scanners know, the one signature of the daemon.
// It stands here in pieces, so that no scanner takes this file for it.
func EICAR() []byte {
	return []byte(strings.Join([]string{`X5O!P%@AP[4\PZX54(P^)7CC)7}`, `$EICAR-STANDARD-`, `ANTIVIRUS-TEST-FILE`, `!$H+H*`}, ""))
}

// Start runs a daemon until the end of the test. Where ClamAV is not installed,
// the test is skipped, or fails if LAVRA_REQUIRE names clamd.
func Start(t *testing.T) *Daemon {
	t.Helper()
	program := find(t)
	dir := t.TempDir()
	d := &Daemon{Socket: filepath.Join(dir, "clamd.sock")}
	signatures := "Lavra.Test.EICAR:0:*:" + hex.EncodeToString(EICAR()) + "\n"
	config := fmt.Sprintf("LocalSocket %s\nDatabaseDirectory %s\nForeground yes\nStreamMaxLength %d\n", d.Socket, dir, MaxFile)
	for name, text := range map[string]string{"test.ndb": signatures, "clamd.conf": config} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var log bytes.Buffer
	d.cmd = exec.Command(program, "--config-file", filepath.Join(dir, "clamd.conf"))
	d.cmd.Stdout, d.cmd.Stderr = &log, &log
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		d.Kill()
		if t.Failed() {
			t.Logf("clamd: %s", log.String())
		}
	})
	for until := time.Now().Add(30 * time.Second); time.Now().Before(until); time.Sleep(50 * time.Millisecond) {
		if _, err := os.Stat(d.Socket); err == nil {
			return d
		}
	}
	t.Fatal("clamd does not listen")
	return nil
}

// Kill ends the daemon at once. Its socket stays behind, as after a crash.
func (d *Daemon) Kill() {
	if d.killed {
		return
	}
	d.killed = true
	_ = d.cmd.Process.Kill()
	_ = d.cmd.Wait() // killed: always an error
}

func find(t *testing.T) string {
	t.Helper()
	if program, err := exec.LookPath("clamd"); err == nil {
		return program
	}
	const sbin = "/usr/sbin/clamd" // where distributions put it, outside the path of users
	if _, err := os.Stat(sbin); err == nil {
		return sbin
	}
	if strings.Contains(os.Getenv("LAVRA_REQUIRE"), "clamd") {
		t.Fatal("clamd is required and not installed (package clamav-daemon)")
	}
	t.Skip("clamd is not installed (package clamav-daemon)")
	return ""
}
