package sink

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/testutil"
	"github.com/twmb/franz-go/pkg/kgo"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/kafka"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/platform/stage"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

func newID(t testing.TB) string {
	t.Helper()
	id, err := uuid.NewV7()
	if err != nil {
		t.Fatal(err)
	}
	return id.String()
}

// running is a sink that was started.
type running struct {
	*Sink
	registry *prometheus.Registry
	stop     func()
}

func start(t *testing.T, log *kafkatest.Log, db *clickhouse.Client, cfg Config, wrap func(*Sink, context.CancelFunc)) running {
	t.Helper()
	if cfg.MinAge == 0 {
		cfg.MinAge, cfg.MaxAge = 20*time.Millisecond, 100*time.Millisecond
	}
	registry := prometheus.NewRegistry()
	s, err := New(cfg, Deps{Kafka: log.Kafka, ClickHouse: db, Registerer: registry,
		Logger: slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	if wrap != nil {
		wrap(s, cancel)
	}
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx) }()
	stop := sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the sink ended with %v", err)
		}
	})
	t.Cleanup(stop)
	return running{s, registry, stop}
}

func produce(t *testing.T, k *kafka.Kafka, topicName, key string, ev any) event.Pointer {
	t.Helper()
	at, err := k.Produce(t.Context(), topicName, key, ev)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

var accepted = time.Now().Add(-time.Minute).UTC().Truncate(time.Millisecond)

func request(id string) event.Request {
	return event.Request{
		ID: id, Account: "acme", Revision: 1, Operation: event.Extract, Lane: event.Interactive, ReferenceID: new("r1"), Metadata: new(`{"a":1}`),
		File: event.File{URI: "files/x", SHA256: "abc", Size: 12, Format: event.PDF, Name: "boleto.pdf"}, AcceptedAt: accepted,
		Callback: &event.Callback{URL: "https://client.test/secret?t=1", Method: "POST"},
	}
}

func completed(id string) event.Completed {
	at := accepted.Add(3 * time.Second)
	return event.Completed{
		EventID: event.ID(id, "end", 1), Request: request(id), Outcome: event.PartialSuccess, CompletedAt: at, PageCount: 2,
		Stages:    []event.StageTime{{Stage: "ocr", Started: accepted, Finished: accepted.Add(time.Second)}},
		Detection: event.Detection{Source: "detected", Detected: new("NFE"), Confidence: new(0.9), Threshold: 0.6, Accepted: true, Type: new("NFE")},
		Extraction: event.Extraction{
			Fields: []event.Field{
				{Name: "emitente_cnpj", Value: `"12345678000195"`, Confidence: 0.99, Leaves: []event.Leaf{
					{Path: "fields.emitente_cnpj", Value: `"12345678000195"`, Confidence: 0.99, Witnesses: []string{"label", "check_digit"}}}},
				{Name: "data_emissao", Value: `"2026-03-01"`, Confidence: 0.9, Leaves: []event.Leaf{{Path: "fields.data_emissao", Value: `"2026-03-01"`, Confidence: 0.9}}},
				{Name: "itens", Value: `[{"valor_total":12.5},{"valor_total":1}]`, Confidence: 0.8, Leaves: []event.Leaf{
					{Path: "fields.itens[0].valor_total", Value: "12.5", Confidence: 0.8},
					{Path: "fields.itens[1].valor_total", Value: "1", Confidence: 0.7, Error: new("Valor inválido.")}}},
			},
			Quality:  event.Quality{ReliabilityScore: 91.5, MissingFields: []string{"numero"}, Summary: "Nota."},
			Markdown: "# Nota", MarkdownAt: at, CatalogueVersion: "1.0.0", EngineVersion: "1",
		},
		Places: []event.Place{{Path: "fields.emitente_cnpj", Value: `"12345678000195"`, Status: "resolved", Segments: []event.Segment{
			{Page: 1, Text: "12.345.678", Box: []float64{0.1, 0.2, 0.3, 0.1}}, {Page: 1, Text: "/0001-95", Box: []float64{0.4, 0.25, 0.1, 0.1}}}}},
	}
}

// document writes every event of one document, as the pipeline does.
func document(t *testing.T, k *kafka.Kafka, id string) {
	t.Helper()
	place := produce(t, k, topic.Lane(topic.Submitted, event.Interactive), id, event.Submitted{EventID: event.ID(id, "submitted", 1), Request: request(id)})
	status := event.Status{RequestID: id, Account: "acme", Lane: event.Interactive, Revision: 1, AcceptedAt: accepted, Submitted: &place}
	for rank, step := range []event.Step{event.StepOCR, event.StepClassification, event.StepExtraction} {
		status.EventID, status.Rank, status.Step, status.At = event.ID(id, string(step), 1), int32(rank+1), step, accepted.Add(time.Second)
		produce(t, k, topic.Status, id, status)
	}
	c := completed(id)
	end := produce(t, k, topic.Completed, id, c)
	status.EventID, status.Rank, status.Step, status.Outcome, status.Completed = c.EventID, 100, event.StepCompleted, &c.Outcome, &end
	status.DocumentType = new("NFE")
	produce(t, k, topic.Status, id, status)
	for _, outcome := range []string{"started", "delivered"} {
		produce(t, k, topic.WebhooksAttempts, id, event.DeliveryAttempt{EventID: event.ID(id, outcome, 1), DeliveryID: c.EventID, RequestID: id,
			Account: "acme", Host: "client.test", Attempt: 1, Outcome: outcome, StatusCode: 200, At: accepted})
	}
}

// migrated waits until all tables and views are there.
func migrated(t *testing.T, db *clickhouse.Client) {
	t.Helper()
	eventually(t, db, "SELECT toString(uniqExact(version)) FROM schema_migrations", strconv.Itoa(newest))
	eventually(t, db, "SELECT toString(count()) FROM system.tables WHERE database = currentDatabase() AND name = 'webhook_attempts'", "1")
}

// eventually asks until the answer is the one wanted.
func eventually(t *testing.T, db *clickhouse.Client, query, want string) {
	t.Helper()
	var got string
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); time.Sleep(30 * time.Millisecond) {
		var err error
		got, err = tryAsk(t.Context(), db, query)
		if err != nil {
			got = err.Error() // the tables may not be there yet
		}
		if got == want {
			return
		}
	}
	t.Fatalf("%s\ngot  %s\nwant %s", query, got, want)
}

