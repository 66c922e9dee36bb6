package conformance

import (
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lavra.dev/cmd/lavra/trial"
)

// TestPrograms runs the programs of the folder examples against the service, as
// somebody would who copies them.
func TestPrograms(t *testing.T) {
	s := startOnce(t)
	for _, language := range []struct {
		name    string
		prepare func(t *testing.T) (dir string)
		command func(dir, program string) []string
	}{
		{"go", func(t *testing.T) string {
			dir := t.TempDir()
			cmd := exec.Command("go", "build", "-o", dir, "./...")
			cmd.Dir, cmd.Env = absolute(t, "examples/go"), append(os.Environ(), "GOWORK=off", "CGO_ENABLED=0")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			return dir
		}, func(dir, program string) []string { return []string{filepath.Join(dir, program)} }},
		{"python", func(t *testing.T) string { return absolute(t, "examples/python") },
			func(dir, program string) []string { return []string{"python3", filepath.Join(dir, program+".py")} }},
		{"typescript", compileTypeScript, func(dir, program string) []string {
			return []string{"node", filepath.Join(dir, "build", program+".js")}
		}},
	} {
		t.Run(language.name, func(t *testing.T) {
			w := &world{T: t, service: s, key: mainKey}
			dir := language.prepare(t)
			p := programs{w, func(program string) []string { return language.command(dir, program) }}
			p.sync()
			p.batch()
			p.callbacks()
		})
	}
}

// compileTypeScript builds in a copy: the tree stays as it is.
func compileTypeScript(t *testing.T) string {
	for _, program := range []string{"node", "npm"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not here", program)
		}
	}
	dir := t.TempDir()
	files, err := filepath.Glob(absolute(t, "examples/typescript/*.*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, filepath.Base(f)), data)
	}
	if out, err := inside(t, dir, "npm", "ci", "--no-audit", "--no-fund"); err != nil {
		if os.Getenv("LAVRA_REQUIRE") == "" {
			t.Skipf("npm ci: %v\n%s", err, out)
		}
		t.Fatalf("npm ci: %v\n%s", err, out)
	}
	if out, err := inside(t, dir, "npm", "run", "build"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

type programs struct {
	*world
	command func(program string) []string
}

// start starts a program with the service's address and key.
func (p programs) start(program string, arguments ...string) (cmd *exec.Cmd, out *bytes.Buffer) {
	p.Helper()
	line := append(p.command(program), arguments...)
	out = &bytes.Buffer{}
	cmd = exec.Command(line[0], line[1:]...)
	cmd.Env = append(os.Environ(), "LAVRA_URL="+p.url, "LAVRA_API_KEY="+mainKey, "CALLBACK_TOKEN=segredo", "PYTHONDONTWRITEBYTECODE=1")
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		p.Fatal(err)
	}
	return cmd, out
}

func (p programs) sync() {
	p.Helper()
	cmd, out := p.start("sync", absolute(p.T, "samples/recibo-01.pdf"))
	if err := cmd.Wait(); err != nil || !strings.Contains(out.String(), "RECIBO success") || !strings.Contains(out.String(), "valor = ") {
		p.Errorf("sync: %v\n%s", err, out)
	}
}

func (p programs) batch() {
	p.Helper()
	cmd, out := p.start("batch", absolute(p.T, "samples/recibo-01.pdf"), absolute(p.T, "samples/boleto-02.pdf"))
	err := cmd.Wait()
	for _, want := range []string{"recibo-01.pdf success ", "boleto-02.pdf success "} {
		if err != nil || !strings.Contains(out.String(), want) {
			p.Errorf("batch: %v, no %q in\n%s", err, want, out)
		}
	}
}

// callbacks: what comes twice is kept once, and what a stranger sends not at all.
func (p programs) callbacks() {
	p.Helper()
	address, err := trial.FreeAddr()
	if err != nil {
		p.Fatal(err)
	}
	kept := filepath.Join(p.TempDir(), "results.jsonl")
	cmd, out := p.start("callbacks", address, kept)
	defer func() {
		_ = cmd.Process.Kill() // serves until then
		_ = cmd.Wait()
	}()
	post := func(token, body string) (status int) {
		req, err := http.NewRequest(http.MethodPost, "http://"+address, strings.NewReader(body))
		if err != nil {
			p.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		if resp, err := client.Do(req); err == nil {
			resp.Body.Close()
			status = resp.StatusCode
		}
		return status
	}
	p.until("the receiver answers", func() bool { return post("outro", "{}") == http.StatusUnauthorized })
	id := p.form("/extract", []file{p.receipt()}, fields{"callbackUrl": "http://" + address, "callbackAuthToken": "segredo"}).ok().text("request_id")
	lines := func() []byte {
		text, _ := os.ReadFile(kept)
		return text
	}
	p.until("the callback is kept", func() bool { return bytes.Contains(lines(), []byte(id)) })
	if status := post("segredo", string(bytes.TrimSpace(lines()))); status != http.StatusOK {
		p.Errorf("the same again: %d", status)
	}
	if status := post("segredo", "nada"); status/100 == 2 {
		p.Errorf("no result: %d", status)
	}
	if n := bytes.Count(lines(), []byte("\n")); n != 1 {
		p.Errorf("%d results are kept\n%s\n%s", n, lines(), out)
	}
}

// until waits for what another process does, on a machine however busy.
func (p programs) until(what string, ok func() bool) {
	p.Helper()
	for deadline := time.Now().Add(2 * time.Minute); !ok(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			p.Fatalf("never seen: %s", what)
		}
	}
}
