package llm

import "github.com/prometheus/client_golang/prometheus"

type metrics struct {
	requests *prometheus.CounterVec
	seconds  prometheus.Histogram
	values   *prometheus.CounterVec
}

func newMetrics(r prometheus.Registerer) *metrics {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lavra_llm_requests_total", Help: "Questions to the language model, by outcome: answered, failed, or skipped while it rests.",
		}, []string{"outcome"}),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "lavra_llm_request_seconds", Help: "Time that the language model took to answer, or to fail.",
			Buckets: prometheus.ExponentialBuckets(0.05, 2, 11), // to 51 s
		}),
		values: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lavra_llm_values_total", Help: "Values from the language model, by what became of them: added, agreed, differed, or dropped as not on the page.",
		}, []string{"outcome"}),
	}
	if r != nil {
		r.MustRegister(m.requests, m.seconds, m.values)
	}
	return m
}
