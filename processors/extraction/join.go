package extraction

import (
	"lavra.dev/processors/text/layout"
	"slices"
	"strings"

	"lavra.dev/schemas/catalogue"
)

// join adds the rows b to a: columns that a row of a lacks come from the row of b
// that agrees with it in the column by which the list joins. Where one of the two
// lacks that column, rows of the same number are those of the same order.
func join(a, b []rowValue, f catalogue.Field) []rowValue {
	by := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Name == f.Join })
	inOrder := len(a) == len(b)
	if !inOrder && !slices.ContainsFunc(a, func(r rowValue) bool { return r.cell(by) != nil }) {
		b = slices.DeleteFunc(b, func(r rowValue) bool { return r.how != fromProse && len(r.cells) == 1 && r.cell(by) != nil })
		if weight(b) > weight(a) {
			return b
		}
		return a
	}
	for i, row := range b {
		key := row.cell(by)
		if inOrder && (key == nil || a[i].cell(by) == nil) {
			fill(&a[i], row)
			continue
		}
		if key == nil {
			continue
		}
		at := rowOfName(a, b, by, key.value)
		if at < 0 && (len(a) == 0 || len(row.cells) > 1) { // a name alone is no new row
			a = append(a, row)
		}
		if at < 0 {
			continue
		}
		if whole := a[at].cell(by); len(key.value) > len(whole.value) {
			*whole = *key
		}
		fill(&a[at], row)
	}
	return a
}

// rowOfName is the row of a with a name that a row of b has, or -1: the same, its end,
// or its beginning where the rest stands on another line and no row of b has that too.
func rowOfName(a, b []rowValue, by int, name string) int {
	has := func(rows []rowValue, alike func(string) bool) int {
		return slices.IndexFunc(rows, func(o rowValue) bool { c := o.cell(by); return c != nil && alike(c.value) })
	}
	if at := has(a, func(s string) bool { return alike(s, name) }); at >= 0 {
		return at
	}
	return has(a, func(s string) bool {
		return strings.Contains(name, " ") && strings.HasPrefix(layout.Fold(s), layout.Fold(name)) && has(b, func(o string) bool { return layout.Fold(o) == layout.Fold(s) }) < 0
	})
}

// alike tells whether two readings name the same: the shorter one may be the end
// of the other, where a line was cut.
func alike(a, b string) bool {
	a, b = layout.Fold(a), layout.Fold(b)
	return a == b || min(len(a), len(b)) >= 6 && (strings.HasSuffix(a, b) || strings.HasSuffix(b, a))
}

// fill adds the cells of columns that a row lacks.
func fill(row *rowValue, from rowValue) {
	for _, c := range from.cells {
		if row.cell(c.column) == nil {
			row.cells = append(row.cells, c)
		}
	}
	sortCells(row.cells)
}
