package scoring

import (
	"slices"
	"testing"
)

func TestCellsAreJudgedByTheRowTheyStandFor(t *testing.T) {
	row := func(code, total string) map[string]any { return map[string]any{"codigo": code, "total": total} }
	tests := []struct {
		name      string
		want, got []any
		right     []bool // codigo and total of each row given
	}{
		{"all right", []any{row("1", "5"), row("2", "7")}, []any{row("1", "5"), row("2", "7")}, []bool{true, true, true, true}},
		{"the first row lost", []any{row("1", "5"), row("2", "7")}, []any{row("2", "7")}, []bool{true, true}},
		{"a row too many", []any{row("2", "7")}, []any{row("9", "0"), row("2", "7")}, []bool{false, false, true, true}},
		{"one cell wrong", []any{row("1", "5")}, []any{row("1", "6")}, []bool{true, false}},
		{"not on the document", nil, []any{row("1", "5")}, []bool{false, false}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := Result{Sample: Sample{Truth: Truth{Fields: map[string]any{"itens": tt.want}}}}
			r.JudgeCells("itens", tt.got, func(path string) (float64, bool) { return 0.9, true })
			var right []bool
			for _, c := range r.Cells {
				right = append(right, c.Right)
			}
			if !slices.Equal(right, tt.right) {
				t.Errorf("right %v, want %v", right, tt.right)
			}
		})
	}
}
