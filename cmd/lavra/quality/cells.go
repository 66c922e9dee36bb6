package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"lavra.dev/cmd/lavra/trial"
	"lavra.dev/processors/tools/scoring"
)

// The answer has one confidence for a whole list; that of each of its cells stands in the table `fields`.
const cellsOf = "SELECT request_id, path, confidence FROM fields WHERE row_index >= 0 AND request_id IN ('%s') FORMAT JSONEachRow"

// storeWait is how long the last documents may take to the store: it writes in batches, seconds apart.
const storeWait = time.Minute

// judgeCells records the confidence of the cells of all lists of the answers.
func judgeCells(ctx context.Context, s *trial.Service, results []scoring.Result, answers []answer) error {
	var ids []string
	wanted := 0
	for i, a := range answers {
		if results[i].Sample.Truth.DocumentType != "" {
			ids, wanted = append(ids, a.RequestID), wanted+a.cells()
		}
	}
	if wanted == 0 {
		return nil
	}
	confidence, err := storedCells(ctx, s, ids, wanted)
	if err != nil {
		return err
	}
	for i, a := range answers {
		for name, field := range a.Fields {
			results[i].JudgeCells(name, field.Value, func(path string) (float64, bool) {
				c, stored := confidence[a.RequestID+" "+path]
				return c, stored
			})
		}
	}
	return nil
}

// cells counts the values that stand in lists.
func (a answer) cells() int {
	n := 0
	for _, field := range a.Fields {
		rows, _ := field.Value.([]any)
		for _, row := range rows {
			cells, _ := row.(map[string]any)
			for _, v := range cells {
				if v != nil {
					n++
				}
			}
		}
	}
	return n
}

// storedCells asks the store until it has all cells, and gives the confidence of each by request and path.
func storedCells(ctx context.Context, s *trial.Service, ids []string, wanted int) (map[string]float64, error) {
	for until := time.Now().Add(storeWait); ; {
		rows, err := s.Query(ctx, fmt.Sprintf(cellsOf, strings.Join(ids, "','")))
		if err != nil {
			return nil, fmt.Errorf("asking for cells: %w", err)
		}
		found := map[string]float64{}
		for lines := json.NewDecoder(bytes.NewReader(rows)); lines.More(); {
			var cell struct {
				RequestID  string `json:"request_id"`
				Path       string
				Confidence float64
			}
			if err := lines.Decode(&cell); err != nil {
				return nil, fmt.Errorf("reading cells: %w", err)
			}
			found[cell.RequestID+" "+cell.Path] = cell.Confidence
		}
		if len(found) >= wanted || time.Now().After(until) {
			return found, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}
