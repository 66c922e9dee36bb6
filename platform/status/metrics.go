package status

import (
	"errors"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

type metrics struct {
	skipped prometheus.Counter
}

func newMetrics(registerer prometheus.Registerer, x *Index) (metrics, error) {
	m := metrics{
		skipped: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "lavra_status_index_skipped_records_total",
			Help: "Records that the status index could not read and passed over.",
		}),
	}
	if registerer == nil {
		return m, nil
	}
	held := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "lavra_status_index_requests",
		Help: "Requests that the status index holds.",
	}, func() float64 {
		x.mu.Lock()
		defer x.mu.Unlock()
		return float64(x.entries.used)
	})
	overdue := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "lavra_status_index_overdue_requests",
		Help: "Requests that were begun and have not moved for a quarter of an hour: parked, or stuck.",
	}, func() float64 { return float64(x.overdue(time.Now())) })
	if err := errors.Join(registerer.Register(m.skipped), registerer.Register(held), registerer.Register(overdue)); err != nil {
		return m, fmt.Errorf("registering metrics of the status index: %w", err)
	}
	return m, nil
}
