package sink

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/platform/kafka/kafkatest"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/topic"
	"lavra.dev/sink/migrations"
)

// views is how many there are: each has a truth here.
const views = 15

// injected is a world of requests whose events come twice, late, in another
// order, with other values and in several runs, beside what is true of it.
type injected struct {
	ends     map[string]event.Completed // by request: the first copy of its last run
	open     []event.Request
	attempts map[string]string  // by request: how its last attempt went
	verdicts map[string]string  // by request: the last verdict on its number
	uses     map[string][]int64 // by account and key: entries of the audit and what they count
	events   int
	records  int
}

// inject writes count requests. Of two copies of an end the first one is true,
// of two runs the later one.
func inject(t *testing.T, log *kafkatest.Log, count int) *injected {
	t.Helper()
	dice := rand.New(rand.NewPCG(7, 11))
	in := &injected{ends: map[string]event.Completed{}, attempts: map[string]string{}, verdicts: map[string]string{}, uses: map[string][]int64{}}
	write := func(name, key string, ev any) {
		produce(t, log.Kafka, name, key, ev)
		in.records++
	}
	distinct := map[string]bool{}
	seen := func(id, kind string) { distinct[id+kind] = true }
	batch := newID(t)
	for n := range count {
		r := request(newID(t))
		r.AcceptedAt = accepted.Add(-time.Duration(dice.IntN(50)) * time.Hour)
		r.Account = []string{"acme", "outra"}[n%2]
		if n%7 == 0 {
			r.Operation = event.Classify
		}
		if n < 6 {
			r.Batch = &event.Batch{ID: batch, Index: int32(n), Total: 6}
			r.Account = "acme"
		}
		submit := func() {
			for range 1 + dice.IntN(2) {
				write(topic.Lane(topic.Submitted, r.Lane), r.ID, event.Submitted{EventID: event.ID(r.ID, "submitted", 1), Request: r})
			}
			seen(event.ID(r.ID, "submitted", 1), "submitted")
		}
		late := n%3 == 0
		if !late {
			submit()
		}
		status := func(rank int32, step event.Step) {
			id := event.ID(r.ID, string(step), 1)
			write(topic.Status, r.ID, event.Status{EventID: id, RequestID: r.ID, Account: r.Account, Lane: r.Lane, Revision: 1, Rank: rank, Step: step,
				AcceptedAt: r.AcceptedAt, At: r.AcceptedAt.Add(time.Duration(dice.IntN(1000)) * time.Millisecond)})
			seen(id, "status")
		}
		status(2, event.StepClassification)
		status(1, event.StepOCR)
		if n%5 == 4 {
			submit()
			in.open = append(in.open, r)
			continue
		}
		for revision := int32(1); revision <= int32(1+n%2); revision++ {
			for copied := range 1 + dice.IntN(3) {
				c := varied(dice, r, revision)
				if copied == 0 {
					in.ends[r.ID] = c
				}
				write(topic.Completed, r.ID, c)
				seen(c.EventID, "completed")
			}
		}
		status(1, event.StepOCR) // comes again after the end
		if late {
			submit()
		}
		for attempt := int32(1); attempt <= 2; attempt++ {
			for _, outcome := range []string{"started", []string{"failed", "delivered"}[dice.IntN(2)]} {
				id := event.ID(r.ID, outcome, attempt)
				for range 1 + dice.IntN(2) {
					write(topic.WebhooksAttempts, r.ID, event.DeliveryAttempt{EventID: id, DeliveryID: event.ID(r.ID, "end", 1), RequestID: r.ID, Account: r.Account,
						Host: "client.test", Attempt: attempt, Outcome: outcome, At: r.AcceptedAt})
				}
				seen(id, "webhook_attempt")
				in.attempts[r.ID] = outcome
			}
		}
		for round, verdict := range []event.Verdict{event.Right, event.Withdrawn, event.Corrected}[:n%4] {
			c := event.Correction{EventID: event.ID(r.ID, "verdict", int32(round)), RequestID: r.ID, Account: r.Account, Revision: 1, FieldPath: "fields.emitente_cnpj",
				Verdict: verdict, Value: strconv.Itoa(round), ReadValue: `"12345678000195"`, At: r.AcceptedAt.Add(time.Minute)}
			for range 1 + dice.IntN(2) {
				write(topic.Corrections, r.ID, c)
			}
			seen(c.EventID, "correction")
			in.verdicts[r.ID] = string(verdict)
		}
		used := event.AuditEntry{EventID: event.ID(r.ID, "used", 1), Account: r.Account, KeyID: "key", Action: "GET /extract/{requestId}", Status: 200, Uses: int64(1 + n),
			FirstAt: r.AcceptedAt, LastAt: r.AcceptedAt.Add(time.Minute)}
		for range 1 + dice.IntN(2) {
			write(topic.Audit, r.Account, used)
		}
		add(in.uses, used.Account+" "+used.KeyID, 1, used.Uses)
	}
	in.events = len(distinct)
	return in
}

