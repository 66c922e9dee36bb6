package e2e

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/cmd/lavra/trial"
	"lavra.dev/deploy/testbed"
)

const securePrefix = "secure."

// logins of Kafka, one for each process, by another mechanism each. That of the api
// comes with a token.
var logins = []testbed.Login{
	{User: "admin", Password: "admin-password", Mechanism: "PLAIN"},
	{User: "ingest", Password: "ingest-password", Mechanism: "SCRAM-SHA-256"},
	{User: "processors", Password: "processors-password", Mechanism: "SCRAM-SHA-512"},
	{User: "sink", Password: "sink-password", Mechanism: "PLAIN"},
}

// right is something that a login may do, on what begins so.
type right struct {
	topics, groups, transactions []string
	may                          []kadm.ACLOperation
}

// rights are what docs/operator.md gives each process.
func rights() map[string][]right {
	write := []kadm.ACLOperation{kadm.OpWrite}
	every := []right{
		{topics: []string{""}, may: []kadm.ACLOperation{kadm.OpRead, kadm.OpDescribe, kadm.OpDescribeConfigs}},
		{topics: []string{"instances"}, may: write},
	}
	with := func(own ...right) []right { return append(every[:len(every):len(every)], own...) }
	return map[string][]right{
		"ingest": with(
			right{topics: []string{"documents.submitted.", "documents.status", "requests.idempotency", "accounts.audit"}, may: write},
			right{transactions: []string{""}, may: []kadm.ACLOperation{kadm.OpWrite, kadm.OpDescribe}},
			right{groups: []string{""}, may: []kadm.ACLOperation{kadm.OpDescribe}},
		),
		"processors": with(
			right{topics: []string{"documents.", "webhooks."}, may: []kadm.ACLOperation{kadm.OpWrite, kadm.OpDelete}},
			right{groups: []string{""}, may: []kadm.ACLOperation{kadm.OpRead, kadm.OpDescribe}},
		),
		"sink": with(
			right{topics: []string{"documents.dead"}, may: write},
			right{groups: []string{"sink"}, may: []kadm.ACLOperation{kadm.OpRead, kadm.OpDescribe}},
		),
		"api": with(
			right{topics: []string{"documents.", "webhooks.due", "webhooks.breakers", "accounts.audit"}, may: write},
			right{groups: []string{""}, may: []kadm.ACLOperation{kadm.OpDescribe}},
		),
	}
}

func grant(t *testing.T, admin *kadm.Client) {
	t.Helper()
	prefixed := func(names []string) (full []string) {
		for _, name := range names {
			full = append(full, securePrefix+name)
		}
		return full
	}
	for user, all := range rights() {
		for _, r := range all {
			acl := kadm.NewACLs().Allow("User:" + user).AllowHosts("*").ResourcePatternType(kadm.ACLPatternPrefixed).Operations(r.may...).
				MaybeTopics(prefixed(r.topics)...).MaybeGroups(prefixed(r.groups)...).MaybeTransactionalIDs(prefixed(r.transactions)...)
			results, err := admin.CreateACLs(t.Context(), acl)
			if err != nil {
				t.Fatal(err)
			}
			for _, result := range results {
				if result.Err != nil {
					t.Fatalf("%s: %v", user, result.Err)
				}
			}
		}
	}
}

// tokens gives tokens to the api, who says to be the client "api".
func tokens(t *testing.T) *httptest.Server {
	t.Helper()
	part := func(v any) string {
		text, err := json.Marshal(v)
		if err != nil {
			t.Error(err)
		}
		return base64.RawURLEncoding.EncodeToString(text)
	}
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		if user != "api" || password != "api-password" || r.FormValue("grant_type") != "client_credentials" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		now := time.Now()
		token := part(object{"alg": "none"}) + "." + part(object{"sub": "api", "iat": now.Unix(), "exp": now.Add(time.Hour).Unix()}) + "."
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(object{"access_token": token, "token_type": "Bearer", "expires_in": 3600})
	}))
	t.Cleanup(s.Close)
	return s
}

