package lists

import (
	"cmp"
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/schemas/catalogue"
)

// downColumns puts rows that stand several to a printed line in the order of their dates, where that goes down
// each column of the page and then to the next: instalments 1 to 3 at the left, 4 to 6 beside them.
func (x *reader) downColumns(rows []candidate.Row, f catalogue.Field) []candidate.Row {
	date := f.ColumnOfKind(catalogue.Date)
	if date < 0 {
		return rows
	}
	type placed struct {
		date string
		nth  int // of its line
		row  candidate.Row
	}
	out, line, several := make([]placed, len(rows)), int32(-1), false
	for i, r := range rows {
		c := r.Cell(date)
		if c == nil || len(c.Tokens) == 0 {
			return rows
		}
		out[i] = placed{date: c.Text, row: r}
		at := x.Sheet.Cells[x.Sheet.Tokens[c.Tokens[0]].Cell].Row
		if at == line {
			out[i].nth, several = out[i-1].nth+1, true
		}
		line = at
	}
	byDate := func(a, b placed) int { return cmp.Compare(a.date, b.date) }
	if !several || slices.IsSortedFunc(out, byDate) {
		return rows
	}
	slices.SortStableFunc(out, func(a, b placed) int { return a.nth - b.nth })
	if !slices.IsSortedFunc(out, byDate) {
		return rows
	}
	for i := range out {
		rows[i] = out[i].row
	}
	return rows
}
