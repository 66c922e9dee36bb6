package conformance

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestSchemathesis lets schemathesis look for requests that the service answers
// in another way than its document says, with all of its checks.
// LAVRA_SCHEMATHESIS is the program; `make schemathesis` installs it.
func TestSchemathesis(t *testing.T) {
	program := os.Getenv("LAVRA_SCHEMATHESIS")
	if program == "" {
		t.Skip("LAVRA_SCHEMATHESIS is not set: run make schemathesis")
	}
	w := &world{T: t, service: startOnce(t), key: mainKey}
	sample, err := filepath.Abs(filepath.Join(root, "samples", "recibo-01.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	hooks, err := filepath.Abs(filepath.Join(root, "api", "schemathesis"))
	if err != nil {
		t.Fatal(err)
	}
	accepted := w.form("/extract/batch", []file{w.receipt()}, nil).ok()
	w.await(accepted.text(0, "request_id"))
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	run := exec.CommandContext(ctx, program, "run", w.url+"/openapi.json", "--checks", "all", "--mode", "all", "--max-examples", "50",
		"--seed", "1", "--workers", "2", "--request-timeout", "90", "--continue-on-failure", "--header", "Authorization: Bearer "+mainKey)
	run.Dir = t.TempDir()
	run.Env = append(os.Environ(), "SCHEMATHESIS_HOOKS=hooks", "PYTHONPATH="+hooks, "PYTHONDONTWRITEBYTECODE=1", "LAVRA_SAMPLE="+sample,
		"LAVRA_SAMPLE_URL="+w.outside.put("schemathesis.pdf", w.receipt().data), "LAVRA_REQUEST_ID="+accepted.text(0, "request_id"),
		"LAVRA_BATCH_ID="+accepted.header.Get("X-Batch-Id"))
	out, err := run.CombinedOutput()
	t.Logf("%s", out)
	if err != nil {
		t.Errorf("schemathesis: %v", err)
	}
}
