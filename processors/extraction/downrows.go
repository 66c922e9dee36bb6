package extraction

import (
	"lavra.dev/processors/pattern"
	"lavra.dev/schemas/catalogue"
)

// rowsDown makes the rows of a passage by where their words stand on the page: each
// reaches from its name down to the next one. Labelled values that stand side by side
// under a name come in the flow of the blocks behind the name that follows them.
func (x *extractor) rowsDown(heads []pattern.Match, p *passage, s stretch, f catalogue.Field, asides []stretch) []rowValue {
	for i := 1; i < len(heads); i++ {
		if !x.standsBefore(heads[i-1].First, heads[i].First) {
			return nil // columns of text: only their flow tells
		}
	}
	n := len(x.sheet.Tokens)
	var rows []rowValue
	for i, m := range heads {
		row := x.rowOf(f, m)
		x.findColumns(&row, p, f, stretch{heads[0].First, n}, asides, func(token int) bool {
			return (token < s.past || x.standsBefore(token, s.past)) && !x.standsBefore(token, m.First) && (i+1 == len(heads) || x.standsBefore(token, heads[i+1].First))
		})
		if len(row.cells) > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// standsBefore tells whether token a stands on a line over that of token b, or left of
// it on the same line.
func (x *extractor) standsBefore(a, b int) bool {
	s, t := &x.sheet.Tokens[a], &x.sheet.Tokens[b]
	if r, q := x.sheet.Cells[s.Cell].Row, x.sheet.Cells[t.Cell].Row; r != q {
		return r < q
	}
	return s.Rect.Left < t.Rect.Left
}
