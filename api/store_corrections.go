package api

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
)

const correctionsQuery = `SELECT path, verdict, value, read_value, at
FROM corrections_raw FINAL
WHERE accepted_day = ? AND request_id = ? AND account = ? AND verdict != 'withdrawn'
ORDER BY path`

// corrections gives the verdicts on the values of a request, as far as the sink has them.
func (s *store) corrections(ctx context.Context, account, id string) ([]correctionRecord, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	var rows []struct {
		Path      string    `ch:"path"`
		Verdict   string    `ch:"verdict"`
		Value     string    `ch:"value"`
		ReadValue string    `ch:"read_value"`
		At        time.Time `ch:"at"`
	}
	if err := s.db.Select(ctx, &rows, correctionsQuery, dayOf(id), id, account); err != nil {
		return nil, fmt.Errorf("asking the query store: %s", clickhouse.Describe(err))
	}
	out := []correctionRecord{}
	for _, r := range rows {
		out = append(out, correctionRecord{r.Path, event.Verdict(r.Verdict), json.RawMessage(r.Value), json.RawMessage(r.ReadValue), result.Timestamp(r.At)})
	}
	return out, nil
}