func TestADocumentIsThereWithAllItsParts(t *testing.T) {
	db, log := engine.Database(t), kafkatest.New(t)
	s := start(t, log, db, Config{}, nil)
	id := newID(t)
	document(t, log.Kafka, id)
	consumed(t, s, 8)
	eventually(t, db, "SELECT concat(outcome, toString(count())) FROM webhook_attempts GROUP BY outcome", "delivered1")
	for query, want := range map[string]string{
		"SELECT status, current_step, ifNull(document_type,''), ifNull(reference_id,''), ifNull(metadata,''), file_name, markdown_status, toString(pages) FROM documents": "partial_success|completed|NFE|r1|" + `{"a":1}` + "|boleto.pdf|success|2",
		"SELECT callback_host FROM documents": "client.test",
		"SELECT ifNull(JSONExtractString(payload, 'document_type'), ''), toString(ifNull(duration_ms, 0)), toString(ifNull(reliability_score, 0)) FROM documents":                                   "NFE|3000|91.5",
		"SELECT path, value, toString(ifNull(value_number, -1)), toString(ifNull(value_date, toDate32('1970-01-01'))), toString(check_digit), list_column, kind FROM fields ORDER BY position":      "fields.emitente_cnpj|12345678000195|-1|1970-01-01|passed||cnpj\nfields.data_emissao|2026-03-01|-1|2026-03-01|none||date\nfields.itens[0].valor_total|12.5|12.5|1970-01-01|none|valor_total|money\nfields.itens[1].valor_total|1|1|1970-01-01|none|valor_total|money",
		"SELECT geometry_status, toString(page), toString(round(ifNull(box_left,0),3)), toString(round(ifNull(box_width,0),3)), toString(round(ifNull(box_height,0),3)) FROM fields WHERE page > 0": "resolved|1|0.1|0.4|0.15",
		"SELECT account, ifNull(document_type,''), outcome, toString(documents), toString(pages) FROM documents_hourly":                                                                             "acme|NFE|partial_success|1|2",
		"SELECT stage, toString(documents), toString(abs(p50_ms - if(stage='ocr',1000,3000)) < 150) FROM stages_daily ORDER BY stage":                                                               "ocr|1|1\ntotal|1|1",
		"SELECT name, toString(leaves), toString(round(mean_confidence,2)), toString(checks_passed) FROM fields_daily ORDER BY name":                                                                "data_emissao|1|0.9|0\nemitente_cnpj|1|0.99|1\nitens|2|0.75|0",
		"SELECT kind, toString(count()) FROM events GROUP BY kind ORDER BY kind":                                                                                                                    "completed|1\nstatus|4\nsubmitted|1\nwebhook_attempt|2",
	} {
		if got := ask(t, db, query); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", query, got, want)
		}
	}
	if n := testutil.ToFloat64(s.metrics.records.WithLabelValues(topic.Completed, "inserted")); n != 1 {
		t.Errorf("%v completed records counted", n)
	}
}

