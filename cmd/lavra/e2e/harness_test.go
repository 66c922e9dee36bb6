// Package e2e runs the whole product as a user does: the binary, over the
// network, on real parts. The same suite runs in three tiers, chosen by
// LAVRA_E2E_TIER: "embedded" (everything in `lavra up`), "kafka" (Apache Kafka
// and a real registry as Java processes) and "docker" (the images of
// docker-compose.yml). A tier that cannot run here skips and says why, unless
// LAVRA_REQUIRE names it.
package e2e

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/cmd/lavra/audit"
	"lavra.dev/cmd/lavra/trial"
	"lavra.dev/deploy/testbed"
	"lavra.dev/platform/nativelib/nativelibtest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

const (
	key      = "e2e-key-0123456789abcdef"
	otherKey = "e2e-other-key-0123456789"
	samples  = "../../../samples"
)

var (
	binary string
	// outside holds the settings that replace embedded parts in this tier.
	outside []string
	// javaParts are what outside names in the tier "kafka": tests may end and start them.
	javaParts *testbed.JavaBed
	// sharedStore is the ClickHouse of the tier "docker"; empty where each service has its own.
	sharedStore string
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "lavra-e2e-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if binary, err = trial.Build(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	stop, err := startTier(dir)
	var missing *testbed.Unavailable
	if errors.As(err, &missing) {
		tier := os.Getenv("LAVRA_E2E_TIER")
		if strings.Contains(os.Getenv("LAVRA_REQUIRE"), tier) {
			fmt.Fprintf(os.Stderr, "tier %s is required and cannot run: %v\n", tier, missing)
			return 1
		}
		fmt.Printf("SKIP tier %s: %v\n", tier, missing)
		return 0
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer stop()
	return m.Run()
}

func startTier(dir string) (stop func(), err error) {
	ctx := context.Background()
	switch tier := os.Getenv("LAVRA_E2E_TIER"); tier {
	case "", "embedded":
		return func() {}, nil
	case "kafka":
		bed, err := testbed.Java(ctx, testbed.Options{Dir: dir, Log: os.Stderr})
		if err != nil {
			return nil, err
		}
		javaParts = bed
		outside = []string{"LAVRA_KAFKA_BROKERS=" + bed.Kafka, "LAVRA_SCHEMA_REGISTRY_URL=" + bed.Registry}
		return bed.Close, nil
	case "docker":
		bed, err := testbed.Docker(ctx, testbed.Options{Dir: dir, Log: os.Stderr})
		if err != nil {
			return nil, err
		}
		outside = []string{"LAVRA_KAFKA_BROKERS=" + bed.Kafka, "LAVRA_SCHEMA_REGISTRY_URL=" + bed.Registry}
		sharedStore = strings.TrimSuffix(bed.ClickHouse, "default")
		return bed.Close, nil
	default:
		return nil, fmt.Errorf("LAVRA_E2E_TIER=%q: want embedded, kafka or docker", tier)
	}
}

// leftOut are the tests that the tier docker leaves out, by name.
var leftOut sync.Map

// notInContainers skips a test in the tier docker, and says why.
func notInContainers(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("LAVRA_E2E_TIER") == "docker" {
		t.Skip(why)
	}
	leftOut.Store(t.Name(), true)
}

// oncePerKafka skips in the tier kafka what BESIDE_DOCKER says that the tier docker runs, on the same Kafka.
func oncePerKafka(t *testing.T) {
	t.Helper()
	if _, only := leftOut.Load(t.Name()); javaParts != nil && os.Getenv("BESIDE_DOCKER") != "" && !only {
		t.Skip("the tier docker runs it")
	}
}

// service is one `lavra up` under test. It keeps its ports and its data over
// restarts.
type service struct {
	t   *testing.T
	env []string
	url string
	dir string
	log string

	program string // another build; empty: this one
	readURL string // of what answers GET; empty: the same

	process *trial.Process // nil until it has been started

	kafka, clickhouse, metrics string
	store                      string // URL of a ClickHouse that is not its own, up to the query
}

// start runs `lavra up` on free ports with a data directory of its own. More
// settings are NAME=value.
func start(t *testing.T, settings ...string) *service {
	t.Helper()
	return startOn(t, outside, settings...)
}

func startOn(t *testing.T, parts []string, settings ...string) *service {
	t.Helper()
	s := prepare(t, parts, settings...)
	s.up()
	return s
}

// prepare makes what start starts.
func prepare(t *testing.T, parts []string, settings ...string) *service {
	t.Helper()
	oncePerKafka(t)
	s := &service{t: t, dir: t.TempDir(), kafka: freeAddr(t), clickhouse: freeAddr(t), metrics: freeAddr(t)}
	listen := freeAddr(t)
	s.url = "http://" + listen
	// A name of its own keeps tests apart on a shared broker and server.
	name := fmt.Sprintf("t%d", time.Now().UnixNano())
	s.env = append(os.Environ(), "LAVRA_LISTEN="+listen, "LAVRA_DATA_DIR="+s.dir, "LAVRA_KAFKA_LISTEN="+s.kafka,
		"LAVRA_CLICKHOUSE_LISTEN="+s.clickhouse, "LAVRA_REGISTRY_LISTEN="+freeAddr(t), "LAVRA_METRICS_LISTEN="+s.metrics,
		"LAVRA_TOPIC_PREFIX="+name+".", "LAVRA_BOOTSTRAP_KEYS=e2e:"+key+",other:"+otherKey, "LAVRA_EGRESS_ALLOW=127.0.0.0/8",
		"LAVRA_CALLBACK_BACKOFF=1s,2s", "LAVRA_TOPIC_PARTITIONS=4",
		smallBulk)
	library, err := nativelibtest.Find("libpdfium.so")
	if err != nil {
		t.Fatal(err)
	}
	s.env = append(append(s.env, "LAVRA_NATIVE_DIR="+filepath.Dir(library)), parts...)
	if sharedStore != "" && parts != nil {
		s.store = sharedStore + "?database=" + name + "&"
		s.env = append(s.env, "LAVRA_CLICKHOUSE_DSN="+sharedStore+name)
	}
	s.env = append(s.env, settings...)
	s.kafka = cmp.Or(s.setting("LAVRA_KAFKA_BROKERS"), s.kafka)
	s.log = filepath.Join(t.TempDir(), "lavra.log") // elsewhere: the disk of its data may be filled, or gone by the end
	t.Cleanup(func() {
		if s.process == nil {
			return
		}
		s.stop(syscall.SIGTERM)
		if t.Failed() {
			t.Logf("end of the log:\n%s", s.process.LogTail(60))
		}
	})
	return s
}

func freeAddr(t *testing.T) string {
	t.Helper()
	addr, err := trial.FreeAddr()
	if err != nil {
		t.Fatal(err)
	}
	return addr
}

// up starts the process and waits until /health says ok.
func (s *service) up() {
	s.t.Helper()
	s.launch()
	s.ready()
}

func (s *service) launch() {
	s.t.Helper()
	var err error
	if s.process, err = trial.Launch(cmp.Or(s.program, binary), "up", s.env, s.log); err != nil {
		s.t.Fatal(err)
	}
}

func (s *service) ready() {
	s.t.Helper()
	// Machines that test are busy; the promise of 5 s is measured by make bench.
	ctx, cancel := context.WithTimeout(s.t.Context(), 5*time.Minute)
	defer cancel()
	if err := s.process.AwaitReady(ctx, s.url); err != nil {
		s.t.Fatal(err)
	}
}

// stop ends the process with a signal and waits for its end.
func (s *service) stop(sig syscall.Signal) {
	s.t.Helper()
	if err := s.process.Stop(sig); err != nil {
		s.t.Error(err)
	}
}

type object = map[string]any

func (s *service) do(req *http.Request) (int, object, http.Header) {
	s.t.Helper()
	if req.Header.Get("Authorization") == "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, object{"transport": err.Error()}, nil
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, object{"transport": err.Error()}, nil
	}
	var out any
	if err := json.Unmarshal(body, &out); err != nil {
		return resp.StatusCode, object{"raw": string(body)}, resp.Header
	}
	if list, ok := out.([]any); ok {
		return resp.StatusCode, object{"items": list}, resp.Header
	}
	m, _ := out.(object)
	return resp.StatusCode, m, resp.Header
}

