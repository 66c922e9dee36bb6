package ingest

import (
	"errors"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
)

type metrics struct {
	accepted *prometheus.CounterVec
	refused  *prometheus.CounterVec
	bytes    prometheus.Counter
	replayed *prometheus.CounterVec
	waits    *prometheus.HistogramVec
	backlog  prometheus.Gauge
	drain    prometheus.Gauge
}

// reasons are those of refusals.
var reasons = []string{
	"address", "backlog", "blocked", "both", "budget", "cancelled", "conflict", "download", "empty", "format", "invalid", "keys", "media_type", "no_file", "rate", "too_large", "unavailable", "url", "xml",
}

func newMetrics(r prometheus.Registerer) (*metrics, error) {
	m := &metrics{
		accepted: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lavra_ingest_requests_accepted_total",
			Help: "Requests accepted, by lane and operation. A batch counts once for each file.",
		}, []string{"lane", "operation"}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lavra_ingest_calls_refused_total",
			Help: "Calls that accepted nothing, by endpoint and reason.",
		}, []string{"endpoint", "reason"}),
		bytes: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "lavra_ingest_accepted_bytes_total",
			Help: "Bytes of the files of accepted requests.",
		}),
		replayed: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lavra_ingest_calls_replayed_total",
			Help: "Calls answered with the identifiers of an earlier one, by whether its request had to be submitted for it.",
		}, []string{"resumed"}),
		waits: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "lavra_ingest_sync_wait_seconds",
			Help:    "Time from acceptance to the answer of synchronous calls, by operation and result (ended, timeout, cancelled, error).",
			Buckets: []float64{.05, .1, .25, .5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300},
		}, []string{"operation", "result"}),
		backlog: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "lavra_ingest_backlog_requests",
			Help: "Accepted requests that have not ended, as ingest last saw.",
		}),
		drain: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "lavra_ingest_backlog_drain_seconds",
			Help: "Time the backlog takes at the rate of late; 0 where there is no rate yet.",
		}),
	}
	var faults []error
	for _, c := range []prometheus.Collector{m.accepted, m.refused, m.bytes, m.replayed, m.waits, m.backlog, m.drain} {
		faults = append(faults, r.Register(c))
	}
	if err := errors.Join(faults...); err != nil {
		return nil, fmt.Errorf("registering metrics: %w", err)
	}
	for _, e := range endpoints {
		for _, reason := range reasons { // from 0, so that the first refusal is a rise
			m.refused.WithLabelValues(e.name, reason)
		}
	}
	return m, nil
}
