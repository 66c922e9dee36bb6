package sandbox

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

type metrics struct {
	jobs    *prometheus.CounterVec
	seconds prometheus.Observer
	started prometheus.Counter
	waited  prometheus.Observer
}

func newMetrics(r prometheus.Registerer, pool string, wall int) *metrics {
	labels := prometheus.Labels{"pool": pool}
	seconds := prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "lavra_sandbox_job_seconds", Help: "Time a child process worked on one job.",
		ConstLabels: labels, Buckets: prometheus.ExponentialBuckets(0.001, 3, 12), // to 177 s
	})
	started := prometheus.NewCounter(prometheus.CounterOpts{
		Name: "lavra_sandbox_starts_total", Help: "Child processes started.", ConstLabels: labels,
	})
	jobs := prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "lavra_sandbox_jobs_total", Help: "Tries of jobs in child processes, by how they ended.", ConstLabels: labels,
	}, []string{"outcome"})
	waited := prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "lavra_sandbox_wait_seconds", Help: "Time a job waited for its account's turn and a child process.",
		ConstLabels: labels, Buckets: prometheus.ExponentialBuckets(0.001, 4, 10), // to 262 s
	})
	landlock := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "lavra_sandbox_landlock_version", Help: "Version of Landlock that walls child processes off; 0 is none.", ConstLabels: labels,
	})
	landlock.Set(float64(wall))
	if r != nil {
		r.MustRegister(seconds, started, jobs, landlock, waited)
	}
	for _, outcome := range []string{"done", "refused", "cancelled", "error", string(Memory), string(Deadline), string(Crash), string(Outside)} {
		jobs.WithLabelValues(outcome) // an alert on the first death needs the 0 before it
	}
	return &metrics{jobs: jobs, seconds: seconds, started: started, waited: waited}
}

func (m *metrics) done(err error, took time.Duration) {
	m.seconds.Observe(took.Seconds())
	m.jobs.WithLabelValues(outcome(err)).Inc()
}

func outcome(err error) string {
	var killed *KilledError
	var answered *JobError
	switch {
	case err == nil:
		return "done"
	case errors.As(err, &killed):
		return string(killed.Reason)
	case errors.As(err, &answered):
		return "refused"
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return "cancelled"
	}
	return "error"
}