// varied is an end of a request with values that no other copy has.
func varied(dice *rand.Rand, r event.Request, revision int32) event.Completed {
	c := completed(r.ID)
	c.Request, c.Request.Revision, c.EventID = r, revision, event.ID(r.ID, "end", revision)
	c.Outcome = []event.Outcome{event.Success, event.PartialSuccess, event.Failed}[dice.IntN(3)]
	c.CompletedAt = r.AcceptedAt.Add(time.Duration(3000+dice.IntN(5000)) * time.Millisecond)
	c.PageCount = int32(1 + dice.IntN(5))
	c.PageSource = []string{"text", "scan", "photo"}[dice.IntN(3)]
	started := r.AcceptedAt.Add(time.Duration(dice.IntN(900)) * time.Millisecond)
	c.Stages = []event.StageTime{{Stage: "ocr", Started: started, Finished: started.Add(time.Duration(1+dice.IntN(900)) * time.Millisecond), CPUMicros: new(int64(1000 * dice.IntN(900)))}}
	c.Extraction.Fields = c.Extraction.Fields[:dice.IntN(len(c.Extraction.Fields)+1)]
	for i := range c.Extraction.Fields {
		f := c.Extraction.Fields[i]
		f.Leaves = slices.Clone(f.Leaves)
		for j := range f.Leaves {
			f.Leaves[j].Confidence = float64(dice.IntN(101)) / 100
			if f.Name == "itens" {
				f.Leaves[j].Value = fmt.Sprintf("%d.%02d", dice.IntN(1e9), dice.IntN(100))
			}
		}
		c.Extraction.Fields[i] = f
	}
	return c
}

