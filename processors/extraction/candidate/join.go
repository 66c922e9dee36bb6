package candidate

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/text/fold"
	"lavra.dev/schemas/catalogue"
)

// Join adds the rows b to a: columns that a row of a lacks come from the row of b
// that agrees with it in the column by which the list joins. Where one of the two
// lacks that column, rows of the same number are those of the same order.
func Join(a, b []Row, f catalogue.Field) []Row {
	by := compile.ColumnIndex(f, f.Join)
	inOrder := len(a) == len(b)
	if !inOrder && !slices.ContainsFunc(a, func(r Row) bool { return r.Cell(by) != nil }) {
		if Weight(b) > Weight(a) {
			return b
		}
		return a
	}
	for i, row := range b {
		key := row.Cell(by)
		if inOrder && (key == nil || a[i].Cell(by) == nil) {
			Fill(&a[i], row)
			continue
		}
		if key == nil {
			continue
		}
		if at := rowOfName(a, by, key.Text); at >= 0 {
			Fill(&a[at], row)
		} else if len(a) == 0 || len(row.Cells) > 1 { // a name alone is no new row
			a = append(a, row)
		}
	}
	return a
}

// rowOfName is the row of a name, or -1.
func rowOfName(rows []Row, by int, name string) int {
	return slices.IndexFunc(rows, func(r Row) bool { c := r.Cell(by); return c != nil && Alike(c.Text, name) })
}

// Alike reports whether two readings name the same: the shorter one may be the end
// of the other, where a line was cut.
func Alike(a, b string) bool {
	a, b = fold.Text(a), fold.Text(b)
	return a == b || min(len(a), len(b)) >= 6 && (strings.HasSuffix(a, b) || strings.HasSuffix(b, a))
}

// Fill adds the cells of columns that a row lacks.
func Fill(row *Row, from Row) {
	row.Cells = row.With(from.Cells)
	row.Sort()
}
