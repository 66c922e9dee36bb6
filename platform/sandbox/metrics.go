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

	namespaces, ownUser prometheus.Gauge
}

// isolated notes what the kernel gives children beside their own walls.
func (m *metrics) isolated(as isolation) {
	for gauge, has := range map[prometheus.Gauge]bool{m.namespaces: as.namespaces, m.ownUser: as.ownUser} {
		if has {
			gauge.Set(1)
		}
	}
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
	namespaces := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "lavra_sandbox_namespaces", Help: "1 where child processes have namespaces of their own.", ConstLabels: labels,
	})
	ownUser := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "lavra_sandbox_own_user", Help: "1 where each child process has a user number of its own, which root gives it.", ConstLabels: labels,
	})
	if r != nil {
		r.MustRegister(seconds, started, jobs, landlock, waited, namespaces, ownUser)
	}
	for _, outcome := range []string{"done", "refused", "cancelled", "error", string(Memory), string(Deadline), string(Crash), string(Outside)} {
		jobs.WithLabelValues(outcome) // an alert on the first death needs the 0 before it
	}
	return &metrics{jobs: jobs, seconds: seconds, started: started, waited: waited, namespaces: namespaces, ownUser: ownUser}
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
