// Package security attacks a running `lavra up` as the reviews did, and prints for each attack
// what is expected and what was seen. docs/threat-model.md says which promise each one tests.
package security

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lavra.dev/cmd/lavra/trial"
	"lavra.dev/platform/nativelib/nativelibtest"
)

const (
	greedyKey = "security-greedy-0123456789abcdef"
	modestKey = "security-modest-0123456789abcdef"
)

// target is the service under attack.
type target struct {
	dir, url, host                      string
	kafka, registry, clickhouse, metric string
	process                             *trial.Process
}

// shared is the service that most attacks are tried on.
var shared *target

func TestMain(m *testing.M) {
	if _, err := nativelibtest.Find("libpdfium.so"); err != nil {
		fmt.Fprintln(os.Stderr, "SKIP security:", err)
		return
	}
	var err error
	if shared, err = startTarget(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	if code != 0 {
		fmt.Fprintln(os.Stderr, shared.process.LogTail(40))
	}
	shared.stop()
	os.Exit(code)
}

func (s *target) stop() {
	s.process.Stop(syscall.SIGTERM) // one that had to be killed has ended too
	os.RemoveAll(s.dir)
}

// startTarget starts a service, with settings beside those that every attack needs.
func startTarget(settings ...string) (*target, error) {
	library, err := nativelibtest.Find("libpdfium.so")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "lavra-security-")
	if err != nil {
		return nil, err
	}
	binary, err := trial.Build(dir)
	if err != nil {
		return nil, err
	}
	var listen [5]string
	for i := range listen {
		if listen[i], err = trial.FreeAddr(); err != nil {
			return nil, err
		}
	}
	t := &target{dir: dir, url: "http://" + listen[0], host: listen[0], kafka: listen[1], registry: listen[2], clickhouse: listen[3], metric: listen[4]}
	env := append(os.Environ(), "LAVRA_DATA_DIR="+dir, "LAVRA_LISTEN="+listen[0], "LAVRA_KAFKA_LISTEN="+listen[1], "LAVRA_REGISTRY_LISTEN="+listen[2],
		"LAVRA_CLICKHOUSE_LISTEN="+listen[3], "LAVRA_METRICS_LISTEN="+listen[4], "LAVRA_NATIVE_DIR="+filepath.Dir(library),
		"LAVRA_BOOTSTRAP_KEYS=greedy:"+greedyKey+",modest:"+modestKey,
		"LAVRA_EGRESS_ALLOW=127.0.0.0/8", // the worst an operator can allow
		"LAVRA_CALLBACK_BACKOFF=1s,2s")
	if env = append(env, settings...); strings.Contains(strings.Join(settings, " "), "LAVRA_TLS_CERT=") {
		t.url = "https://" + t.host
	}
	if t.process, err = trial.Launch(binary, "up", env, filepath.Join(dir, "lavra.log")); err != nil {
		return nil, err
	}
	for deadline := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		if resp, err := client.Get(t.url + "/health"); err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return t, nil
			}
		}
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("the service did not become ready:\n%s", t.process.LogTail(40))
		}
	}
}

// attack is one line of the table. try says what was seen; it is as expected where it begins so.
type attack struct {
	name, expected string
	try            func(*testing.T, *target) string
}

func run(t *testing.T, attacks []attack) {
	for _, a := range attacks {
		t.Run(strings.ReplaceAll(a.name, " ", "_"), func(t *testing.T) {
			seen := a.try(t, shared)
			fmt.Printf("%-64s | %-44s | %s\n", a.name, a.expected, seen)
			if !strings.HasPrefix(seen, a.expected) {
				t.Errorf("expected %q, saw %q", a.expected, seen)
			}
		})
	}
}
