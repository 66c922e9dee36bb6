package headed

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/schemas/catalogue"
)

// carried is what the lines above printed in columns that are filled only on the
// first of several rows, as the date of a day's entries.
type carried []candidate.Cell

// pass keeps what a line has in such columns, and gives the line what it lacks. A
// line that goes on with a row not yet complete gets nothing.
func (c *carried) pass(line *candidate.Row, rows []candidate.Row, f catalogue.Field) {
	if f.Table == nil || len(f.Table.Carry) == 0 {
		return
	}
	for _, name := range f.Table.Carry {
		k := compile.ColumnIndex(f, name)
		at := slices.IndexFunc(*c, func(v candidate.Cell) bool { return v.Column == k })
		switch here := line.Cell(k); {
		case here != nil && at >= 0:
			(*c)[at] = *here
		case here != nil:
			*c = append(*c, *here)
		case at >= 0 && complete(*line, f) && (len(rows) == 0 || complete(rows[len(rows)-1], f)):
			line.Cells = append(line.Cells, (*c)[at])
			candidate.SortCells(line.Cells)
		}
	}
}

// complete reports whether a row has what a row must hold, but for what is carried.
func complete(row candidate.Row, f catalogue.Field) bool {
	lacks := func(name string) bool { return row.Cell(compile.ColumnIndex(f, name)) == nil }
	for _, name := range f.Table.Row {
		if lacks(name) && !slices.Contains(f.Table.Carry, name) {
			return false
		}
	}
	return len(f.Table.Each) == 0 || slices.ContainsFunc(f.Table.Each, func(name string) bool { return !lacks(name) })
}
