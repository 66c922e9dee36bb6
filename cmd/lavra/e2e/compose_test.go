package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"lavra.dev/cmd/lavra/audit"
)

const (
	top = "../../.."

	// containersPatience is for a machine ten times slower than the one that took a minute.
	containersPatience = 10 * time.Minute
)

// deployment is docker-compose.yml in containers: on free ports, with secrets of its own.
type deployment struct {
	*service
	command []string // the command and what names the project
}

// published is a port of the host in docker-compose.yml.
var published = regexp.MustCompile(`"127\.0\.0\.1:(\d+):\d+"`)

// startDeployment brings everything up and waits until all of it is healthy.
func startDeployment(t *testing.T) *deployment {
	t.Helper()
	if os.Getenv("LAVRA_E2E_TIER") != "docker" {
		t.Skip("containers are of the tier docker")
	}
	command := composeCommand(t)
	text, err := os.ReadFile(filepath.Join(top, "docker-compose.yml"))
	if err != nil {
		t.Fatal(err)
	}
	secrets := t.TempDir()
	const password = "compose-password"
	for name, value := range map[string]string{
		"secret_key": strings.Repeat("5", 64), "clickhouse_password": password, "bootstrap_keys": "e2e:" + key, "grafana_password": password,
		"clickhouse_dsn": "http://lavra:" + password + "@clickhouse:8123/default",
	} {
		if err := os.WriteFile(filepath.Join(secrets, name), []byte(value+"\n"), 0o444); err != nil {
			t.Fatal(err)
		}
	}
	ports := map[string]string{}
	text = published.ReplaceAllFunc(text, func(port []byte) []byte {
		usual := string(published.FindSubmatch(port)[1])
		ports[usual] = freeAddr(t)
		return bytes.Replace(port, []byte("127.0.0.1:"+usual), []byte(ports[usual]), 1)
	})
	// Compose 1 does not know the key "name".
	text = bytes.Replace(text, []byte("\nname: lavra\n"), []byte("\n"), 1)
	// Where the engine may not raise the number of open files, ClickHouse has what there is.
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		t.Fatal(err)
	}
	text = bytes.ReplaceAll(text, []byte("262144"), fmt.Append(nil, min(files.Max, 262144)))
	text = bytes.ReplaceAll(text, []byte("./secrets/"), []byte(secrets+"/"))
	file := filepath.Join(t.TempDir(), "docker-compose.yml")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	folder, err := filepath.Abs(top)
	if err != nil {
		t.Fatal(err)
	}
	d := &deployment{
		service: &service{t: t, url: "http://" + ports["8080"], store: "http://lavra:" + password + "@" + ports["8123"] + "/?"},
		command: append(command, "-f", file, "--project-directory", folder, "-p", fmt.Sprintf("lavra-e2e-%d", os.Getpid())),
	}
	t.Cleanup(d.down)
	d.up()
	return d
}

// composeCommand is the plugin, or Debian's program.
func composeCommand(t *testing.T) []string {
	t.Helper()
	for _, command := range [][]string{{"docker", "compose"}, {"docker-compose"}} {
		if exec.Command(command[0], append(command[1:], "version")...).Run() == nil {
			return command
		}
	}
	const missing = "there is neither the plugin docker compose nor docker-compose"
	if strings.Contains(os.Getenv("LAVRA_REQUIRE"), "docker") {
		t.Fatal(missing)
	}
	t.Skip(missing)
	return nil
}

// program runs a program and gives its output.
func program(name string, arguments ...string) (string, error) {
	out, err := exec.Command(name, arguments...).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%s %s: %w\n%s", name, strings.Join(arguments, " "), err, out)
	}
	return strings.TrimSpace(string(out)), err
}

func (d *deployment) compose(arguments ...string) (string, error) {
	return program(d.command[0], append(append([]string{}, d.command[1:]...), arguments...)...)
}

