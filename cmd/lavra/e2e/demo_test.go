package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"lavra.dev/platform/nativelib/nativelibtest"
)

// burners keep the machine at a load average of a dozen.
const burners = 12

// The first thing that anybody runs works on a machine that is busy with other things.
func TestDemoOnABusyMachine(t *testing.T) {
	if tier := os.Getenv("LAVRA_E2E_TIER"); tier != "" && tier != "embedded" {
		t.Skip("the demonstration is of the embedded parts")
	}
	library, err := nativelibtest.Find("libpdfium.so")
	if err != nil {
		t.Fatal(err)
	}
	for range burners {
		burner := exec.Command("nice", "-n", "10", "sh", "-c", "while :; do :; done")
		if err := burner.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = burner.Process.Kill() // it never ends by itself
			_ = burner.Wait()
		})
	}
	dir := t.TempDir()
	env := append(os.Environ(), "DEMO_BINARY="+binary, "LAVRA_DATA_DIR="+dir, "LAVRA_LISTEN="+freeAddr(t), "LAVRA_KAFKA_LISTEN="+freeAddr(t), "LAVRA_REGISTRY_LISTEN="+freeAddr(t),
		"LAVRA_CLICKHOUSE_LISTEN="+freeAddr(t), "LAVRA_METRICS_LISTEN="+freeAddr(t), "LAVRA_NATIVE_DIR="+filepath.Dir(library))
	script := func(name string) (string, error) {
		cmd := exec.Command("../../../deploy/demo/" + name)
		cmd.Env = env
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	t.Cleanup(func() {
		if out, err := script("stop.sh"); err != nil {
			t.Errorf("stopping: %v\n%s", err, out)
		}
	})
	out, err := script("demo.sh")
	if err != nil || !strings.Contains(out, " documents in ") || strings.Contains(out, "refused") || strings.Contains(out, " failed") {
		t.Errorf("%v\n%s", err, out)
	}
}
