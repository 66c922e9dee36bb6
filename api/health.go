package api

import (
	"context"
	"net/http"
	"sync"
	"time"

	"lavra.dev/platform/web"
)

type healthRecord struct {
	Status  string            `json:"status"`
	Version string            `json:"version"`
	Checks  map[string]string `json:"checks"`
}

// healthPatience is what a part has to answer in: less than load balancers wait.
const healthPatience = 2 * time.Second

// getHealth answers GET /health. What is wrong with a part is in the log, not
// in an answer that needs no key.
func (s *Service) getHealth(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), healthPatience)
	defer cancel()
	faults := make([]error, len(s.checks))
	var asked sync.WaitGroup
	for i, c := range s.checks {
		asked.Go(func() { faults[i] = c.Ask(ctx) })
	}
	asked.Wait()
	record := healthRecord{Status: "ok", Version: s.cfg.Version, Checks: map[string]string{}}
	code := http.StatusOK
	for i, c := range s.checks {
		record.Checks[c.Name] = "ok"
		if faults[i] != nil {
			record.Checks[c.Name] = "unavailable"
			record.Status, code = "degraded", http.StatusServiceUnavailable
			s.log.Debug("a health check failed", "check", c.Name, "error", faults[i])
		}
	}
	web.JSON(w, code, record)
}
