package api

import (
	"context"
	"fmt"
	"time"

	"lavra.dev/platform/clickhouse"
	"lavra.dev/schemas/event"
	"lavra.dev/schemas/result"
)

const stagesQuery = `SELECT name AS stage, began AS started_at, ended AS finished_at
FROM (SELECT stages.stage, stages.started_at, stages.finished_at FROM results_raw WHERE accepted_day = ? AND request_id = ? AND revision = ? ORDER BY version DESC LIMIT 1)
ARRAY JOIN stages.stage AS name, stages.started_at AS began, stages.finished_at AS ended`

// stages gives when each stage worked on a request that has ended.
func (s *store) stages(ctx context.Context, id string, revision int32) ([]event.StageTime, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	var rows []struct {
		Stage    string    `ch:"stage"`
		Started  time.Time `ch:"started_at"`
		Finished time.Time `ch:"finished_at"`
	}
	if err := s.db.Select(ctx, &rows, stagesQuery, dayOf(id), id, revision); err != nil {
		return nil, fmt.Errorf("asking the query store: %s", clickhouse.Describe(err))
	}
	stages := make([]event.StageTime, len(rows))
	for i, r := range rows {
		stages[i] = event.StageTime{Stage: r.Stage, Started: r.Started, Finished: r.Finished}
	}
	return stages, nil
}

const attemptsQuery = `SELECT attempt, outcome, status_code, error, duration_ms, at
FROM webhook_attempts_raw FINAL
WHERE accepted_day = ? AND request_id = ?
ORDER BY at, attempt`

// attempts gives the attempts to deliver a request's callback.
func (s *store) attempts(ctx context.Context, id string) ([]callbackAttempt, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	var rows []struct {
		Attempt    int32     `ch:"attempt"`
		Outcome    string    `ch:"outcome"`
		StatusCode int32     `ch:"status_code"`
		Error      string    `ch:"error"`
		DurationMS int64     `ch:"duration_ms"`
		At         time.Time `ch:"at"`
	}
	if err := s.db.Select(ctx, &rows, attemptsQuery, dayOf(id), id); err != nil {
		return nil, fmt.Errorf("asking the query store: %s", clickhouse.Describe(err))
	}
	attempts := make([]callbackAttempt, len(rows))
	for i, r := range rows {
		attempts[i] = callbackAttempt{Attempt: r.Attempt, Outcome: r.Outcome, DurationMS: r.DurationMS, At: result.Timestamp(r.At)}
		if r.StatusCode != 0 {
			attempts[i].StatusCode = &r.StatusCode
		}
		if r.Error != "" {
			attempts[i].Error = &r.Error
		}
	}
	return attempts, nil
}
