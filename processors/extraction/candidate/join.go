package candidate

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/fold"
	"lavra.dev/schemas/catalogue"
)

// Join adds the rows b to a: columns that a row of a lacks come from the row of b
// that agrees with it in the column by which the list joins. Where one of the two
// lacks that column, rows of the same number are those of the same order.
func Join(a, b []Row, f catalogue.Field) []Row {
	by := f.ColumnIndex(f.Join)
	b = withoutCouples(a, b, by)
	inOrder := len(a) == len(b)
	if !inOrder && !slices.ContainsFunc(a, func(r Row) bool { return r.Cell(by) != nil }) {
		b = slices.DeleteFunc(b, func(r Row) bool { return r.How != FromProse && len(r.Cells) == 1 && r.Cell(by) != nil })
		if Weight(b) > Weight(a) {
			return b
		}
		return a
	}
	for i, row := range b {
		key := row.Cell(by)
		if inOrder && (key == nil || a[i].Cell(by) == nil) {
			a[i].Fill(row)
			continue
		}
		if key == nil {
			continue
		}
		at := rowOfName(a, b, by, key.Text)
		if at < 0 && (len(a) == 0 || len(row.Cells) > 1) { // a name alone is no new row
			a = append(a, row)
		}
		if at < 0 {
			continue
		}
		a[at].Fill(row)
	}
	return a
}

// withoutCouples drops the rows of b whose name is those of two others: "Nomes: JOSÉ LUZ e ANA LIMA".
func withoutCouples(a, b []Row, by int) []Row {
	var names []string
	for _, r := range slices.Concat(a, b) {
		if c := r.Cell(by); c != nil {
			names = append(names, fold.Text(c.Text))
		}
	}
	return slices.DeleteFunc(b, func(r Row) bool {
		return r.Cell(by) != nil && slices.ContainsFunc(names, func(first string) bool {
			second, ok := strings.CutPrefix(fold.Text(r.Text(by)), first+"e")
			return ok && slices.Contains(names, second)
		})
	})
}

// rowOfName is the row of a with a name that a row of b has, or -1: the same, its end,
// or its beginning where the rest stands on another line and no row of b has that too.
func rowOfName(a, b []Row, by int, name string) int {
	has := func(rows []Row, alike func(string) bool) int {
		return slices.IndexFunc(rows, func(o Row) bool { c := o.Cell(by); return c != nil && alike(c.Text) })
	}
	if at := has(a, func(s string) bool { return Alike(s, name) }); at >= 0 {
		return at
	}
	return has(a, func(s string) bool {
		return strings.Contains(name, " ") && strings.HasPrefix(fold.Text(s), fold.Text(name)) && has(b, func(o string) bool { return fold.Text(o) == fold.Text(s) }) < 0
	})
}

// Alike reports whether two readings name the same: the shorter one may be the end
// of the other, where a line was cut.
func Alike(a, b string) bool {
	a, b = fold.Text(a), fold.Text(b)
	return a == b || min(len(a), len(b)) >= 6 && (strings.HasSuffix(a, b) || strings.HasSuffix(b, a))
}
