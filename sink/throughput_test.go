package sink

import (
	"context"
	"flag"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
)

var throughput = flag.Int("throughput", 0, "documents of each round of TestSinkBesideABareInsert")

// throughputRounds are odd, so that the median is one of them.
const throughputRounds = 5

// TestSinkBesideABareInsert has the sink catch up with a backlog, as after a
// stop, and then inserts the same rows in the same blocks with nothing but the
// driver, a column at a time; and that some times in turn, since what else the
// machine does changes from minute to minute. It prints each round. `make
// bench-sink` asks for it.
func TestSinkBesideABareInsert(t *testing.T) {
	if *throughput == 0 {
		t.Skip("-throughput is not given")
	}
	db, bare, log := engine.Database(t), engine.Database(t), kafkatest.New(t)
	migrateFor(t, bare)
	var byTime, byProcessor []float64
	for range throughputRounds {
		sink, plain := catchUpBesideBare(t, log, db, bare)
		byTime, byProcessor = append(byTime, plain.wall.Seconds()/sink.wall.Seconds()), append(byProcessor, plain.cpu.Seconds()/sink.cpu.Seconds())
	}
	for _, table := range tables {
		count := "SELECT toString(count()) FROM " + table.name + " FINAL"
		if a, b := ask(t, db, count), ask(t, bare, count); a != b {
			t.Errorf("%s has %s rows by the sink and %s by the bare insert", table.name, a, b)
		}
	}
	slices.Sort(byTime)
	slices.Sort(byProcessor)
	fmt.Printf("bare to sink, %d rounds: by processor time %.2f to %.2f, median %.2f; by time waited %.2f to %.2f, median %.2f\n", throughputRounds,
		byProcessor[0], byProcessor[throughputRounds-1], byProcessor[throughputRounds/2], byTime[0], byTime[throughputRounds-1], byTime[throughputRounds/2])
}

// catchUpBesideBare is one round.
func catchUpBesideBare(t *testing.T, log *kafkatest.Log, db, bare *clickhouse.Client) (sink, plain took) {
	t.Helper()
	records := backlog(t, log, *throughput)
	kept := &keeper{}
	runtime.GC() // of what the round before left
	began := time.Now()
	s := start(t, log, db, Config{MinAge: 200 * time.Millisecond, MaxAge: 2 * time.Second}, func(s *Sink, _ context.CancelFunc) {
		kept.store = s.store
		s.store = kept
	})
	for caughtUp := 0.; caughtUp < float64(records); time.Sleep(20 * time.Millisecond) {
		caughtUp = 0
		for _, name := range topics() {
			caughtUp += testutil.ToFloat64(s.metrics.records.WithLabelValues(name, "inserted"))
		}
	}
	s.stop()
	runtime.GC()
	plain = kept.insertInto(t, bare)
	sink = took{kept.last.Sub(kept.first), kept.lastCPU - kept.firstCPU}
	kept.report(records, began, sink, plain)
	return sink, plain
}

// took is how long something took, and the processor time of this process meanwhile: that of the
// sink, of the broker and of the engine, which all run in it.
type took struct{ wall, cpu time.Duration }

func processor() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used) // of this process it does not fail
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// meanDocument has 27 values, the mean of the samples.
func meanDocument(id string) event.Completed {
	c := completed(id)
	for i := range 23 {
		name := fmt.Sprintf("campo_%d", i)
		value := fmt.Sprintf("%q", c.EventID[i:]+" de Souza")
		c.Extraction.Fields = append(c.Extraction.Fields, event.Field{Name: name, Value: value, Confidence: 0.9, Leaves: []event.Leaf{
			{Path: "fields." + name, Value: value, Confidence: 0.9, Witnesses: []string{"label"}}}})
		c.Places = append(c.Places, event.Place{Path: "fields." + name, Value: value, Status: "resolved", Segments: []event.Segment{
			{Page: 1, Text: value, Box: []float64{0.1, float64(i) / 30, 0.3, 0.01}}}})
		c.Extraction.Markdown += "\n\n" + name + ": " + value
	}
	return c
}

// BenchmarkRowsOfAResult is what a document costs the sink itself, before the driver.
func BenchmarkRowsOfAResult(b *testing.B) {
	c := meanDocument("01a1fe77-3398-781b-9b2a-d30b4140c404")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := completedRows(c, source{}); err != nil {
			b.Fatal(err)
		}
	}
}

