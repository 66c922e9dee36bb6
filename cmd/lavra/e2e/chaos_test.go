package e2e

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/cmd/lavra/audit"
	"lavra.dev/cmd/lavra/trial"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

// chaos is a service that faults are put into while it works, one kind after the
// other in an order that its seed says. Every document is a good one: whatever
// fails has failed for another's fault.
type chaos struct {
	*service
	t      *testing.T
	random *rand.Rand
	began  time.Time
	broker *kgo.Client
	docs   []truth
	urls   []string // of callbacks: to one that takes them, one that fails, none
	sent   []string // requests
	before audit.Report
	rows   map[string]*chaosRow
	faults []fault
	under  []string // requests of the fault at work

	*apart // nil: everything in one process
}

// fault is a kind. It takes hold while documents are under way, and is over when
// its function returns.
type fault struct {
	name   string
	inject func(*chaos)
}

// chaosRow is what a kind of fault did.
type chaosRow struct {
	faults, documents int
	audit.Report      // sums of what the audits found beyond those before
	recovery          time.Duration
}

// perFault is how many documents a batch has; one to three are under way at each fault.
var perFault = setting("CHAOS_DOCUMENTS", 25)

// patience is how long a document may take to end: on a machine that eight others share
// at load 80, some took more than five minutes.
const patience = 15 * time.Minute

// faultsOfAll are those of everything in one process.
var faultsOfAll = []fault{
	{"kill -9 of everything", func(c *chaos) { c.stop(syscall.SIGKILL); c.up() }},
	{"TERM of everything", func(c *chaos) { c.stop(syscall.SIGTERM); c.up() }},
	{"a reader killed", func(c *chaos) { c.killChild("reader") }},
	{"a screen killed", func(c *chaos) { c.killChild("screen") }},
	{"ClickHouse's child killed", func(c *chaos) { c.killChild("clickhouse-engine") }},
	{"STOP for 14 s, past the sessions", func(c *chaos) { c.pause(14 * time.Second) }},
	{"files away for 5 s", func(c *chaos) { c.filesAway(filepath.Join(c.dir, "blobs"), 5*time.Second) }},
	{"poison at every topic of the way", func(c *chaos) { c.poison() }},
	{"a transaction left open", func(c *chaos) { c.openTransaction(15 * time.Second) }},
	{"a topic gets a partition", func(c *chaos) { c.addPartition() }},
	{"kill -9 twice in a row", func(c *chaos) {
		c.stop(syscall.SIGKILL)
		c.launch()
		time.Sleep(time.Second)
		c.stop(syscall.SIGKILL)
		c.up()
	}},
	{diskFull, func(c *chaos) { c.fillDisk(c.dir) }},
}

// TestChaos puts faults into a service at work: a few, or as many as
// CHAOS_FAULTS says, from CHAOS_SEED, for CHAOS_MINUTES at most;
// CHAOS_ONLY chooses kinds by a part of their names. `make chaos` runs each many times.
func TestChaos(t *testing.T) {
	if len(outside) > 0 {
		t.Skip("it kills the embedded parts too")
	}
	t.Parallel() // it mostly waits, as the other chaos does: at the end of the suite all take their time together
	s := prepare(t, outside)
	limited := limitDisk(t, s.dir)
	s.up()
	newChaos(t, s, limited, faultsOfAll).run(3)
}

// run puts in as many faults as CHAOS_FAULTS says, each kind once before one comes again.
func (c *chaos) run(otherwise int) {
	rounds, minutes := setting("CHAOS_FAULTS", otherwise), time.Duration(setting("CHAOS_MINUTES", 30))*time.Minute
	var order []int
	for len(order) < rounds {
		order = append(order, c.random.Perm(len(c.faults))...)
	}
	for _, n := range order[:rounds] {
		if c.t.Failed() || time.Since(c.began) > minutes {
			break
		}
		c.round(c.faults[n])
	}
	c.print()
}

func setting(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// newChaos is of a service that runs. Where its disk is not one that may be
// filled, that fault is left out.
func newChaos(t *testing.T, s *service, limited bool, faults []fault) *chaos {
	c := &chaos{t: t, service: s, random: rand.New(rand.NewPCG(uint64(setting("CHAOS_SEED", 1)), 0)), began: time.Now(), docs: textSamples(t), rows: map[string]*chaosRow{}}
	for _, f := range faults {
		if (f.name != diskFull || limited) && strings.Contains(f.name, os.Getenv("CHAOS_ONLY")) {
			c.faults = append(c.faults, f)
		}
	}
	takes := newReceiver(t)
	fails := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }))
	t.Cleanup(fails.Close)
	c.urls = []string{takes.URL, fails.URL, ""}
	var err error
	if c.broker, err = kgo.NewClient(kgo.SeedBrokers(c.kafka), kgo.RecordPartitioner(kgo.StickyKeyPartitioner(nil))); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.broker.Close)
	return c
}

