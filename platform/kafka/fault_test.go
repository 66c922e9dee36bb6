package kafka_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sr"

	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

func TestWhatNoRetryMendsIsToldFromWhatOneDoes(t *testing.T) {
	log := kafkatest.New(t)
	ctx := t.Context()
	at, err := log.Produce(ctx, topic.Status, "k", status("k"))
	if err != nil {
		t.Fatal(err)
	}
	good, err := log.ReadAt(ctx, at)
	if err != nil {
		t.Fatal(err)
	}
	with := func(change func(v []byte) []byte) *kgo.Record {
		return &kgo.Record{Topic: good.Topic, Value: change(bytes.Clone(good.Value))}
	}
	for name, rec := range map[string]*kgo.Record{
		"no bytes":        with(func([]byte) []byte { return nil }),
		"unknown magic":   with(func(v []byte) []byte { v[0] = 7; return v }),
		"unknown schema":  with(func(v []byte) []byte { binary.BigEndian.PutUint32(v[1:], 4711); return v }),
		"cut off":         with(func(v []byte) []byte { return v[:len(v)-3] }),
		"trailing bytes":  with(func(v []byte) []byte { return append(v, 1, 2) }),
		"another's event": encoded(t, log, topic.Idempotency, &event.Claim{ClaimID: "c"}),
		"a missing body":  encoded(t, log, topic.Completed, &event.BodyReference{URI: "bodies/no", SHA256: "no", Size: 1}),
	} {
		t.Run(name, func(t *testing.T) {
			var got event.Status
			if err := log.Decode(ctx, rec, &got); !errors.Is(err, kafka.ErrUndecodable) {
				t.Errorf("got %v, want ErrUndecodable", err)
			}
		})
	}
}

func encoded(t *testing.T, log *kafkatest.Log, name string, ev any) *kgo.Record {
	t.Helper()
	at, err := log.Produce(t.Context(), name, "k", ev)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := log.ReadAt(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func TestABodyThatIsNotTheOneReferredToIsRefused(t *testing.T) {
	log := kafkatest.New(t)
	rec := encoded(t, log, topic.Completed, &event.Completed{Extraction: event.Extraction{Markdown: strings.Repeat("linha igual ", 200<<10)}})
	for b, err := range log.Blobs.List(t.Context(), kafka.BodyPrefix) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := log.Blobs.Put(t.Context(), b.Key, strings.NewReader("other bytes")); err != nil {
			t.Fatal(err)
		}
	}
	var got event.Completed
	if err := log.Decode(t.Context(), rec, &got); !errors.Is(err, kafka.ErrUndecodable) {
		t.Errorf("got %v, want ErrUndecodable", err)
	}
}

// doors is a registry that can be away.
type doors struct {
	*httptest.Server
	shut      atomic.Bool
	conflicts atomic.Int32 // PUTs that are answered as when another process makes the same subject
}

func newDoors(t *testing.T, registry string) *doors {
	to, err := url.Parse(registry)
	if err != nil {
		t.Fatal(err)
	}
	d := &doors{}
	proxy := httputil.NewSingleHostReverseProxy(to)
	transport := &http.Transport{}
	proxy.Transport = transport
	d.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.shut.Load() {
			http.NotFound(w, r) // as a gateway says whose backend is away
			return
		}
		if r.Method == http.MethodPut && d.conflicts.Add(-1) >= 0 {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusConflict)
			io.WriteString(w, `{"error_code":409,"message":"A rule named 'COMPATIBILITY' already exists."}`)
			return
		}
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { d.Close(); transport.CloseIdleConnections() })
	return d
}