// mortal is a store in a process that dies at a chosen insert.
type mortal struct {
	store
	at    int  // number of the insert, from 1
	after bool // the rows are in, only nobody learns of it
	die   func()

	mu    sync.Mutex
	count int
}

func (m *mortal) Insert(ctx context.Context, tb *table, token string, rows [][]any) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.count++
	if m.count > m.at {
		return errors.New("the process is dead")
	}
	if m.count < m.at || m.after {
		if err := m.store.Insert(context.WithoutCancel(ctx), tb, token, rows); err != nil || m.count < m.at {
			return err
		}
	}
	m.die()
	return errors.New("the process died")
}

func TestDeathAtAnyPointLeavesExactlyTheRightRows(t *testing.T) {
	db, log := engine.Database(t), kafkatest.New(t)
	const documents = 12
	for range documents {
		document(t, log.Kafka, newID(t))
	}
	storage := map[string]int{"events_raw": 8 * documents, "requests_raw": documents, "results_raw": documents}
	// stored: a life that has nothing left to insert does not die.
	stored := func() bool {
		for table, want := range storage {
			if ask(t, db, "SELECT toString(count()) FROM "+table) != fmt.Sprint(want) {
				return false
			}
		}
		return true
	}
	// Each life is a little longer than the one before and ends before or after
	// an insert, so deaths fall on every table and between all of them. The first
	// ones cannot store everything: they insert less than there is.
	const certain = 8
	for life := 1; life <= 14; life++ {
		dead := make(chan struct{})
		s := start(t, log, db, Config{Rows: 15, Inserts: 1}, func(s *Sink, cancel context.CancelFunc) {
			s.store = &mortal{store: s.store, at: (life + 1) / 2, after: life%2 == 0, die: func() {
				s.mu.Lock()
				for _, p := range s.partitions {
					p.cancel() // no commit, no goodbye
				}
				s.mu.Unlock()
				cancel()
				close(dead)
			}}
		})
		for end, over := time.Now().Add(2*time.Minute), false; !over; {
			select {
			case <-dead:
				over = true
			case <-time.After(500 * time.Millisecond):
				over = life > certain && stored()
				if time.Now().After(end) {
					t.Fatalf("life %d inserted nothing more", life)
				}
			}
		}
		s.stop()
	}
	start(t, log, db, Config{}, nil)
	eventually(t, db, "SELECT toString(countIf(status = 'partial_success')) FROM documents", fmt.Sprint(documents))
	eventually(t, db, "SELECT toString(count()) FROM webhook_attempts WHERE outcome = 'delivered'", fmt.Sprint(documents))
	eventually(t, db, "SELECT toString(count()) FROM events", fmt.Sprint(8*documents))
	// The storage tables themselves, without what replaces equals: the tokens alone.
	for table, want := range storage {
		eventually(t, db, "SELECT toString(count()) FROM "+table, fmt.Sprint(want))
	}
	for query, want := range map[string]int{
		"SELECT toString(sum(documents)) FROM documents_hourly":         documents,
		"SELECT toString(sum(leaves)) FROM fields_hourly":               4 * documents,
		"SELECT toString(sum(documents)) FROM stages_hourly":            2 * documents,
		"SELECT toString(uniqExact(event_id, kind)) FROM events":        8 * documents,
		"SELECT toString(countIf(length(markdown) > 0)) FROM documents": documents,
	} {
		if got := ask(t, db, query); got != fmt.Sprint(want) {
			t.Errorf("%s: %s, want %d", query, got, want)
		}
	}
}