// round puts one fault into work, waits until all of that has ended, and audits.
func (c *chaos) round(fault fault) {
	row := c.rows[fault.name]
	if row == nil {
		row = &chaosRow{Report: audit.Report{Counts: map[audit.Fault]int{}}}
		c.rows[fault.name] = row
	}
	c.under = nil
	c.send()
	time.Sleep(time.Duration(c.random.IntN(1000)) * time.Millisecond) // somewhere in the middle of the work
	began := time.Now()
	fault.inject(c)
	for _, id := range c.under {
		c.await(id, patience)
	}
	row.recovery = max(row.recovery, time.Since(began))
	report := c.audit(c.began.Add(-2 * time.Hour)) // the clock may have been set back
	row.faults++
	row.documents += len(c.under)
	row.Failed += report.Failed - c.before.Failed
	for _, f := range audit.Faults() {
		row.Counts[f] += report.Counts[f] - c.before.Counts[f]
	}
	if report.Failed > c.before.Failed {
		c.t.Errorf("%s: %d documents failed for another's fault", fault.name, report.Failed-c.before.Failed)
	}
	if report.Accepted != len(c.sent) {
		c.t.Errorf("%s: %d requests are known, %d were accepted", fault.name, report.Accepted, len(c.sent))
	}
	c.before = report
	c.t.Logf("%s: %d documents, all ended after %s", fault.name, len(c.under), time.Since(began).Round(100*time.Millisecond))
}

// send has a batch of good documents accepted, with a callback or none. What is
// refused or not answered is sent again under the same key.
func (c *chaos) send() {
	var files []upload
	for range perFault {
		d := c.docs[c.random.IntN(len(c.docs))]
		files = append(files, upload{d.File, d.data})
	}
	fields := map[string]string{}
	if url := c.urls[c.random.IntN(len(c.urls))]; url != "" {
		fields["callbackUrl"] = url
	}
	name := fmt.Sprintf("chaos-%d", len(c.sent))
	eventually(c.t, patience, "a batch is accepted", func() bool {
		code, answer, _ := c.postOnce("/extract/batch", files, fields, name)
		items, _ := answer["items"].([]any)
		for _, item := range items {
			c.under = append(c.under, item.(object)["request_id"].(string))
		}
		if code != 0 && code != http.StatusOK && code != http.StatusServiceUnavailable && code != http.StatusTooManyRequests {
			c.t.Fatalf("a batch of good documents: %d %v", code, answer)
		}
		return code == http.StatusOK
	})
	c.sent = append(c.sent, c.under[len(c.under)-perFault:]...)
}

func (c *chaos) killChild(name string) {
	if pid, found := c.process.Child(name); found {
		_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended meanwhile
	}
}

func (c *chaos) pause(length time.Duration) { pause(c.process, length) }

func pause(p *trial.Process, length time.Duration) {
	_ = syscall.Kill(p.PID(), syscall.SIGSTOP) // a process that has ended is found out later
	time.Sleep(length)
	_ = syscall.Kill(p.PID(), syscall.SIGCONT)
}

func (c *chaos) filesAway(folder string, length time.Duration) {
	if err := os.Rename(folder, folder+".away"); err != nil {
		c.t.Fatal(err)
	}
	time.Sleep(length)
	_ = os.RemoveAll(folder) // what was made in its place meanwhile
	if err := os.Rename(folder+".away", folder); err != nil {
		c.t.Fatal(err)
	}
}

// poison writes records that nobody can decode, under keys of nobody.
func (c *chaos) poison() {
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Minute)
	defer cancel()
	values := [][]byte{nil, []byte("nothing of ours"), {0, 0, 0, 0, 1}, {0, 0, 0, 255, 255, 1, 2, 3}}
	for _, name := range []string{topic.Submitted, topic.Read, topic.Classified, topic.Extracted} {
		for _, lane := range topic.Lanes(name) {
			value := values[c.random.IntN(len(values))]
			rec := &kgo.Record{Topic: c.topicName(lane), Key: fmt.Appendf(nil, "poison %d", c.random.Int()), Value: value}
			if err := c.broker.ProduceSync(ctx, rec).FirstErr(); err != nil {
				c.t.Fatal(err)
			}
		}
	}
}

func (c *chaos) addPartition() {
	ctx, cancel := context.WithTimeout(c.t.Context(), time.Minute)
	defer cancel()
	names := []string{topic.Lane(topic.Submitted, event.Bulk), topic.Lane(topic.Read, event.Bulk), topic.Status, topic.WebhooksAttempts, topic.Completed}
	answers, err := kadm.NewClient(c.broker).CreatePartitions(ctx, 1, c.topicName(names[c.random.IntN(len(names))]))
	if err == nil {
		err = answers.Error()
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

// print gives the table.
func (c *chaos) print() {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "FAULT\tINJECTED\tDOCUMENTS\tLOST\tDOUBLE\tFAILED\tSTUCK\tCALLBACKS OVER, UNDER\tRECOVERY")
	injected := 0
	for _, fault := range c.faults {
		r := c.rows[fault.name]
		if r == nil {
			continue
		}
		injected += r.faults
		n := r.Counts
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d, %d\t%s\n", fault.name, r.faults, r.documents, n[audit.Lost]+n[audit.FileMissing]+n[audit.RowMissing],
			n[audit.Double]+n[audit.RowDouble]+n[audit.RowDiffers]+n[audit.Aggregates], r.Failed, n[audit.Stuck], n[audit.CallbackOver], n[audit.CallbackUnder], r.recovery.Round(100*time.Millisecond))
	}
	w.Flush()
	fmt.Printf("%s, seed %d: %d faults, %d documents in %s\n%s", c.t.Name(), setting("CHAOS_SEED", 1), injected, len(c.sent), time.Since(c.began).Round(time.Second), b.String())
}
