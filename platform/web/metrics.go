package web

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics of the interface. Labels are bounded: routes by their templates,
// methods and statuses by what HTTP knows.
type metrics struct {
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	inFlight prometheus.Gauge
	braked   prometheus.Counter
}

func newMetrics(r prometheus.Registerer) (*metrics, error) {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "lavra_http_requests_total",
			Help: "Requests answered, by route, method and status.",
		}, []string{"route", "method", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "lavra_http_request_duration_seconds",
			Help: "Time from a request's header to the end of its answer, by route.",
			// A synchronous call may last 300 s.
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60, 120, 300},
		}, []string{"route"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "lavra_http_requests_in_flight",
			Help: "Requests being answered now.",
		}),
		braked: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "lavra_http_braked_keys_total",
			Help: "Requests whose key was refused unseen, after too many wrong ones.",
		}),
	}
	var faults []error
	for _, c := range []prometheus.Collector{m.requests, m.seconds, m.inFlight, m.braked} {
		faults = append(faults, r.Register(c))
	}
	if err := errors.Join(faults...); err != nil {
		return nil, fmt.Errorf("registering metrics: %w", err)
	}
	return m, nil
}

var methods = []string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch,
	http.MethodDelete, http.MethodConnect, http.MethodOptions, http.MethodTrace,
}

func (m *metrics) observe(route, method string, status int, took time.Duration) {
	if !slices.Contains(methods, method) {
		method = "other"
	}
	code := "none" // the client went away before an answer
	if status != 0 {
		code = strconv.Itoa(status)
	}
	m.requests.WithLabelValues(route, method, code).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}