// lines are the rows of a truth, in order.
func lines(m map[string][]int64) string {
	var out []string
	for key, sums := range m {
		line := key
		for _, s := range sums {
			line += fmt.Sprint("|", s)
		}
		out = append(out, line)
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

func add(m map[string][]int64, key string, values ...int64) {
	if m[key] == nil {
		m[key] = make([]int64, len(values))
	}
	for i, v := range values {
		m[key][i] += v
	}
}

// truths are questions to the views, by name, with their true answers. Each
// question groups by one text and sums numbers.
func (in *injected) truths() map[string][2]string {
	documents, days, hours, fields, names, stages, dayStages, batches := map[string][]int64{}, map[string][]int64{}, map[string][]int64{}, map[string][]int64{},
		map[string][]int64{}, map[string][]int64{}, map[string][]int64{}, map[string][]int64{}
	for id, c := range in.ends {
		r := c.Request
		working := c.Stages[0].Finished.Sub(c.Stages[0].Started).Milliseconds()
		total := c.CompletedAt.Sub(r.AcceptedAt).Milliseconds()
		add(documents, fmt.Sprintf("%s %s %d %s", id, c.Outcome, r.Revision, c.PageSource), int64(c.PageCount), total, working, total-working, *c.Stages[0].CPUMicros/1000)
		add(days, fmt.Sprintf("%s %s %s", r.Account, r.Operation, c.Outcome), 1, int64(c.PageCount))
		add(hours, fmt.Sprintf("%s %s", r.AcceptedAt.Format("2006-01-02 15:00:00"), c.Outcome), 1, int64(c.PageCount))
		add(stages, "total", 1, total, total-working, *c.Stages[0].CPUMicros/1000)
		add(stages, "ocr", 1, working, c.Stages[0].Started.Sub(r.AcceptedAt).Milliseconds(), *c.Stages[0].CPUMicros/1000)
		add(dayStages, "total", 1, total, total-working)
		add(dayStages, "ocr", 1, working, c.Stages[0].Started.Sub(r.AcceptedAt).Milliseconds())
		if r.Batch != nil {
			add(batches, r.Batch.ID, 1, 0, int64(c.PageCount))
		}
		for _, f := range c.Extraction.Fields {
			for _, leaf := range f.Leaves {
				cents := int64(0)
				if f.Name == "itens" {
					whole, part, _ := strings.Cut(leaf.Value, ".")
					_, _ = fmt.Sscan(whole+part, &cents)
				}
				add(fields, id+" "+leaf.Path, 1, cents)
				checked := int64(0)
				if f.Name == "emitente_cnpj" {
					checked = 1
				}
				add(names, f.Name+" "+c.PageSource, 1, int64(leaf.Confidence*100+0.5), checked)
			}
		}
	}
	for _, r := range in.open {
		add(documents, fmt.Sprintf("%s in_progress 1 ", r.ID), 0, 0, 0, 0, 0)
		add(days, fmt.Sprintf("%s %s in_progress", r.Account, r.Operation), 1, 0)
		add(hours, fmt.Sprintf("%s in_progress", r.AcceptedAt.Format("2006-01-02 15:00:00")), 1, 0)
		if r.Batch != nil {
			add(batches, r.Batch.ID, 1, 1, 0)
		}
	}
	open := map[string][]int64{}
	for _, r := range in.open {
		add(open, fmt.Sprintf("%s %s classification in_progress", r.ID, r.Operation), 1)
	}
	verdicts := map[string][]int64{}
	for id, verdict := range in.verdicts {
		if verdict != string(event.Withdrawn) {
			add(verdicts, id+" "+verdict, 1, map[string]int64{string(event.Right): 0, string(event.Corrected): 2}[verdict])
		}
	}
	attempts := map[string][]int64{}
	for _, outcome := range in.attempts {
		add(attempts, outcome, 1)
	}
	sums := func(key string, values ...string) string {
		for _, v := range values {
			key += ", toString(" + v + ")"
		}
		return "SELECT " + key
	}
	documentsOf := func(key string) string { return sums(key, "sum(documents)", "sum(pages)") }
	stagesOf := func(view string) [2]string {
		return [2]string{sums("stage", "sum(documents)", "sum(working_ms)", "sum(waiting_ms)") + " FROM " + view + " GROUP BY stage ORDER BY 1", lines(dayStages)}
	}
	fieldsOf := func(view string) [2]string {
		return [2]string{sums("concat(name, ' ', page_source) AS k", "sum(leaves)", "toInt64(round(sum(confidence_sum) * 100))", "sum(checks_passed)") + " FROM " + view + " GROUP BY k ORDER BY k", lines(names)}
	}
	return map[string][2]string{
		"documents":        {sums("concat(request_id, ' ', status, ' ', toString(revision), ' ', page_source) AS k", "pages", "ifNull(duration_ms, 0)", "ifNull(working_ms, 0)", "ifNull(waiting_ms, 0)", "ifNull(cpu_ms, 0)") + " FROM documents ORDER BY k", lines(documents)},
		"open_documents":   {sums("concat(request_id, ' ', operation, ' ', current_step, ' ', status) AS k", "count()") + " FROM open_documents GROUP BY k ORDER BY k", lines(open)},
		"audit":            {sums("concat(account, ' ', key_id) AS k", "count()", "sum(uses)") + " FROM audit GROUP BY k ORDER BY k", lines(in.uses)},
		"corrections":      {sums("concat(request_id, ' ', verdict) AS k", "count()", "sum(toInt64(value))") + " FROM corrections GROUP BY k ORDER BY k", lines(verdicts)},
		"fields":           {sums("concat(request_id, ' ', path) AS k", "count()", "ifNull(toInt64(sum(value_money) * 100), 0)") + " FROM fields GROUP BY k ORDER BY k", lines(fields)},
		"stages":           {sums("stage", "count()", "sum(duration_ms)", "sum(waited_ms)", "sum(cpu_ms)") + " FROM stages GROUP BY stage ORDER BY 1", lines(stages)},
		"documents_daily":  {documentsOf("concat(account, ' ', operation, ' ', outcome) AS k") + " FROM documents_daily GROUP BY k ORDER BY k", lines(days)},
		"documents_hourly": {documentsOf("concat(toString(hour), ' ', outcome) AS k") + " FROM documents_hourly GROUP BY k ORDER BY k", lines(hours)},
		"stages_daily":     stagesOf("stages_daily"),
		"stages_hourly":    stagesOf("stages_hourly"),
		"fields_daily":     fieldsOf("fields_daily"),
		"fields_hourly":    fieldsOf("fields_hourly"),
		"batches":          {sums("batch_id", "documents", "in_progress", "pages") + " FROM batches ORDER BY 1", lines(batches)},
		"events":           {"SELECT toString(count()), toString(uniqExact(event_id, kind)) FROM events", fmt.Sprintf("%d|%d", in.events, in.events)},
		"webhook_attempts": {"SELECT last, toString(count()) FROM (SELECT request_id, argMax(outcome, attempt) AS last FROM webhook_attempts GROUP BY request_id) GROUP BY last ORDER BY last", lines(attempts)},
	}
}

func TestEveryViewIsTrueUnderDuplicatesRerunsAndReordering(t *testing.T) {
	db, log := engine.Database(t), kafkatest.New(t)
	in := inject(t, log, 40)
	s := start(t, log, db, Config{Rows: 20}, nil) // small blocks: copies come into parts of their own
	consumed(t, s, in.records)
	check := func(when string) {
		t.Helper()
		for view, truth := range in.truths() {
			if got := ask(t, db, truth[0]); got != truth[1] {
				t.Errorf("%s %s\n%s\ngot\n%s\nwant\n%s", view, when, truth[0], got, truth[1])
			}
		}
	}
	// An index leaves out parts that hold no such outcome, and may not leave out the later run that replaces one.
	for _, status := range []string{"success", "partial_success", "failed", "in_progress"} {
		of := fmt.Sprintf("(status = '%s')", status)
		if got, want := ask(t, db, "SELECT toString(count()) FROM documents WHERE "+of), ask(t, db, "SELECT toString(countIf"+of+") FROM documents"); got != want {
			t.Errorf("%s documents are %s when asked for alone, %s among all", got, status, want)
		}
	}
	if truths := in.truths(); len(truths) != views {
		t.Errorf("truths about %d of %d views", len(truths), views)
	}
	check("before merges")
	for _, name := range tables {
		if err := db.Exec(t.Context(), "OPTIMIZE TABLE "+name.name+" FINAL"); err != nil {
			t.Fatal(err)
		}
	}
	check("after merges")
}

// TestTheQuantilesOfSeveralRowsMerge holds merged states against the exact value:
// an average of medians is another number.
func TestTheQuantilesOfSeveralRowsMerge(t *testing.T) {
	db := engine.Database(t)
	migrateFor(t, db)
	err := db.Exec(t.Context(), `INSERT INTO results_raw (request_id, version, account, accepted_at, accepted_day, completed_at, outcome, step)
		SELECT toString(generateUUIDv7()), 1, if(number % 10 = 0, 'slow', 'fast'), now(), today(), now() + toIntervalSecond(if(number % 10 = 0, 100, 1)), 'success', 'completed' FROM numbers(1000)`)
	if err != nil {
		t.Fatal(err)
	}
	got := ask(t, db, "SELECT toString(arrayMap(q -> round(q / 1000), quantilesTDigestMerge(0.5, 0.95, 0.99)(durations))) FROM stages_daily WHERE stage = 'total'")
	if got != "[1,100,100]" {
		t.Errorf("the quantiles are %s", got)
	}
}

func TestEveryColumnOfEveryViewHasAComment(t *testing.T) {
	db := engine.Database(t)
	migrateFor(t, db)
	if bare := ask(t, db, "SELECT table, name FROM system.columns WHERE database = currentDatabase() AND comment = '' AND table != 'schema_migrations'"); bare != "" {
		t.Errorf("without a comment:\n%s", bare)
	}
	if found := ask(t, db, "SELECT toString(count()) FROM system.tables WHERE database = currentDatabase() AND engine = 'View'"); found != strconv.Itoa(views) {
		t.Errorf("%s views", found)
	}
}

func migrateFor(t *testing.T, db *clickhouse.Client) {
	t.Helper()
	if err := migrations.Apply(t.Context(), db, migrations.Options{}); err != nil {
		t.Fatal(err)
	}
}