// up starts all services whose images can be had: nobody gives Grafana's to a machine that
// reaches no registry of images.
func (d *deployment) up() {
	d.t.Helper()
	start := []string{"up", "-d", "--no-build"}
	if _, err := program("docker", "image", "inspect", "grafana/grafana:12.2.0"); err != nil {
		d.t.Log("the image of Grafana is not there: everything else is started")
		start = append(start, "kafka", "registry", "clickhouse", "topics", "ingest", "processors", "sink", "api", "gateway", "prometheus")
	}
	// Compose gives up when a part is unhealthy once, as on a machine that is too slow for
	// its patience; the part itself goes on.
	var err error
	eventually(d.t, containersPatience, "docker compose up", func() bool {
		_, err = d.compose(start...)
		return err == nil
	})
	d.healthy()
}

// healthy waits until every container is, or has done its work.
func (d *deployment) healthy() {
	d.t.Helper()
	var state string
	deadline := time.Now().Add(containersPatience)
	for {
		ids, err := d.compose("ps", "-a", "-q")
		if err == nil && ids != "" {
			state, err = program("docker", append([]string{"inspect", "-f", "{{.Name}} {{with .State.Health}}{{.Status}}{{else}}{{.State.Status}} {{.State.ExitCode}}{{end}}"}, strings.Fields(ids)...)...)
		}
		bad := err != nil || state == ""
		for line := range strings.Lines(state) {
			bad = bad || !strings.HasSuffix(strings.TrimSpace(line), " healthy") && !strings.HasSuffix(strings.TrimSpace(line), " exited 0")
		}
		if !bad {
			return
		}
		if time.Now().After(deadline) {
			d.t.Fatalf("not all are healthy: %v\n%s", err, state)
		}
		time.Sleep(time.Second)
	}
}

func (d *deployment) down() {
	if d.t.Failed() {
		logs, _ := d.compose("logs", "--tail", "30") // best effort: the failure stands already
		d.t.Log(logs)
	}
	if _, err := d.compose("down", "-v", "-t", "20"); err != nil {
		d.t.Error(err)
	}
}

// kill ends a service's container without a chance to tidy up, and starts it again.
func (d *deployment) kill(service string) {
	d.t.Helper()
	id := d.container(service)
	for _, command := range []string{"kill", "start"} {
		if _, err := program("docker", command, id); err != nil {
			d.t.Fatal(err)
		}
	}
}

// What operators are given runs: all parts healthy, the samples read through the one address,
// and no part's death under load loses or doubles a document.
func TestDockerComposeLosesNothing(t *testing.T) {
	d := startDeployment(t)
	began := time.Now()
	out := filepath.Join(t.TempDir(), "samples.jsonl")
	if answer, err := d.submit("--quiet", "--out", out, samples).CombinedOutput(); err != nil {
		t.Fatalf("the samples: %v\n%s", err, answer)
	}
	types := map[string]string{}
	for _, sample := range loadSamples(t) {
		types[sample.File] = sample.DocumentType
	}
	sent := 0
	for file, row := range resultRows(t, out) {
		if sent++; row.DocumentType != types[filepath.Base(file)] {
			t.Errorf("%s: type %s, want %s", file, row.DocumentType, types[filepath.Base(file)])
		}
	}
	if sent != len(types) {
		t.Errorf("%d of %d samples have a result", sent, len(types))
	}
	t.Logf("%d samples in %s", sent, time.Since(began).Round(time.Second))
	for _, service := range []string{"processors", "sink", "api", "ingest", "gateway", "clickhouse", "registry", "kafka"} {
		sent += d.killUnderLoad(service)
	}
	d.oneRowEach(sent)
	r := d.audited(began)
	if r.Accepted != sent || r.Ended != sent || r.Failed != 0 {
		t.Errorf("the audit says %+v, want %d accepted and ended", r, sent)
	}
	t.Logf("audit: %d accepted, %d ended, %d failed, faults %v", r.Accepted, r.Ended, r.Failed, r.Counts)
	d.keptItsLimits()
}

