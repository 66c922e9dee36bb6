package sink

import (
	"errors"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

type metrics struct {
	rows       *prometheus.CounterVec
	blocks     *prometheus.CounterVec
	records    *prometheus.CounterVec
	bisections prometheus.Counter
	erased     prometheus.Counter
	retries    prometheus.Counter
}

func newMetrics(registerer prometheus.Registerer, s *Sink) (*metrics, error) {
	counter := func(name, help string) prometheus.CounterOpts { return prometheus.CounterOpts{Name: name, Help: help} }
	m := &metrics{
		rows: prometheus.NewCounterVec(counter("lavra_sink_rows_total",
			"Rows written to the query store, by storage table."), []string{"table"}),
		blocks: prometheus.NewCounterVec(counter("lavra_sink_blocks_total",
			"Blocks written to the query store, by why they were written: full, age or recovered."), []string{"reason"}),
		records: prometheus.NewCounterVec(counter("lavra_sink_records_total",
			"Records consumed from the log, by topic and result: inserted or dead."), []string{"topic", "result"}),
		bisections: prometheus.NewCounter(counter("lavra_sink_bisections_total",
			"Times a block was halved to find a row that the query store refuses.")),
		erased: prometheus.NewCounter(counter("lavra_sink_erased_requests_total",
			"Erased requests whose rows were deleted, counted for each storage table.")),
		retries: prometheus.NewCounter(counter("lavra_sink_insert_retries_total",
			"Inserts that failed and were tried again.")),
	}
	// An increase is only seen of a series that is there before it.
	for _, t := range topics() {
		for _, result := range []string{resultInserted, resultDead} {
			m.records.WithLabelValues(t, result)
		}
	}
	for _, reason := range []string{reasonFull, reasonAge, reasonRecovered} {
		m.blocks.WithLabelValues(reason)
	}
	for _, t := range tables {
		m.rows.WithLabelValues(t.name)
	}
	if registerer == nil {
		return m, nil
	}
	faults := []error{registerer.Register(lagCollector{s})}
	for _, c := range []prometheus.Collector{m.rows, m.blocks, m.records, m.bisections, m.erased, m.retries} {
		faults = append(faults, registerer.Register(c))
	}
	if err := errors.Join(faults...); err != nil {
		return nil, fmt.Errorf("registering metrics of the sink: %w", err)
	}
	return m, nil
}

// What became of a record.
const (
	resultInserted = "inserted"
	resultDead     = "dead"
)

// wrote counts a block whose offset is committed.
func (m *metrics) wrote(topic string, b *block, reason string) {
	m.blocks.WithLabelValues(reason).Inc()
	for _, e := range b.records {
		if e.record.Attrs.IsControl() {
			continue
		}
		if e.dead != nil {
			m.records.WithLabelValues(topic, resultDead).Inc()
			continue
		}
		m.records.WithLabelValues(topic, resultInserted).Inc()
		for _, r := range e.rows {
			m.rows.WithLabelValues(r.table.name).Inc()
		}
	}
}

var (
	lagDesc = prometheus.NewDesc("lavra_sink_lag_seconds",
		"Age of the oldest record that was read but is not in the query store yet, by topic; 0: none waits.", []string{"topic"}, nil)
	watermarkDesc = prometheus.NewDesc("lavra_sink_watermark_timestamp_seconds",
		"Time up to which all that this process reads is in the query store.", nil, nil)
)

// lagCollector measures when it is asked, so that the lag grows also while
// nothing moves.
type lagCollector struct{ sink *Sink }

func (lagCollector) Describe(out chan<- *prometheus.Desc) {
	out <- lagDesc
	out <- watermarkDesc
}

func (c lagCollector) Collect(out chan<- prometheus.Metric) {
	now := time.Now()
	oldest := map[string]time.Time{}
	for _, t := range topics() {
		oldest[t] = now
	}
	c.sink.mu.Lock()
	for _, p := range c.sink.partitions {
		if since := p.waitingSince(); !since.IsZero() && since.Before(oldest[p.name]) {
			oldest[p.name] = since
		}
	}
	c.sink.mu.Unlock()
	watermark := now
	for name, since := range oldest {
		out <- prometheus.MustNewConstMetric(lagDesc, prometheus.GaugeValue, now.Sub(since).Seconds(), name)
		if since.Before(watermark) {
			watermark = since
		}
	}
	out <- prometheus.MustNewConstMetric(watermarkDesc, prometheus.GaugeValue, float64(watermark.UnixMilli())/1000)
}

func (p *partition) waitingSince() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.waiting
}
