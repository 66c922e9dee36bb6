package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestChaosOfClock sets the clock of a whole service while it works. Programs in Go ask the kernel
// for the time, so that no library comes between: the program is built with a time.Now whose wall
// clock is off by what a file says. Monotonic time goes on, as it does where a host's clock is set.
// Children, and the query store, keep the host's clock.
func TestChaosOfClock(t *testing.T) {
	if len(outside) > 0 || os.Getenv("CHAOS_FAULTS") == "" {
		t.Skip("it builds the program and the whole library once more: make chaos")
	}
	off := filepath.Join(t.TempDir(), "off")
	s := prepare(t, nil, "CLOCK_OFF_BY="+off)
	s.program = buildWithClock(t)
	s.up()
	jump := func(by, length time.Duration, meanwhile func(*chaos)) func(*chaos) {
		return func(c *chaos) {
			setClock(t, off, by)
			c.send()
			meanwhile(c)
			time.Sleep(length)
			setClock(t, off, 0)
			c.send()
		}
	}
	nothing := func(*chaos) {}
	newChaos(t, s, false, []fault{
		{"clock an hour ahead, and back after 5 s", jump(time.Hour, 5*time.Second, nothing)},
		{"clock an hour behind, and back after 5 s", jump(-time.Hour, 5*time.Second, nothing)},
		{"clock ten minutes ahead, and back after 20 s, past the sessions", jump(10*time.Minute, 20*time.Second, nothing)},
		{"clock an hour ahead, kill -9, and back", jump(time.Hour, 0, func(c *chaos) { c.stop(syscall.SIGKILL); c.up() })},
		{"clock an hour behind, kill -9, and back", jump(-time.Hour, 0, func(c *chaos) { c.stop(syscall.SIGKILL); c.up() })},
	}).run(2)
}

func setClock(t *testing.T, name string, by time.Duration) {
	t.Helper()
	next := name + ".next"
	err := os.WriteFile(next, []byte(strconv.Itoa(int(by.Seconds()))), 0o600)
	if err == nil {
		err = os.Rename(next, name)
	}
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond) // it is looked at every 50 ms
}

const clockOff = `package main

import (
	"os"
	"strconv"
	"time"
)

func init() {
	name := os.Getenv("CLOCK_OFF_BY")
	if name == "" {
		return
	}
	look := func() {
		text, _ := os.ReadFile(name)
		seconds, _ := strconv.ParseInt(string(text), 10, 64)
		time.Jump.Store(seconds)
	}
	look()
	go func() {
		for range time.Tick(50 * time.Millisecond) {
			look()
		}
	}()
}
`

// buildWithClock builds the program with a clock that a file sets.
func buildWithClock(t *testing.T) (program string) {
	t.Helper()
	dir := t.TempDir()
	command, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	library := filepath.Join(strings.TrimSpace(string(root)), "src", "time", "time.go")
	const now = "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n"
	const set = "// Jump is how far the wall clock is off, in seconds.\nvar Jump atomic.Int64\n\n" + now + "\tsec += Jump.Load()\n"
	rewrite(t, library, filepath.Join(dir, "time.go"), now, set, "import (\n", "import (\n\t\"sync/atomic\"\n")
	overlay, err := json.Marshal(object{"Replace": object{library: filepath.Join(dir, "time.go"), filepath.Join(command, "clock_off.go"): filepath.Join(dir, "clock_off.go")}})
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "clock_off.go"), []byte(clockOff), 0o600)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	program = filepath.Join(dir, "lavra")
	build := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, "lavra.dev/cmd/lavra")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("building lavra with a clock that is set, %s: %v\n%s", runtime.Version(), err, out)
	}
	return program
}
