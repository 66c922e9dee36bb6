package scoring

import (
	"fmt"
	"maps"
	"slices"
)

// JudgeCells records the confidence of every cell of a list; confidence gives that of
// a path such as fields.itens[2].ncm. A row that is none of the truth's has no right cell.
func (r *Result) JudgeCells(name string, value any, confidence func(path string) (float64, bool)) {
	rows, list := value.([]any)
	if !list {
		return
	}
	want, _ := r.Sample.Truth.Fields[name].([]any)
	for j, of := range PairRows(want, rows) {
		row, _ := rows[j].(map[string]any)
		var truth map[string]any
		if of >= 0 {
			truth, _ = want[of].(map[string]any)
		}
		for _, column := range slices.Sorted(maps.Keys(row)) {
			path := fmt.Sprintf("fields.%s[%d].%s", name, j, column)
			if c, told := confidence(path); told && row[column] != nil {
				r.Cells = append(r.Cells, Judged{path, c, Same(truth[column], row[column])})
			}
		}
	}
}

// PairRows gives for each row of the answer the row of the truth that it stands for, or -1.
func PairRows(want, got []any) []int {
	pairs := make([]int, len(got))
	for j := range pairs {
		pairs[j] = -1
	}
	best := bestRows(want, got)
	for i, j := 0, 0; i < len(want) && j < len(got); {
		switch score := rowScore(want[i], got[j]); {
		case score > 0 && best[i][j] == score+best[i+1][j+1]:
			pairs[j] = i
			i, j = i+1, j+1
		case best[i][j] == best[i+1][j]:
			i++
		default:
			j++
		}
	}
	return pairs
}
