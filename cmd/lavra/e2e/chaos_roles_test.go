package e2e

import (
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"

	"lavra.dev/cmd/lavra/trial"
	"lavra.dev/deploy/embedded"
	"lavra.dev/schemas/topic"
)

// apart is an installation whose roles are processes of their own: one that takes
// in, one that answers, two that process, two that fill the query store. Log,
// registry and query store outlive them all.
type apart struct {
	roles    map[string]*role
	registry *embedded.Registry // nil: another
	fronts   map[string]*front  // by the part they stand before
}

type role struct {
	binary  string
	command string
	env     []string
	process *trial.Process
}

// faultsOfRoles are those of roles apart.
func faultsOfRoles() []fault {
	all := []fault{
		{"a reader killed", func(c *chaos) { c.killChildOf("processors-1", "reader") }},
		{"processors stopped for 14 s: others take over, and a zombie wakes", func(c *chaos) { c.pauseRole("processors-1") }},
		{"all processors killed", func(c *chaos) { c.restart(syscall.SIGKILL, "processors-1", "processors-2") }},
		{"both sinks killed", func(c *chaos) { c.restart(syscall.SIGKILL, "sink-1", "sink-2") }},
		{"sink stopped for 14 s: another takes over, and a zombie wakes", func(c *chaos) { c.pauseRole("sink-1") }},
		{"ingest stopped for 14 s", func(c *chaos) { c.pauseRole("ingest") }},
		{"api stopped for 14 s", func(c *chaos) { c.pauseRole("api") }},
		{"every role by TERM, one after the other", func(c *chaos) {
			for _, name := range roleByRole {
				c.restart(syscall.SIGTERM, name)
			}
		}},
		{"statuses deleted before a sink had read them", func(c *chaos) { c.deleteStatuses() }},
		{"registry wiped, and put back after 5 s", func(c *chaos) { c.wipeRegistry() }},
		{"files away for 5 s", func(c *chaos) { c.filesAway(filepath.Join(c.dir, "store", "blobs"), 5*time.Second) }},
		{"files of another installation for 5 s", func(c *chaos) { c.otherFiles(filepath.Join(c.dir, "store", "blobs"), 5*time.Second) }},
		{"members come and go: processors by TERM five times", func(c *chaos) {
			for range 5 {
				c.restart(syscall.SIGTERM, "processors-2")
			}
		}},
		{diskFull, func(c *chaos) { c.fillDisk(filepath.Join(c.dir, "store")) }},
	}
	for _, name := range []string{"ingest", "processors-1", "sink-1", "api"} {
		role := strings.TrimSuffix(name, "-1")
		all = append(all, fault{role + " killed", func(c *chaos) { c.restart(syscall.SIGKILL, name) }},
			fault{role + " by TERM", func(c *chaos) { c.restart(syscall.SIGTERM, name) }})
	}
	return all
}

// TestChaosOfRoles puts faults into single roles at work, as TestChaos does into all.
func TestChaosOfRoles(t *testing.T) {
	notInContainers(t, "its ClickHouse is shared with other tests")
	t.Parallel()
	s := prepare(t, nil)
	limited := limitDisk(t, filepath.Join(s.dir, "store"))
	a := startApart(t, s, binary)
	var faults []fault
	all := faultsOfRoles()
	if os.Getenv("CHAOS_FAULTS") != "" { // it builds the program once more
		all = append(all, fault{"upgrade of every role to a newer schema under load, and back", func(c *chaos) { c.upgrade() }})
	}
	for _, f := range all {
		if a.registry != nil || !strings.HasPrefix(f.name, "registry") {
			faults = append(faults, f)
		}
	}
	c := newChaos(t, s, limited, faults)
	c.apart = a
	c.run(2)
}

// startApart brings the parts and the roles of an installation up, the roles by a build of any version.
func startApart(t *testing.T, s *service, build string, settings ...string) *apart {
	t.Helper()
	a := &apart{roles: map[string]*role{}, fronts: map[string]*front{}}
	s.env = append(s.env, "LAVRA_SECRET_KEY=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
		"LAVRA_BLOB_URL=file://"+filepath.Join(s.dir, "store", "blobs"))
	s.env = append(append(s.env, a.startParts(t, s)...), settings...)
	if build != binary {
		s.env = slices.DeleteFunc(s.env, func(one string) bool { return one == smallBulk })
	}
	read := freeAddr(t)
	s.readURL = "http://" + read
	for name, more := range map[string][]string{
		"ingest": {}, "api": {"LAVRA_LISTEN=" + read}, "processors-1": {}, "processors-2": {}, "sink-1": {}, "sink-2": {},
	} {
		command, _, _ := strings.Cut(name, "-")
		env := append(append([]string{}, s.env...), "LAVRA_INSTANCE="+name, "LAVRA_METRICS_LISTEN="+freeAddr(t))
		a.roles[name] = &role{binary: build, command: command, env: append(env, more...)}
		a.launchRole(t, s, name)
	}
	t.Cleanup(func() {
		for name, r := range a.roles {
			if err := r.process.Stop(syscall.SIGTERM); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if t.Failed() {
				t.Logf("end of the log of %s:\n%s", name, r.process.LogTail(30))
			}
		}
	})
	a.rolesReady(t, s)
	return a
}