func TestAReplayChangesNothing(t *testing.T) {
	db, log := engine.Database(t), kafkatest.New(t)
	id := newID(t)
	document(t, log.Kafka, id)
	s := start(t, log, db, Config{}, nil)
	consumed(t, s, 8)
	document(t, log.Kafka, id) // the same events again, at other offsets
	consumed(t, s, 16)
	for query, want := range map[string]string{
		"SELECT toString(count()) FROM documents":                                       "1",
		"SELECT toString(count()) FROM events":                                          "8",
		"SELECT toString(max(kafka_offset)) FROM events WHERE kind = 'webhook_attempt'": "1", // the first copy is kept
		"SELECT toString(count()) FROM fields":                                          "4",
		"SELECT toString(documents), toString(pages) FROM documents_daily":              "1|2",
		"SELECT toString(sum(leaves)) FROM fields_daily":                                "4",
	} {
		if got := ask(t, db, query); got != want {
			t.Errorf("%s: %s, want %s", query, got, want)
		}
	}
}

func TestALaterRunReplacesAnEarlierOneWhole(t *testing.T) {
	db, log := engine.Database(t), kafkatest.New(t)
	id := newID(t)
	document(t, log.Kafka, id)
	again := completed(id)
	again.Request.Revision, again.EventID, again.Outcome = 2, event.ID(id, "end", 2), event.Success
	again.Extraction.Fields = again.Extraction.Fields[:1]
	produce(t, log.Kafka, topic.Completed, id, again)
	start(t, log, db, Config{}, nil)
	eventually(t, db, "SELECT status, toString(revision) FROM documents", "success|2")
	eventually(t, db, "SELECT path, toString(revision) FROM fields", "fields.emitente_cnpj|2")
}

func TestABadRecordIsBuriedAndTheOthersAreStored(t *testing.T) {
	db, log := engine.Database(t), kafkatest.New(t)
	first := start(t, log, db, Config{}, nil)
	migrated(t, db)
	first.stop()
	if err := db.Exec(t.Context(), "ALTER TABLE results_raw ADD CONSTRAINT small CHECK arrayAll(c -> c <= 1, leaves.confidence)"); err != nil {
		t.Fatal(err)
	}
	good := make([]string, 6)
	for i := range good {
		good[i] = newID(t)
		produce(t, log.Kafka, topic.Completed, good[i], completed(good[i]))
	}
	bad := completed(newID(t))
	bad.Extraction.Fields[0].Leaves[0].Confidence = 7
	produce(t, log.Kafka, topic.Completed, bad.Request.ID, bad)
	broken := completed(newID(t))
	broken.Extraction.Fields[0].Value = "{"
	produce(t, log.Kafka, topic.Completed, broken.Request.ID, broken)
	if _, err := log.ProduceRecord(t.Context(), &kgo.Record{Topic: topic.Completed, Key: []byte("x"), Value: []byte("no event")}); err != nil {
		t.Fatal(err)
	}
	s := start(t, log, db, Config{MinAge: 300 * time.Millisecond, MaxAge: time.Second}, nil)
	eventually(t, db, "SELECT toString(uniqExact(request_id)) FROM fields", "6")
	reasons := deadLetters(t, log, 3)
	if reasons[bad.Request.ID] != "refused" || reasons[broken.Request.ID] != "poison" || reasons["x"] != "poison" {
		t.Errorf("dead letters: %v", reasons)
	}
	consumed(t, s, 9)
	if dead := testutil.ToFloat64(s.metrics.records.WithLabelValues(topic.Completed, "dead")); dead != 3 {
		t.Errorf("%v of 9 records counted as dead", dead)
	}
}

// consumed waits until so many records are inserted or dead, and committed.
func consumed(t *testing.T, s running, want int) {
	t.Helper()
	var sum float64
	for deadline := time.Now().Add(60 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		sum = 0
		for _, name := range topics() {
			sum += testutil.ToFloat64(s.metrics.records.WithLabelValues(name, "inserted"))
			sum += testutil.ToFloat64(s.metrics.records.WithLabelValues(name, "dead"))
		}
		if sum == float64(want) {
			return
		}
	}
	t.Fatalf("%v records consumed, want %d", sum, want)
}