// audited is what `lavra audit` says where operators run it: in a container of the deployment.
func (d *deployment) audited(since time.Time) (r audit.Report) {
	d.t.Helper()
	text, err := program("docker", "exec", d.container("api"), "/usr/bin/lavra", "audit", "--json", "--since", since.UTC().Format(time.RFC3339), "--deadline", "1m", "--wait", "5m")
	if start := strings.Index(text, "{\n"); err != nil || start < 0 || json.Unmarshal([]byte(text[start:]), &r) != nil {
		d.t.Errorf("the audit says %v: %s", err, text)
	}
	return r
}

// keptItsLimits puts too much into containers: the engine stops that, and the service goes on.
func (d *deployment) keptItsLimits() {
	d.t.Helper()
	for _, limit := range []struct{ service, limit, excess, complaint string }{
		// tail keeps the last line, and this one never ends.
		{"api", "memory", "tail /dev/zero", "137"},
		{"gateway", "processes", "for i in {1..100}; do sleep 5 & done", "Resource temporarily unavailable"},
	} {
		container := d.container(limit.service)
		was := d.restarts(container)
		said, err := program("docker", "exec", container, "bash", "-c", limit.excess)
		if err != nil {
			said += err.Error()
		}
		if !strings.Contains(said, limit.complaint) {
			d.t.Errorf("%s takes more %s than its limit: %s", limit.service, limit.limit, said)
		}
		d.healthy()
		if now := d.restarts(container); now != was {
			d.t.Errorf("%s started again (%s, then %s): something beside it took too much %s", limit.service, was, now, limit.limit)
		}
	}
}

// restarts says how often a container was started, and when last.
func (d *deployment) restarts(container string) string {
	d.t.Helper()
	n, err := program("docker", "inspect", "-f", "{{.RestartCount}} {{.State.StartedAt}}", container)
	if err != nil {
		d.t.Fatal(err)
	}
	return n
}

func (d *deployment) container(service string) string {
	d.t.Helper()
	id, err := d.compose("ps", "-q", service)
	if err != nil {
		d.t.Fatal(err)
	}
	return id
}

// killUnderLoad sends files, kills the service in the midst of them, and wants a result of each.
func (d *deployment) killUnderLoad(service string) (sent int) {
	d.t.Helper()
	const files = 20
	began := time.Now()
	dir, out := d.t.TempDir(), filepath.Join(d.t.TempDir(), "results.jsonl")
	docs := textSamples(d.t)
	for i := range files {
		doc := docs[i%len(docs)]
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%02d-%s", service, i, doc.File)), doc.data, 0o600); err != nil {
			d.t.Fatal(err)
		}
	}
	cmd := d.submit("--quiet", "--out", out, "--batch", "2", dir)
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	eventually(d.t, containersPatience, "a first result", func() bool {
		text, _ := os.ReadFile(out) // it is not there at first
		return bytes.Contains(text, []byte("\n"))
	})
	d.kill(service)
	if err := cmd.Wait(); err != nil {
		d.t.Errorf("%s killed: %v\n%s", service, err, said.String())
	}
	d.healthy()
	if rows := resultRows(d.t, out); len(rows) != files {
		d.t.Errorf("%s killed: %d of %d files have a result", service, len(rows), files)
	}
	d.t.Logf("%s killed under load: %d documents in %s", service, files, time.Since(began).Round(time.Second))
	return files
}

type resultRow struct {
	File, Status string
	DocumentType string `json:"document_type"`
}

// resultRows are the rows that lavra submit wrote, by file: one each, none failed.
func resultRows(t *testing.T, path string) map[string]resultRow {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]resultRow{}
	for line := range bytes.Lines(text) {
		var row resultRow
		if err := json.Unmarshal(line, &row); err != nil || row.Status == "refused" || row.Status == "failed" {
			t.Errorf("%v: %.300s", err, line)
		}
		if _, twice := rows[row.File]; twice {
			t.Errorf("%s has two rows", row.File)
		}
		rows[row.File] = row
	}
	return rows
}