func TestDialSaysWhichPartIsAwayAndWaitsForIt(t *testing.T) {
	log := kafkatest.New(t)
	d := newDoors(t, log.Config.RegistryURL)
	d.shut.Store(true)
	out := &lockedBuffer{}
	cfg := log.Config
	cfg.RegistryURL = d.URL
	dialled := make(chan error, 1)
	go func() {
		k, err := kafka.Dial(t.Context(), cfg, kafka.Deps{Logger: slog.New(slog.NewTextHandler(out, nil))})
		if err == nil {
			k.Close()
		}
		dialled <- err
	}()
	for deadline := time.Now().Add(5 * time.Second); !strings.Contains(out.String(), `part="schema registry"`); {
		if time.Now().After(deadline) {
			t.Fatalf("the log does not say what is away: %s", out)
		}
		time.Sleep(5 * time.Millisecond)
	}
	d.shut.Store(false)
	if err := <-dialled; err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "part is back") {
		t.Errorf("the log does not say that it is back: %s", out)
	}

	cfg.Brokers = []string{"127.0.0.1:1"}
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if _, err := kafka.Dial(ctx, cfg, kafka.Deps{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("without a broker Dial gave %v, want to wait until its context ends", err)
	}
}

func TestARegistryThatIsAwayMakesNoRecordUndecodable(t *testing.T) {
	log := kafkatest.New(t)
	d := newDoors(t, log.Config.RegistryURL)
	log.Config.RegistryURL = d.URL
	k := log.Dial(t)
	// Another build writes with a schema this one has not seen.
	newer := strings.Replace(statusSchema(t), `"fields":[`, `"fields":[{"name":"added","type":"string","default":""},`, 1)
	client, err := sr.NewClient(sr.URLs(log.Config.RegistryURL))
	if err != nil {
		t.Fatal(err)
	}
	id, err := client.RegisterSchema(t.Context(), log.Config.Prefix+"status", sr.Schema{Schema: newer}, -1, -1)
	if err != nil {
		t.Fatal(err)
	}
	old := encoded(t, log, topic.Status, status("k"))
	value := binary.BigEndian.AppendUint32([]byte{0}, uint32(id))
	value = append(value, 2, 'x') // the added field
	rec := &kgo.Record{Topic: old.Topic, Value: append(value, old.Value[5:]...)}

	d.shut.Store(true)
	var got event.Status
	if err := k.Decode(t.Context(), rec, &got); err == nil || errors.Is(err, kafka.ErrUndecodable) {
		t.Errorf("while the registry is away: %v", err)
	}
	d.shut.Store(false)
	if err := k.Decode(t.Context(), rec, &got); err != nil || got.RequestID != "k" {
		t.Errorf("with the registry back: %q, %v", got.RequestID, err)
	}
	d.shut.Store(true)
	if err := k.Decode(t.Context(), rec, &got); err != nil {
		t.Errorf("a schema once seen is asked for again: %v", err)
	}
}

// Roles that are started together on an empty registry all make its subjects.
func TestProcessesThatStartTogetherMakeTheSameSubjects(t *testing.T) {
	log := kafkatest.New(t)
	d := newDoors(t, log.Config.RegistryURL)
	d.conflicts.Store(3)
	log.Config.Prefix += "others-" // subjects that the registry does not have
	log.Config.RegistryURL = d.URL
	log.Dial(t)
	if left := d.conflicts.Load(); left >= 0 {
		t.Errorf("%d conflicts were not met", left+1)
	}
}

func statusSchema(t *testing.T) string {
	s, err := event.SchemaOf(event.Status{})
	if err != nil {
		t.Fatal(err)
	}
	return s.Text
}

func TestATopicThatCannotTakeOurRecordsIsAFault(t *testing.T) {
	log := kafkatest.New(t)
	if err := log.EnsureTopics(t.Context()); err != nil {
		t.Errorf("checking what was created: %v", err)
	}
	answers, err := log.Admin().AlterTopicConfigs(t.Context(), []kadm.AlterConfig{
		{Name: "max.message.bytes", Value: kadm.StringPtr("1000")},
	}, log.Topic(topic.Completed))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range answers {
		if a.Err != nil {
			t.Fatal(a.Err, a.ErrMessage)
		}
	}
	err = log.EnsureTopics(t.Context())
	if err == nil || !strings.Contains(err.Error(), topic.Completed) || !strings.Contains(err.Error(), "max.message.bytes") {
		t.Errorf("got %v, want the topic and the setting named", err)
	}
	_, err = log.Produce(t.Context(), topic.Completed, "k", &event.Completed{Extraction: event.Extraction{Markdown: strings.Repeat("x1y2", 1000)}})
	if err != nil && !errors.Is(err, kafka.ErrTooLarge) {
		t.Errorf("a record the broker does not take gives %v", err)
	}
}