// deadLetters reads the classes of the dead letters, by key.
func deadLetters(t *testing.T, log *kafkatest.Log, count int) map[string]string {
	t.Helper()
	client, err := log.NewConsumer("dead-test", kgo.ConsumeTopics(log.Topic(topic.Dead)))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
	defer cancel()
	classes := map[string]string{}
	for len(classes) < count && ctx.Err() == nil {
		client.PollFetches(ctx).EachRecord(func(r *kgo.Record) {
			for _, h := range r.Headers {
				if h.Key == stage.HeaderClass {
					classes[string(r.Key)] = string(h.Value)
				}
			}
		})
	}
	return classes
}

// absent is a store that is away until it is let back.
type absent struct {
	store
	mu   sync.Mutex
	away bool
}

func (a *absent) Insert(ctx context.Context, tb *table, token string, rows [][]any) error {
	a.mu.Lock()
	away := a.away
	a.mu.Unlock()
	if away {
		return errors.New("connection refused")
	}
	return a.store.Insert(ctx, tb, token, rows)
}

func TestAStoreThatIsAwayIsWaitedForWithTheLagInSight(t *testing.T) {
	db, log := engine.Database(t), kafkatest.New(t)
	var gate *absent
	s := start(t, log, db, Config{}, func(s *Sink, _ context.CancelFunc) {
		gate = &absent{store: s.store, away: true}
		s.store = gate
	})
	id := newID(t)
	document(t, log.Kafka, id)
	deadline := time.Now().Add(10 * time.Second)
	for testutil.ToFloat64(s.metrics.retries) < 3 {
		if time.Now().After(deadline) {
			t.Fatal("no insert was tried again")
		}
		time.Sleep(10 * time.Millisecond)
	}
	if lag := gathered(t, s.registry, "lavra_sink_lag_seconds"); lag <= 0 {
		t.Errorf("the lag is %v while the store is away", lag)
	}
	gate.mu.Lock()
	gate.away = false
	gate.mu.Unlock()
	eventually(t, db, "SELECT toString(count()) FROM events", "8")
	eventually(t, db, "SELECT status FROM documents", "partial_success")
}

