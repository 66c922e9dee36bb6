package conformance

import (
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lavra.dev/cmd/lavra/trial"
)

// TestOneAddress puts the gateway of deploy/gateway, a real HAProxy, in front of
// ingest and api, each a process of its own.
func TestOneAddress(t *testing.T) {
	program, err := exec.LookPath("haproxy")
	if err != nil && strings.Contains(os.Getenv("LAVRA_REQUIRE"), "haproxy") {
		t.Fatal("haproxy is required and not here")
	}
	if err != nil {
		t.Skip("haproxy is not here: apt-get install haproxy")
	}
	w := &world{T: t, service: startOnce(t), key: mainKey}
	address, err := trial.FreeAddr()
	if err != nil {
		t.Fatal(err)
	}
	gateway := exec.Command(program, "-db", "-f", filepath.Join(root, "deploy/gateway/haproxy.cfg"))
	gateway.Env = append(os.Environ(), "GATEWAY_LISTEN="+address, "GATEWAY_INGEST="+strings.TrimPrefix(w.idlePost, "http://"), "GATEWAY_API="+strings.TrimPrefix(w.idleGet, "http://"))
	var said bytes.Buffer
	gateway.Stdout, gateway.Stderr = &said, &said
	if err := gateway.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = gateway.Process.Signal(syscall.SIGTERM)
		_ = gateway.Wait()
		if t.Failed() {
			t.Log(said.String())
		}
	})
	one := w.at("http://" + address)
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Millisecond) {
		if resp, err := client.Get("http://" + address + "/readyz"); err == nil {
			resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				break
			}
		}
		if time.Now().After(deadline) {
			t.Fatal("the gateway never answers")
		}
	}
	one.bothHalves()
}

// TestBothHalvesInOneProcess asks `lavra serve`, for small set-ups, what the gateway is asked.
func TestBothHalvesInOneProcess(t *testing.T) {
	w := &world{T: t, service: startOnce(t), key: mainKey}
	address, err := trial.FreeAddr()
	if err != nil {
		t.Fatal(err)
	}
	process, err := w.service.start("serve", "LAVRA_LISTEN="+address, "LAVRA_METRICS_LISTEN=127.0.0.1:0", "LAVRA_KAFKA_BROKERS="+w.broker, "LAVRA_SCHEMA_REGISTRY_URL=http://"+w.registry,
		"LAVRA_CLICKHOUSE_DSN="+trial.StoreURL(w.dir, w.clickhouse)+"default", "LAVRA_TOPIC_PREFIX=served.", "LAVRA_TOPIC_PARTITIONS=1", "LAVRA_BLOB_URL=file://"+t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := process.Stop(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
	})
	one := w.at("http://" + address)
	if err := w.ready(process, "http://"+address); err != nil {
		t.Fatal(err)
	}
	one.bothHalves()
}

// bothHalves asks one address what ingest answers and what api does.
func (one *world) bothHalves() {
	t := one.T
	t.Helper()
	id := one.form("/extract", []file{one.receipt()}, nil).ok().text("request_id")
	one.get("/extract/"+id).ok().want("in_progress", "status")
	batch := one.form("/extract/batch", []file{one.receipt(), one.receipt()}, nil).ok().header.Get("X-Batch-Id")
	one.get("/extract/batch?batchId=" + batch).ok()
	one.get("/extract").ok()
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/extract/sync", 405}, {"GET", "/classify", 405}, {"POST", "/extract/" + id, 405}, {"PUT", "/extract", 405}, {"POST", "/classify", 415}, {"POST", "/extract/sync", 415},
		{"GET", "/nada", 404}, {"POST", "/extract/", 404}, {"HEAD", "/extract/" + id, 200},
	} {
		if a := one.do(c.method, c.path, nil); a.status != c.status {
			t.Errorf("%s %s: %d, want %d", c.method, c.path, a.status, c.status)
		}
	}
	one.as("").get("/docs").ok()
	if a := one.as("").get("/extract/" + id); a.status != http.StatusUnauthorized {
		t.Errorf("without a key: %d", a.status)
	}
}
