package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// roleByRole is the order of an upgrade as the operator's manual gives it.
var roleByRole = []string{"sink-1", "sink-2", "processors-1", "processors-2", "api", "ingest"}

// upgrade replaces every role by a build that writes a newer schema, one after the
// other while documents come, and then every role by the first build again.
func (c *chaos) upgrade() {
	newer := buildNewer(c.t)
	for _, build := range []string{newer, binary} {
		for _, name := range roleByRole {
			c.roles[name].binary = build
			c.restart(syscall.SIGTERM, name)
		}
	}
	if c.registry == nil {
		return
	}
	var versions []int
	resp, err := http.Get(c.registry.URL + "/subjects/" + c.topicName("status") + "/versions")
	if err == nil {
		defer resp.Body.Close()
		err = json.NewDecoder(resp.Body).Decode(&versions)
	}
	if err != nil || len(versions) != 2 {
		c.t.Errorf("the registry has versions %v of the status, %v: want that of each build", versions, err)
	}
}

// Replacing each role of another version at work, and taking all back again, loses nothing, fails
// nothing and doubles nothing. UPGRADE_FROM is that version's program; `make test-upgrade` makes it.
func TestUpgradeUnderLoad(t *testing.T) {
	from := os.Getenv("UPGRADE_FROM")
	if from == "" {
		t.Skip("there is no other version: make test-upgrade FROM=commit")
	}
	s := prepare(t, nil)
	a := startApart(t, s, from)
	var replacements []fault
	replace := func(what, build string, order []string) {
		for _, name := range order {
			replacements = append(replacements, fault{name + " " + what, func(c *chaos) {
				c.roles[name].binary = build
				c.restart(syscall.SIGTERM, name)
			}})
		}
	}
	replace("upgraded", binary, roleByRole)
	back := slices.Clone(roleByRole)
	slices.Reverse(back)
	replace("taken back", from, back)
	c := newChaos(t, s, false, replacements)
	c.apart = a
	for _, r := range c.faults {
		c.round(r)
	}
	c.print()
}

// buildNewer builds the program with one more version of the schema that every
// process reads: documents.status, with a field that the one before does not know.
func buildNewer(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(dir, "schemas")
	if err := os.CopyFS(copied, os.DirFS(filepath.Join(root, "schemas"))); err != nil {
		t.Fatal(err)
	}
	rewrite(t, filepath.Join(copied, "avro", "status.v2.avsc"), filepath.Join(copied, "avro", "status.v3.avsc"),
		`{"name": "text",`, `{"name": "newer", "type": "string", "default": ""}, {"name": "text",`)
	events := filepath.Join(copied, "event", "events.go")
	rewrite(t, events, events, "type Status struct {", "type Status struct {\n\tNewer string `avro:\"newer\"`")
	work := filepath.Join(dir, "go.work")
	rewrite(t, filepath.Join(root, "go.work"), work, "./", root+"/", root+"/schemas", copied)
	sums, err := os.ReadFile(filepath.Join(root, "go.work.sum"))
	if err == nil {
		err = os.WriteFile(work+".sum", sums, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "lavra")
	build := exec.Command("go", "build", "-o", program, "lavra.dev/cmd/lavra")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK="+work)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatal(fmt.Errorf("building lavra with a newer schema: %w\n%s", err, out))
	}
	return program
}

// rewrite copies a file with words replaced, all of which have to be there.
func rewrite(t *testing.T, from, to string, oldNew ...string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for i := 0; i < len(oldNew); i += 2 {
		if !strings.Contains(text, oldNew[i]) {
			t.Fatalf("%s has no %q", filepath.Base(from), oldNew[i])
		}
		text = strings.ReplaceAll(text, oldNew[i], oldNew[i+1])
	}
	if err := os.WriteFile(to, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
