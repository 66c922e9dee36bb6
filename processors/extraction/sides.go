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
	values [][]int32 // the cells of each: more than one where it wraps
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
		for i, value := range l.values {
			if v, ok := x.cellOf(l.column, f.Columns[l.column], x.run(x.tokensOf(value)), 0.85); ok {
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
		s, ok := x.fillsCell(row[0])
		if !ok {
			continue
		}
		column, ok := x.groupColumn(s, field, f)
		if !ok {
			continue
		}
		line := sideLine{column: column}
		for _, c := range row[1:] {
			line.values = append(line.values, []int32{c})
		}
		x.wrapSides(&line, s, r+1)
		out = append(out, line)
	}
	return out
}

// fillsCell is the label that is all of a cell, or one line of it where it wraps.
func (x *extractor) fillsCell(c int32) (*spot, bool) {
	cell := x.sheet.Cells[c]
	at := x.spotAt[x.headOf(c, cell.Past-1)]
	if at == 0 {
		return nil, false
	}
	s := &x.spots[at-1]
	wraps := x.sheet.Tokens[s.first].Cell != s.cell
	return s, s.starts && s.ends && (s.cell == c || wraps && x.spotAt[cell.First] == at && x.spotAt[cell.Past-1] == at)
}

// wrapSides adds to the values of a line what they go on with from row r on: cells
// close below them, beside nothing but the rest of the label.
func (x *extractor) wrapSides(line *sideLine, s *spot, r int) {
	for ; r < len(x.sheet.Rows) && x.sheet.Rows[r].Page == s.page; r++ {
		row := x.sheet.Rows[r].Cells
		if x.sheet.Tokens[s.first].Cell != s.cell && row[0] == s.cell {
			row = row[1:]
		}
		rest := make([]int, len(row)) // the values that the cells go on with
		for k, c := range row {
			cell := x.sheet.Cells[c]
			rest[k] = slices.IndexFunc(line.values, func(v []int32) bool {
				last := x.sheet.Cells[v[len(v)-1]]
				return math.Abs(last.Left-cell.Left) < cell.Char && cell.Top-last.Bottom < sideWrap*cell.Size
			})
			if rest[k] < 0 || x.boundary(cell.First) {
				return
			}
		}
		for k, c := range row {
			line.values[rest[k]] = append(line.values[rest[k]], c)
		}
	}
}

// sideWrap is how many font sizes the lines of one value stand apart at most.
const sideWrap = 0.4

// tokensOf lists the tokens of cells.
func (x *extractor) tokensOf(cells []int32) []int32 {
	var out []int32
	for _, c := range cells {
		for i := x.sheet.Cells[c].First; i < x.sheet.Cells[c].Past; i++ {
			out = append(out, int32(i))
		}
	}
	return out
}

// inLine tells whether the values of two lines stand under each other.
func (x *extractor) inLine(a, b sideLine) bool {
	if len(a.values) != len(b.values) {
		return false
	}
	for i, value := range a.values {
		p, q := x.sheet.Cells[value[0]], x.sheet.Cells[b.values[i][0]]
		if p.Page != q.Page || p.Overlap(q.Rect) <= 0 && math.Abs(p.Left-q.Left) > 3*p.Char {
			return false
		}
	}
	return true
}