func TestTheNextBlockIsGatheredWhileOneIsInserted(t *testing.T) {
	db, log := engine.Database(t), kafkatest.New(t)
	var gate *absent
	s := start(t, log, db, Config{Rows: 3}, func(s *Sink, _ context.CancelFunc) { // a result is a block
		gate = &absent{store: s.store, away: true}
		s.store = gate
	})
	const documents = 10
	for range documents {
		produce(t, log.Kafka, topic.Completed, "one partition", completed(newID(t)))
	}
	queued := func() (sum int) {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, p := range s.partitions {
			p.mu.Lock()
			sum += len(p.queue)
			p.mu.Unlock()
		}
		return sum
	}
	deadline := time.Now().Add(10 * time.Second)
	for testutil.ToFloat64(s.metrics.retries) < 3 || queued() != documents-2 {
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d results wait while one is inserted and one is to be ready", queued(), documents)
		}
		time.Sleep(10 * time.Millisecond)
	}
	gate.mu.Lock()
	gate.away = false
	gate.mu.Unlock()
	eventually(t, db, "SELECT toString(count()), toString(uniqExact(request_id)) FROM results_raw", "10|10")
	deadline = time.Now().Add(10 * time.Second)
	for gathered(t, s.registry, "lavra_sink_lag_seconds") > 0 {
		if time.Now().After(deadline) {
			t.Fatal("all is inserted, and the lag is not 0")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// gathered sums the samples of a gauge.
func gathered(t *testing.T, registry *prometheus.Registry, name string) (sum float64) {
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

func TestPartitionsThatMoveLoseAndDoubleNothing(t *testing.T) {
	db, log := engine.Database(t), kafkatest.New(t)
	stayed := start(t, log, db, Config{Rows: 20}, nil)
	const rounds, each = 4, 5
	for range rounds {
		other := start(t, log, db, Config{Rows: 20}, nil)
		for range each {
			document(t, log.Kafka, newID(t))
		}
		other.stop()
	}
	eventually(t, db, "SELECT toString(count()) FROM events_raw", fmt.Sprint(8*rounds*each))
	eventually(t, db, "SELECT toString(count()) FROM results_raw", fmt.Sprint(rounds*each))
	stayed.stop()
}

func TestAPartitionWithMuchWaitingIsPausedAndGoesOn(t *testing.T) {
	db, log := engine.Database(t), kafkatest.New(t)
	const documents = 40
	for range documents {
		document(t, log.Kafka, newID(t))
	}
	start(t, log, db, Config{Bytes: 4 << 10}, nil) // a completed record alone has about 2 KiB
	eventually(t, db, "SELECT toString(count()) FROM events", fmt.Sprint(8*documents))
}

func TestTheAuditIsAView(t *testing.T) {
	db, log := engine.Database(t), kafkatest.New(t)
	start(t, log, db, Config{}, nil)
	for i, e := range []event.AuditEntry{
		{Account: "acme", KeyID: "k", Action: "GET /types", Status: 200, Uses: 7},
		{Account: "acme", KeyID: "k", Action: "key revoked", Uses: 1},
		{Action: "GET /types", Status: 401, Uses: 3},
	} {
		e.EventID, e.FirstAt, e.LastAt = event.ID("audit", "entry", int32(i)), accepted, accepted
		for range 2 { // written again is seen once
			produce(t, log.Kafka, topic.Audit, e.Account, e)
		}
	}
	eventually(t, db, "SELECT account, key_id, action, toString(status), toString(uses) FROM audit ORDER BY action, account DESC",
		"acme|k|GET /types|200|7\n||GET /types|401|3\nacme|k|key revoked|0|1")
}

func TestTheLastVerdictOnALeafCounts(t *testing.T) {
	db, log := engine.Database(t), kafkatest.New(t)
	start(t, log, db, Config{}, nil)
	id := newID(t)
	for i, c := range []event.Correction{
		{FieldPath: "fields.numero", Verdict: event.Right, Value: `"1"`, ReadValue: `"1"`},
		{FieldPath: "fields.valor_total", Verdict: event.Corrected, Value: "2.5", ReadValue: "2"},
		{FieldPath: "fields.serie", Verdict: event.Absent, Value: "null", ReadValue: `"9"`},
		{FieldPath: "fields.numero", Verdict: event.Corrected, Value: `"3"`, ReadValue: `"1"`},
		{FieldPath: "fields.serie", Verdict: event.Withdrawn, Value: "null", ReadValue: `"9"`},
		{FieldPath: "fields.numero", Verdict: event.Corrected, Value: `"3"`, ReadValue: `"1"`}, // the same again
	} {
		c.EventID, c.RequestID, c.Account, c.Revision, c.DocumentType, c.At = event.ID(id, "correction", int32(i)), id, "acme", 1, new("NFE"), accepted
		produce(t, log.Kafka, topic.Corrections, id, c)
	}
	eventually(t, db, "SELECT toString(count()) FROM events WHERE kind = 'correction'", "6")
	eventually(t, db, "SELECT path, verdict, value, read_value, account, document_type FROM corrections ORDER BY path",
		"fields.numero|corrected|\"3\"|\"1\"|acme|NFE\nfields.valor_total|corrected|2.5|2|acme|NFE")
}

func TestTheEndOfABacklogDoesNotWait(t *testing.T) {
	cfg := Config{MinAge: 200 * time.Millisecond, MaxAge: 2 * time.Second}
	for _, c := range []struct {
		reason string
		took   time.Duration
		want   time.Duration
	}{
		{reasonFull, 900 * time.Millisecond, 200 * time.Millisecond},
		{reasonAge, 10 * time.Millisecond, 200 * time.Millisecond},
		{reasonAge, 50 * time.Millisecond, 500 * time.Millisecond},
		{reasonAge, 900 * time.Millisecond, 2 * time.Second},
	} {
		if got := cfg.paceAfter(c.reason, c.took); got != c.want {
			t.Errorf("after a block (%s) that took %s the next waits %s, want %s", c.reason, c.took, got, c.want)
		}
	}
}
