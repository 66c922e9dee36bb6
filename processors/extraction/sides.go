package extraction

import (
	"math"
	"slices"

	"lavra.dev/schemas/catalogue"
)

// sideLine is a line of a list whose rows stand side by side: the label of a column
// at the left, and the value of each row beside it.
type sideLine struct {
	column int
	values []int32 // cells
}

// readSides reads a list that is printed as a table on its side, such as that of two
// spouses, with one column of the page for each: the labels stand at the left.
func (x *extractor) readSides(field int, f catalogue.Field) []rowValue {
	if !f.Group {
		return nil
	}
	lines := x.sideLines(field, f)
	if len(lines) < 2 {
		return nil
	}
	widest := lines[0]
	for _, l := range lines[1:] {
		if len(l.values) > len(widest.values) {
			widest = l
		}
	}
	rows := make([]rowValue, len(widest.values))
	seen := 0
	for _, l := range lines {
		if rows[0].cell(l.column) != nil || !x.inLine(l, widest) {
			continue
		}
		seen++
		for i, c := range l.values {
			cell := x.sheet.Cells[c]
			if v, ok := x.cellOf(l.column, f.Columns[l.column], x.between(cell.First, cell.Past-1), 0.85); ok {
				rows[i].cells = append(rows[i].cells, v)
			}
		}
	}
	if seen < 2 {
		return nil
	}
	for i := range rows {
		rows[i].how = "label"
		sortCells(rows[i].cells)
	}
	return slices.DeleteFunc(rows, func(r rowValue) bool { return len(r.cells) == 0 })
}

// sideLines are the printed lines of a column's label and at least two cells that
// are no labels themselves.
func (x *extractor) sideLines(field int, f catalogue.Field) []sideLine {
	var out []sideLine
	for r := range x.sheet.Rows {
		row := x.sheet.Rows[r].Cells
		if len(row) < 3 || slices.ContainsFunc(row[1:], func(c int32) bool { return x.boundary(x.sheet.Cells[c].First) }) {
			continue
		}
		head := x.sheet.Cells[row[0]]
		at := x.spotAt[x.headOf(row[0], head.Past-1)]
		if at == 0 || !x.spots[at-1].starts || x.spots[at-1].cell != row[0] || !x.spots[at-1].ends {
			continue
		}
		if column, ok := x.groupColumn(&x.spots[at-1], field, f); ok {
			out = append(out, sideLine{column, row[1:]})
		}
	}
	return out
}

// inLine tells whether the values of two lines stand under each other.
func (x *extractor) inLine(a, b sideLine) bool {
	if len(a.values) != len(b.values) {
		return false
	}
	for i, c := range a.values {
		p, q := x.sheet.Cells[c], x.sheet.Cells[b.values[i]]
		if p.Page != q.Page || p.Overlap(q.Rect) <= 0 && math.Abs(p.Left-q.Left) > 3*p.Char {
			return false
		}
	}
	return true
}