func (s *service) get(path string) (int, object) {
	s.t.Helper()
	req, err := http.NewRequest(http.MethodGet, cmp.Or(s.readURL, s.url)+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	code, body, _ := s.do(req)
	return code, body
}

// upload is one file of a multipart call.
type upload struct {
	name string
	data []byte
}

func (s *service) post(path string, files []upload, fields map[string]string) (int, object, http.Header) {
	s.t.Helper()
	return s.postOnce(path, files, fields, "")
}

// postOnce is a call that may be repeated under its key.
func (s *service) postOnce(path string, files []upload, fields map[string]string, idempotencyKey string) (int, object, http.Header) {
	s.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range fields {
		form.WriteField(name, value)
	}
	for _, f := range files {
		part, _ := form.CreateFormFile("file", f.name)
		part.Write(f.data)
	}
	form.Close()
	req, err := http.NewRequest(http.MethodPost, s.url+path, &body)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	if idempotencyKey != "" {
		req.Header.Set("Idempotency-Key", idempotencyKey)
	}
	return s.do(req)
}

// await polls a request until it is terminal.
func (s *service) await(id string, within time.Duration) object {
	s.t.Helper()
	deadline := time.Now().Add(within)
	for {
		code, record := s.get("/extract/" + id)
		if code == http.StatusOK && record["status"] != "in_progress" {
			return record
		}
		if code != http.StatusOK && code != http.StatusServiceUnavailable && code != 0 {
			s.t.Fatalf("GET of request %s: %d %v", id, code, record)
		}
		if time.Now().After(deadline) {
			s.t.Fatalf("request %s is not terminal after %s: %d %v", id, within, code, record)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// ask puts a question to ClickHouse as an analyst would with curl. It fails
// while the engine is away, and before the sink has made the tables.
func (s *service) ask(query string) (string, error) {
	store := cmp.Or(s.store, trial.StoreURL(s.dir, s.clickhouse)+"?")
	resp, err := http.Get(store + "query=" + url.QueryEscape(query))
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %d %s", query, resp.StatusCode, body)
	}
	return strings.TrimSpace(string(body)), err
}

func (s *service) sql(query string) string {
	s.t.Helper()
	answer, err := s.ask(query)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer
}

func (s *service) count(query string) int {
	s.t.Helper()
	n, err := strconv.Atoi(s.sql(query))
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// audit proves from what is stored that nothing was lost, doubled or left over
// since a time, once nothing is under way any more. A part that does not answer yet is asked again.
func (s *service) audit(since time.Time) (r audit.Report) {
	s.t.Helper()
	var text []byte
	eventually(s.t, 3*time.Minute, "the audit reports", func() bool {
		cmd := exec.CommandContext(s.t.Context(), binary, "audit", "--json", "--since", since.UTC().Format(time.RFC3339), "--deadline", "1m", "--wait", "5m")
		cmd.Env = s.env
		var complaint bytes.Buffer
		cmd.Stderr = &complaint
		var err error
		text, err = cmd.Output()
		switch {
		case json.Unmarshal(text, &r) != nil:
			s.t.Logf("the audit says %v: %s", err, complaint.Bytes())
			return false
		case err != nil:
			s.t.Errorf("the audit says %v: %s\n%s", err, text, complaint.Bytes())
		}
		return true
	})
	return r
}

// smallBulk has documents go by the deep lane too. A build that is older does not start with it.
const smallBulk = "LAVRA_ACCOUNT_BULK=30"

// setting is the last value that the environment gives a setting.
func (s *service) setting(name string) (value string) {
	for _, setting := range s.env {
		if v, ok := strings.CutPrefix(setting, name+"="); ok {
			value = v
		}
	}
	return value
}

// topicName is the name of a topic on the broker.
func (s *service) topicName(name string) string { return s.setting("LAVRA_TOPIC_PREFIX") + name }

// openTransaction leaves one open as a process does that dies in the middle; the brokers end it
// after timeout.
func (s *service) openTransaction(timeout time.Duration) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), time.Minute)
	defer cancel()
	client, err := kgo.NewClient(kgo.SeedBrokers(s.kafka), kgo.TransactionalID("dead-"+uuid.NewString()), kgo.TransactionTimeout(timeout))
	if err != nil {
		s.t.Fatal(err)
	}
	defer client.CloseAllowingRebalance()
	if err := client.BeginTransaction(); err != nil {
		s.t.Fatal(err)
	}
	rec := &kgo.Record{Topic: s.topicName(topic.Lane(topic.Submitted, event.Bulk)), Key: []byte("nobody's"), Value: []byte("never committed")}
	if err := client.ProduceSync(ctx, rec).FirstErr(); err != nil {
		s.t.Fatal(err)
	}
}

// eventually retries what the sink needs a moment for.
func eventually(t *testing.T, within time.Duration, what string, ok func() bool) {
	t.Helper()
	if !became(within, ok) {
		t.Fatalf("not within %s: %s", within, what)
	}
}

// became waits until ok, and says whether it was in time.
func became(within time.Duration, ok func() bool) bool {
	deadline := time.Now().Add(within)
	for !ok() {
		if time.Now().After(deadline) {
			return false
		}
		time.Sleep(200 * time.Millisecond)
	}
	return true
}

// truth is a sample document and what stands on it.
type truth struct {
	File         string         `json:"file"`
	DocumentType string         `json:"document_type"`
	Tags         []string       `json:"tags"`
	Fields       map[string]any `json:"fields"`
	data         []byte
}

func (d truth) tagged(tag string) bool {
	for _, t := range d.Tags {
		if t == tag {
			return true
		}
	}
	return false
}

func loadSamples(t *testing.T) []truth {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(samples, "*.truth.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no samples: %v", err)
	}
	var all []truth
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		var d truth
		if err := json.Unmarshal(text, &d); err != nil {
			t.Fatal(err)
		}
		if d.data, err = os.ReadFile(filepath.Join(samples, d.File)); err != nil {
			t.Fatal(err)
		}
		all = append(all, d)
	}
	return all
}

func sampleNamed(t *testing.T, name string) truth {
	t.Helper()
	for _, d := range loadSamples(t) {
		if d.File == name {
			return d
		}
	}
	t.Fatalf("no sample %s", name)
	return truth{}
}

// textSamples are the documents with a text layer: quick to read.
func textSamples(t *testing.T) []truth {
	t.Helper()
	var text []truth
	for _, d := range loadSamples(t) {
		if d.tagged("text") {
			text = append(text, d)
		}
	}
	return text
}
