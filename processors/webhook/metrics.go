package webhook

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"lavra.dev/schemas/event"
)

type metrics struct {
	attempts  *prometheus.CounterVec
	seconds   prometheus.Histogram
	deferred  prometheus.Counter
	exhausted prometheus.Counter
}

func newMetrics(r prometheus.Registerer, s *shares, j *journal) *metrics {
	m := &metrics{
		attempts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lavra_webhook_attempts_total", Help: "Attempts to deliver a callback, by outcome and class of failure.",
		}, []string{"outcome", "error"}),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "lavra_webhook_attempt_seconds", Help: "Time an endpoint took to answer, or to fail.",
			Buckets: prometheus.ExponentialBuckets(0.01, 2, 12), // to 20 s
		}),
		deferred: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "lavra_webhook_deferrals_total", Help: "Deliveries put off because their endpoint, host or account had its share at work, or mostly fails.",
		}),
		exhausted: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "lavra_webhook_exhausted_deliveries_total", Help: "Deliveries given up after their last attempt.",
		}),
	}
	gauge := func(name, help string, labels prometheus.Labels, value func() int) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help, ConstLabels: labels}, func() float64 { return float64(value()) })
	}
	const atWork = "Deliveries at work, by pool: quick ones and those that take longer than a second."
	if r != nil {
		r.MustRegister(
			gauge("lavra_webhook_in_flight_deliveries", atWork, prometheus.Labels{"pool": "quick"}, func() int { n, _, _ := s.counts(); return n }),
			gauge("lavra_webhook_in_flight_deliveries", atWork, prometheus.Labels{"pool": "slow"}, func() int { _, n, _ := s.counts(); return n }),
			gauge("lavra_webhook_open_breakers", "Endpoints and hosts that mostly fail and are tried one delivery at a time.", nil, func() int { _, _, n := s.counts(); return n }),
			gauge("lavra_webhook_remembered_deliveries", "Deliveries whose attempts are remembered, at most LAVRA_CALLBACK_JOURNAL.", nil, j.size),
		)
		r.MustRegister(m.attempts, m.seconds, m.deferred, m.exhausted)
	}
	return m
}

func (m *metrics) attempted(a event.DeliveryAttempt) {
	m.attempts.WithLabelValues(a.Outcome, a.Error).Inc()
	m.seconds.Observe((time.Duration(a.DurationMS) * time.Millisecond).Seconds())
}
