package stage

import (
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics are shared by all stages of a process; each run writes under its own name.
type metrics struct {
	stage    string
	records  *prometheus.CounterVec
	retries  *prometheus.CounterVec
	panics   *prometheus.CounterVec
	duration *prometheus.HistogramVec
	working  *prometheus.GaugeVec
	oldest   *prometheus.GaugeVec
	queued   *prometheus.GaugeVec
	paused   *prometheus.GaugeVec
	stops    *prometheus.GaugeVec
}

func newMetrics(reg prometheus.Registerer, stage string) *metrics {
	byLane := []string{"stage", "lane"}
	return &metrics{
		stage: stage,
		records: register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lavra_stage_records_total",
			Help: "Records that left a stage, by what became of them; abandoned ones come again elsewhere.",
		}, []string{"stage", "lane", "outcome"})),
		retries: register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lavra_stage_retries_total",
			Help: "Attempts at a record that failed for now.",
		}, byLane)),
		panics: register(reg, prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lavra_stage_panics_total",
			Help: "Panics of a stage's handler.",
		}, []string{"stage"})),
		duration: register(reg, prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "lavra_stage_duration_seconds",
			Help:    "Time one attempt at a record took.",
			Buckets: prometheus.ExponentialBuckets(0.001, 2.5, 14), // 1 ms to 149 s
		}, byLane)),
		working: register(reg, prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "lavra_stage_in_flight_records",
			Help: "Records being handled now.",
		}, byLane)),
		oldest: register(reg, prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "lavra_stage_oldest_in_flight_seconds",
			Help: "How long the record that has been handled longest has been so.",
		}, byLane)),
		queued: register(reg, prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "lavra_stage_queue_bytes",
			Help: "Bytes of records fetched and not done.",
		}, byLane)),
		paused: register(reg, prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "lavra_stage_held_partitions",
			Help: "Partitions with a record that is to be tried again.",
		}, byLane)),
		stops: register(reg, prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "lavra_stage_stopped",
			Help: "1 while the stage waits since too many of the last records could not be decoded.",
		}, []string{"stage"})),
	}
}

// begin has every series of a lane there at 0: an increase is only seen of one that is.
func (m *metrics) begin(lanes []*lane) {
	m.panics.WithLabelValues(m.stage)
	for _, l := range lanes {
		m.retries.WithLabelValues(m.stage, l.Name)
		for _, outcome := range []class{done, permanent, poison, superseded, abandoned, quarantine, parked} {
			m.records.WithLabelValues(m.stage, l.Name, string(outcome))
		}
	}
}

// register gives the collector of this name that is registered already, if any.
func register[C prometheus.Collector](reg prometheus.Registerer, c C) C {
	err := reg.Register(c)
	if existing := (prometheus.AlreadyRegisteredError{}); errors.As(err, &existing) {
		return existing.ExistingCollector.(C)
	}
	if err != nil {
		panic(err) // names and labels are constants
	}
	return c
}

func (m *metrics) settled(l *lane, outcome class) {
	m.records.WithLabelValues(m.stage, l.Name, string(outcome)).Inc()
}
func (m *metrics) retried(l *lane)             { m.retries.WithLabelValues(m.stage, l.Name).Inc() }
func (m *metrics) panicked()                   { m.panics.WithLabelValues(m.stage).Inc() }
func (m *metrics) inFlight(l *lane, n float64) { m.working.WithLabelValues(m.stage, l.Name).Add(n) }
func (m *metrics) took(l *lane, d time.Duration) {
	m.duration.WithLabelValues(m.stage, l.Name).Observe(d.Seconds())
}

// measure sets the gauges that are looked at, not counted.
func (r *runner) measure() {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := time.Now()
	stopped := 0.0
	if r.stopsForPoison() {
		stopped = 1
	}
	r.metrics.stops.WithLabelValues(r.cfg.Name).Set(stopped)
	for _, l := range r.lanes {
		var oldest time.Duration
		bytes, held := 0, 0
		for _, p := range r.partitions {
			if p.lane != l {
				continue
			}
			bytes += p.bytes
			if len(p.held) > 0 {
				held++
			}
			for it := range p.working {
				oldest = max(oldest, now.Sub(it.started))
			}
		}
		r.metrics.oldest.WithLabelValues(r.cfg.Name, l.Name).Set(oldest.Seconds())
		r.metrics.queued.WithLabelValues(r.cfg.Name, l.Name).Set(float64(bytes))
		r.metrics.paused.WithLabelValues(r.cfg.Name, l.Name).Set(float64(held))
	}
}