// Each process logs in to Kafka as itself, by TLS, and has no right that it does not need.
func TestKafkaWithLoginsAndLeastRights(t *testing.T) {
	notInContainers(t, "this tier wants no login")
	if os.Getenv("LAVRA_E2E_TIER") != "kafka" {
		t.Skip("needs Apache Kafka: make test-kafka")
	}
	host := startOn(t, nil) // for its ClickHouse
	bed, err := testbed.Java(t.Context(), testbed.Options{Dir: t.TempDir(), Logins: logins})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(bed.Close)
	options, err := bed.Administrator()
	if err != nil {
		t.Fatal(err)
	}
	client, err := kgo.NewClient(append(options, kgo.SeedBrokers(bed.Kafka))...)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	grant(t, kadm.NewClient(client))

	issuer := tokens(t)
	authorities := filepath.Join(t.TempDir(), "authorities.pem")
	broker, err := os.ReadFile(bed.CA())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(authorities, append(broker, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: issuer.Certificate().Raw})...), 0o600); err != nil {
		t.Fatal(err)
	}
	w := &secured{t: t, dir: t.TempDir()}
	w.env = append(host.env, "LAVRA_KAFKA_BROKERS="+bed.Kafka, "LAVRA_SCHEMA_REGISTRY_URL="+bed.Registry, "LAVRA_KAFKA_TLS=true", "LAVRA_PARTS_CA="+authorities,
		"LAVRA_TOPIC_PREFIX="+securePrefix, "LAVRA_BOOTSTRAP_KEYS=", "LAVRA_SECRET_KEY="+strings.Repeat("5", 64), "LAVRA_DATA_DIR="+w.dir,
		"LAVRA_BLOB_URL=file://"+w.dir+"/blobs", "LAVRA_CLICKHOUSE_DSN="+trial.StoreURL(host.dir, host.clickhouse)+"secure", "LAVRA_METRICS_LISTEN=127.0.0.1:0")
	if err := os.MkdirAll(filepath.Join(w.dir, "blobs"), 0o700); err != nil {
		t.Fatal(err)
	}
	w.command("topics", "create")
	w.command("account", "create", "acme")
	apiKey := regexp.MustCompile(`lavra_\S+`).FindString(w.command("key", "create", "acme"))

	for _, l := range logins[1:] {
		w.start(l.User, "LAVRA_KAFKA_SASL="+l.Mechanism, "LAVRA_KAFKA_USER="+l.User, "LAVRA_KAFKA_PASSWORD="+l.Password)
	}
	w.start("api", "LAVRA_KAFKA_SASL=OAUTHBEARER", "LAVRA_KAFKA_USER=api", "LAVRA_KAFKA_PASSWORD=api-password", "LAVRA_KAFKA_TOKEN_URL="+issuer.URL)

	ingest, api := &service{t: t, url: w.url["ingest"]}, &service{t: t, url: w.url["api"]}
	d := textSamples(t)[0]
	id := ingest.submitAs(apiKey, d)
	for until := time.Now().Add(3 * time.Minute); ; time.Sleep(200 * time.Millisecond) {
		if got := api.getAs(apiKey, "/extract/"+id)["status"]; got == "success" {
			break
		} else if time.Now().After(until) {
			t.Fatalf("the document is %v", got)
		}
	}
	eventually(t, 2*time.Minute, "its row", func() bool {
		rows, err := host.ask("SELECT count() FROM secure.documents WHERE status = 'success'")
		return err == nil && strings.TrimSpace(rows) == "1"
	})
	for name, p := range w.processes {
		if text := p.LogTail(1000); strings.Contains(text, "AUTHORIZATION_FAILED") || strings.Contains(text, "-password") {
			t.Errorf("%s wants a right that it does not have, or tells a password:\n%s", name, p.LogTail(20))
		}
	}
}

// secured is the processes beside a Kafka that asks who is there.
type secured struct {
	t         *testing.T
	dir       string
	env       []string
	url       map[string]string
	processes map[string]*trial.Process
}

func (w *secured) command(arguments ...string) string {
	w.t.Helper()
	cmd := exec.Command(binary, arguments...)
	cmd.Env = append(w.env[:len(w.env):len(w.env)], "LAVRA_KAFKA_SASL=PLAIN", "LAVRA_KAFKA_USER=admin", "LAVRA_KAFKA_PASSWORD=admin-password")
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.t.Fatalf("%v: %v\n%s", arguments, err, out)
	}
	return string(out)
}

func (w *secured) start(name string, settings ...string) {
	w.t.Helper()
	if w.processes == nil {
		w.processes, w.url = map[string]*trial.Process{}, map[string]string{}
	}
	listen, metrics := freeAddr(w.t), freeAddr(w.t)
	env := append(append(w.env[:len(w.env):len(w.env)], settings...), "LAVRA_LISTEN="+listen, "LAVRA_METRICS_LISTEN="+metrics)
	p, err := trial.Launch(binary, name, env, filepath.Join(w.dir, name+".log"))
	if err != nil {
		w.t.Fatal(err)
	}
	w.processes[name], w.url[name] = p, "http://"+listen
	w.t.Cleanup(func() {
		if err := p.Stop(syscall.SIGTERM); err != nil {
			w.t.Error(err)
		}
		if w.t.Failed() {
			w.t.Logf("end of the log of %s:\n%s", name, p.LogTail(30))
		}
	})
	ctx, cancel := context.WithTimeout(w.t.Context(), 90*time.Second)
	defer cancel()
	if err := p.AwaitReady(ctx, "http://"+metrics); err != nil {
		w.t.Fatalf("%s: %v", name, err)
	}
}

func (s *service) getAs(apiKey, path string) object {
	s.t.Helper()
	req, err := http.NewRequest(http.MethodGet, s.url+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+apiKey)
	_, body, _ := s.do(req)
	return body
}

func (s *service) submitAs(apiKey string, d truth) string {
	s.t.Helper()
	body := fmt.Sprintf(`{"file":{"fileBase64":%q,"filename":%q}}`, base64.StdEncoding.EncodeToString(d.data), d.File)
	req, err := http.NewRequest(http.MethodPost, s.url+"/extract", strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+apiKey)
	req.Header.Set("Content-Type", "application/json")
	code, answer, _ := s.do(req)
	id, _ := answer["request_id"].(string)
	if id == "" {
		s.t.Fatalf("not accepted: %d %v", code, answer)
	}
	return id
}