// backlog writes documents, and gives the number of records.
func backlog(t *testing.T, log *kafkatest.Log, count int) (records int) {
	t.Helper()
	write := func(name, key string, ev any) {
		produce(t, log.Kafka, name, key, ev)
		records++
	}
	for range count {
		c := meanDocument(newID(t))
		r := c.Request
		write(topic.Lane(topic.Submitted, r.Lane), r.ID, event.Submitted{EventID: event.ID(r.ID, "submitted", 1), Request: r})
		for rank, step := range []event.Step{event.StepOCR, event.StepClassification, event.StepExtraction} {
			write(topic.Status, r.ID, event.Status{EventID: event.ID(r.ID, string(step), 1), RequestID: r.ID, Account: r.Account, Lane: r.Lane, Revision: 1, Rank: int32(rank + 1), Step: step,
				AcceptedAt: r.AcceptedAt, At: r.AcceptedAt})
		}
		write(topic.Completed, r.ID, c)
	}
	return records
}

// report tells the start, which is the same for any backlog, from the work.
func (k *keeper) report(records int, began time.Time, sink, plain took) {
	line := func(what string, t took) {
		fmt.Printf("  %-42s %6.1f s %6.1f s CPU %6.0f rows/s %5.0f documents/s\n", what, t.wall.Seconds(), t.cpu.Seconds(),
			float64(k.rows)/t.wall.Seconds(), float64(*throughput)/t.wall.Seconds())
	}
	fmt.Printf("%d documents, %d records, %d rows in %d inserts: %.2f of bare by processor time, %.2f by time waited\n", *throughput, records, k.rows, len(k.blocks),
		plain.cpu.Seconds()/sink.cpu.Seconds(), plain.wall.Seconds()/sink.wall.Seconds())
	fmt.Printf("  %-42s %6.1f s\n", "start: migrations, joining the group", k.first.Sub(began).Seconds())
	line("sink, from its first insert to its last", sink)
	line("bare columnar insert, one connection", plain)
	perDocument := sink.wall / time.Duration(*throughput)
	fmt.Printf("  %-42s %6.1f s at this speed\n", "an hour of one document a second (3,600)", (3600 * perDocument).Seconds())
	fmt.Printf("  %-42s %6.1f s, two at once at most\n", "of the sink, in inserts", k.inserting.Seconds())
}

// keeper remembers what goes to the store, and when.
type keeper struct {
	store

	sync.Mutex
	blocks            []keptBlock
	rows              int
	first, last       time.Time // begin of the first insert, end of the last
	firstCPU, lastCPU time.Duration
	inserting         time.Duration
}

type keptBlock struct {
	table *table
	rows  [][]any
}

func (k *keeper) Insert(ctx context.Context, t *table, token string, rows [][]any) error {
	began, spent := time.Now(), processor()
	err := k.store.Insert(ctx, t, token, rows)
	k.Lock()
	defer k.Unlock()
	k.blocks = append(k.blocks, keptBlock{t, rows})
	k.rows += len(rows)
	k.last, k.lastCPU = time.Now(), processor()
	k.inserting += k.last.Sub(began)
	if k.first.IsZero() || began.Before(k.first) {
		k.first, k.firstCPU = began, spent
	}
	return err
}

// insertInto gives the time that the blocks take by the driver alone. The rows are laid
// out in columns before.
func (k *keeper) insertInto(t *testing.T, db *clickhouse.Client) (sum took) {
	t.Helper()
	for _, b := range k.blocks {
		columns := make([]reflect.Value, len(b.rows[0]))
		for i, first := range b.rows[0] {
			columns[i] = reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(first)), len(b.rows), len(b.rows))
			for r := range b.rows {
				columns[i].Index(r).Set(reflect.ValueOf(b.rows[r][i]))
			}
		}
		began, spent := time.Now(), processor()
		batch, err := db.PrepareBatch(t.Context(), b.table.insert)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range columns {
			if err := batch.Column(i).Append(c.Interface()); err != nil {
				t.Fatalf("%s, column %d: %v", b.table.name, i, err)
			}
		}
		if err := batch.Send(); err != nil {
			t.Fatal(err)
		}
		sum.wall, sum.cpu = sum.wall+time.Since(began), sum.cpu+processor()-spent
	}
	return sum
}
