package conformance

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What generates the Go client, and what the generated code needs.
const (
	goGenerator = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.5.0"
	goRuntime   = "github.com/oapi-codegen/runtime v1.1.2"
)

// TestGeneratedGoClient makes a client from the document that the service
// serves, and a full round trip with it.
func TestGeneratedGoClient(t *testing.T) {
	w := &world{T: t, service: startOnce(t), key: mainKey}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "openapi.yaml"), w.as("").get("/openapi.yaml").ok().body)
	write(t, filepath.Join(dir, "go.mod"), []byte("module goclient\n\ngo 1.25\n\nrequire "+goRuntime+"\n"))
	program, err := os.ReadFile("testdata/goclient/main.go")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "main.go"), program)
	write(t, filepath.Join(dir, "api", "doc.go"), []byte("// Package api is generated.\npackage api\n"))
	generate := []string{"go", "run", goGenerator, "-generate", "types,client", "-package", "api", "-o", "api/api.go", "openapi.yaml"}
	if out, err := inside(t, dir, generate...); err != nil {
		skipOffline(t, out)
		t.Fatalf("generating the client: %v\n%s", err, out)
	}
	for _, command := range [][]string{{"go", "mod", "tidy"}, {"go", "run", ".", w.url, mainKey, absolute(t, "samples/recibo-01.pdf"), w.outside.put("cliente.pdf", w.receipt().data)}} {
		if out, err := inside(t, dir, command...); err != nil {
			skipOffline(t, out)
			t.Fatalf("%s: %v\n%s", strings.Join(command[:2], " "), err, out)
		}
	}
}

// TestGeneratedPythonClient does the same in Python.
func TestGeneratedPythonClient(t *testing.T) {
	generator := os.Getenv("LAVRA_OPENAPI_PYTHON_CLIENT")
	if generator == "" {
		t.Skip("LAVRA_OPENAPI_PYTHON_CLIENT is not set: make test-conformance installs the generator where there is pip")
	}
	w := &world{T: t, service: startOnce(t), key: mainKey}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "openapi.yaml"), w.as("").get("/openapi.yaml").ok().body)
	write(t, filepath.Join(dir, "config.yaml"), []byte("post_hooks: []\n"+
		"content_type_overrides: {image/png: application/octet-stream}\n")) // the generator knows no pictures: to it a page is bytes
	if out, err := inside(t, dir, generator, "generate", "--path", "openapi.yaml", "--output-path", "lavra_client", "--meta", "none", "--config", "config.yaml", "--fail-on-warning"); err != nil {
		t.Fatalf("generating the client: %v\n%s", err, out)
	}
	program, err := os.ReadFile("testdata/pyclient/main.py")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "main.py"), program)
	python := filepath.Join(filepath.Dir(generator), "python")
	if out, err := inside(t, dir, python, "main.py", w.url, mainKey, absolute(t, "samples/recibo-01.pdf"), w.outside.put("cliente.pdf", w.receipt().data)); err != nil {
		t.Fatalf("the round trip: %v\n%s", err, out)
	}
}

// inside runs a command in a folder outside the workspace.
func inside(t *testing.T, dir string, command ...string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "CGO_ENABLED=0")
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// skipOffline tells a machine without the module proxy from a fault of ours.
func skipOffline(t *testing.T, out string) {
	t.Helper()
	for _, sign := range []string{"dial tcp", "no such host", "module lookup disabled", "i/o timeout"} {
		if strings.Contains(out, sign) {
			t.Skipf("the generator cannot be fetched here: %s", out)
		}
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	abs, err := filepath.Abs(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return abs
}