// startParts runs what the tier does not give, and says where all is.
func (a *apart) startParts(t *testing.T, s *service) (settings []string) {
	t.Helper()
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	store, err := embedded.StartClickHouse(ctx, embedded.ChildConfig{Command: []string{binary, "clickhouse-engine"}, Dir: filepath.Join(s.dir, "clickhouse"), Listen: s.clickhouse, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	a.fronts[partQueryStore] = newFront(t, store.DSN)
	settings = []string{"LAVRA_CLICKHOUSE_DSN=" + a.fronts[partQueryStore].URL}
	if len(outside) > 0 {
		return append(settings, outside...)
	}
	kafka, err := embedded.StartKafka(ctx, embedded.KafkaConfig{Dir: filepath.Join(s.dir, "kafka"), Listen: s.kafka, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(kafka.Close)
	a.startRegistry(t, s)
	t.Cleanup(func() { a.registry.Close() })
	a.fronts[partRegistry] = newFront(t, a.registry.URL)
	return append(settings, "LAVRA_KAFKA_BROKERS="+kafka.Addr, "LAVRA_SCHEMA_REGISTRY_URL="+a.fronts[partRegistry].URL)
}

func (a *apart) startRegistry(t *testing.T, s *service) {
	t.Helper()
	listen := "127.0.0.1:0"
	if a.registry != nil {
		listen = strings.TrimPrefix(a.registry.URL, "http://")
	}
	var err error
	if a.registry, err = embedded.StartRegistry(t.Context(), embedded.RegistryConfig{Dir: filepath.Join(s.dir, "registry"), Listen: listen, Log: slog.New(slog.DiscardHandler)}); err != nil {
		t.Fatal(err)
	}
}

func (a *apart) launchRole(t *testing.T, s *service, name string) {
	t.Helper()
	r := a.roles[name]
	var err error
	if r.process, err = trial.Launch(r.binary, r.command, r.env, filepath.Join(s.dir, name+".log")); err != nil {
		t.Fatal(err)
	}
}

// ready waits until documents are taken and answered.
func (a *apart) rolesReady(t *testing.T, s *service) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	for name, url := range map[string]string{"ingest": s.url, "api": s.readURL} {
		if err := a.roles[name].process.AwaitReady(ctx, url); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// restart ends roles by a signal while more is sent, and starts them again after a while.
func (c *chaos) restart(sig syscall.Signal, names ...string) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for _, name := range names {
			if err := c.roles[name].process.Stop(sig); err != nil {
				c.t.Errorf("%s: %v", name, err)
			}
		}
	}()
	if names[0] != "ingest" {
		c.send()
	}
	<-ended
	time.Sleep(time.Duration(c.random.IntN(3000)) * time.Millisecond)
	for _, name := range names {
		c.launchRole(c.t, c.service, name)
	}
	c.send() // waits for an ingest that starts
	c.rolesReady(c.t, c.service)
}

func (c *chaos) pauseRole(name string) {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		pause(c.roles[name].process, 14*time.Second)
	}()
	c.send()
	<-ended
}

func (c *chaos) killChildOf(name, child string) {
	if pid, found := c.roles[name].process.Child(child); found {
		_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended meanwhile
	}
}

// otherFiles has the store of another installation stand in for a while: it is whole, and has none
// of these files.
func (c *chaos) otherFiles(folder string, length time.Duration) {
	if err := os.Rename(folder, folder+".ours"); err != nil {
		c.t.Fatal(err)
	}
	if err := os.Mkdir(folder, 0o700); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, ".lavra-blobs"), []byte("another\n"), 0o600); err != nil {
		c.t.Fatal(err)
	}
	time.Sleep(length)
	if err := os.Rename(folder, folder+".another"); err != nil {
		c.t.Fatal(err)
	}
	if err := os.Rename(folder+".ours", folder); err != nil {
		c.t.Fatal(err)
	}
	if err := os.RemoveAll(folder + ".another"); err != nil {
		c.t.Fatal(err)
	}
}

// deleteStatuses empties a topic while no sink reads it. The results are enough for the rows.
func (c *chaos) deleteStatuses() {
	for _, name := range []string{"sink-1", "sink-2"} {
		if err := c.roles[name].process.Stop(syscall.SIGTERM); err != nil {
			c.t.Error(err)
		}
	}
	for _, id := range c.under {
		c.await(id, patience)
	}
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Minute)
	defer cancel()
	admin := kadm.NewClient(c.broker)
	ends, err := admin.ListEndOffsets(ctx, c.topicName(topic.Status))
	if err == nil {
		_, err = admin.DeleteRecords(ctx, ends.Offsets())
	}
	if err != nil {
		c.t.Fatal(err)
	}
	for _, name := range []string{"sink-1", "sink-2"} {
		c.launchRole(c.t, c.service, name)
	}
}

// wipeRegistry has an empty registry stand in for a while, in which processors start.
func (c *chaos) wipeRegistry() {
	folder := filepath.Join(c.dir, "registry")
	swap := func(from, to string) {
		c.registry.Close()
		if err := os.Rename(from, to); err != nil {
			c.t.Fatal(err)
		}
	}
	swap(folder, folder+".whole")
	c.startRegistry(c.t, c.service)
	c.restart(syscall.SIGKILL, "processors-1")
	time.Sleep(5 * time.Second)
	swap(folder, folder+".wiped")
	if err := os.RemoveAll(folder + ".wiped"); err != nil {
		c.t.Fatal(err)
	}
	if err := os.Rename(folder+".whole", folder); err != nil {
		c.t.Fatal(err)
	}
	c.startRegistry(c.t, c.service)
}