func TestACallerWhoStopsWaitingIsToldThatHeDoesNotKnow(t *testing.T) {
	log := kafkatest.New(t)
	log.NeedsMemory(t)
	log.Cluster.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, err := log.Produce(ctx, topic.Status, "k", status("k")); !errors.Is(err, kafka.ErrOutcomeUnknown) {
		t.Errorf("got %v, want ErrOutcomeUnknown", err)
	}
	if _, err := log.Produce(ctx, topic.Status, "k", status("k")); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, kafka.ErrOutcomeUnknown) {
		t.Errorf("got %v; nothing was sent", err)
	}
}

func TestLagIsSeenWithoutALiveMember(t *testing.T) {
	log := kafkatest.New(t)
	ctx := t.Context()
	read := topic.Lane(topic.Read, event.Bulk)
	for range 3 {
		if _, err := log.Produce(ctx, read, "same", &event.Read{}); err != nil {
			t.Fatal(err)
		}
	}
	partition, err := log.PartitionOf(ctx, read, "same")
	if err != nil {
		t.Fatal(err)
	}
	expect := func(want int64) {
		t.Helper()
		lags, err := log.Lags(ctx, topic.GroupClassification)
		for deadline := time.Now().Add(10 * time.Second); err != nil && time.Now().Before(deadline); {
			time.Sleep(100 * time.Millisecond) // a new broker's coordinator takes a moment
			lags, err = log.Lags(ctx, topic.GroupClassification)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range lags {
			if l.Topic == read && (l.Records != want || l.Oldest.IsZero() != (want == 0)) {
				t.Errorf("lag is %d since %v, want %d", l.Records, l.Oldest, want)
			}
		}
		if len(lags) != len(topic.Lanes(topic.Read)) {
			t.Errorf("%d topics are measured, want those of all lanes", len(lags))
		}
	}
	expect(3) // never committed
	offsets := kadm.Offsets{}
	offsets.AddOffset(log.Topic(read), partition, 1, -1)
	if err := log.Admin().CommitAllOffsets(ctx, log.Group(topic.GroupClassification), offsets); err != nil {
		t.Fatal(err)
	}
	expect(2)

	watching, cancel := context.WithCancel(ctx)
	var watcher sync.WaitGroup
	watcher.Go(func() { log.WatchLag(watching, time.Hour, topic.GroupClassification) })
	for deadline := time.Now().Add(5 * time.Second); metric(t, log.Registerer, "lavra_kafka_lag_records") != 2; {
		if time.Now().After(deadline) {
			t.Fatal("the metric does not show the lag")
		}
		time.Sleep(5 * time.Millisecond)
	}
	cancel()
	watcher.Wait()
	offsets.AddOffset(log.Topic(read), partition, 3, -1)
	if err := log.Admin().CommitAllOffsets(ctx, log.Group(topic.GroupClassification), offsets); err != nil {
		t.Fatal(err)
	}
	expect(0)
}

func metric(t *testing.T, registry *prometheus.Registry, name string) (sum float64) {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		if f.GetName() == name {
			for _, m := range f.GetMetric() {
				sum += m.GetGauge().GetValue()
			}
		}
	}
	return sum
}

func TestConfigNamesEveryFault(t *testing.T) {
	_, err := kafka.Dial(t.Context(), kafka.Config{}, kafka.Deps{})
	for _, want := range []string{"brokers", "registry"} {
		if err == nil || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("got %v, want %s named", err, want)
		}
	}
}

type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.String()
}
