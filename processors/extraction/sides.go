package extraction

import (
	"math"
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// sideLine is a line of a list whose rows stand side by side: the label of a column
// at the left, and the value of each row beside it.
type sideLine struct {
	column int
	row    int       // of the sheet
	values [][]int32 // the cells of each: more than one where it wraps
}

// readSides reads a list that is printed as a table on its side, such as that of two
// spouses, with one column of the page for each: the labels stand at the left. Where no
// label is that of the titles, such as the names of products, they stand over the lines.
func (x *extractor) readSides(field int, f catalogue.Field) []rowValue {
	title := titleColumn(f)
	if !f.Group && title < 0 {
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
	if len(widest.values) < 2 {
		return nil
	}
	rows := make([]rowValue, len(widest.values))
	first, seen := widest, map[int]bool{}
	for _, l := range lines {
		if seen[l.column] || !x.inLine(&l, widest) {
			continue
		}
		seen[l.column] = true
		if l.row < first.row {
			first = l
		}
		for i, value := range l.values {
			if v, ok := x.cellOf(l.column, f.Columns[l.column], x.run(x.tokensOf(value)), 0.85); ok {
				rows[i].cells = append(rows[i].cells, v)
			}
		}
	}
	if len(seen) < 2 {
		return nil
	}
	if title >= 0 && !seen[title] && !x.sideTitles(rows, first, widest, title, f) && !f.Group {
		return nil
	}
	return x.itemsOf(rows, title, field, f)
}

// itemsOf are the rows of a table on its side that hold something, without the sums of
// the others.
func (x *extractor) itemsOf(rows []rowValue, title, field int, f catalogue.Field) []rowValue {
	for i := range rows {
		rows[i].how = fromLabel
		sortCells(rows[i].cells)
	}
	return slices.DeleteFunc(rows, func(r rowValue) bool {
		return len(r.cells) == 0 || title >= 0 && x.totalsCard(r, title, field, f)
	})
}

// sideLines are the printed lines of a column's label and cells that are no labels
// themselves: two at least, but of sums, which not every row may have.
func (x *extractor) sideLines(field int, f catalogue.Field) []sideLine {
	var out []sideLine
	for r := range x.sheet.Rows {
		row := x.sheet.Rows[r].Cells
		if len(row) < 2 {
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
		if len(row) == 2 && f.Columns[column].Kind != catalogue.Money || slices.ContainsFunc(row[1:], func(c int32) bool { return x.heldByLabel(c, f.Columns[column]) }) {
			continue
		}
		line := sideLine{column: column, row: r}
		for _, c := range row[1:] {
			line.values = append(line.values, []int32{c})
		}
		x.wrapSides(&line, s, r+1)
		out = append(out, line)
	}
	return out
}

// heldByLabel tells whether a cell begins with a label and is no value that a column is
// known to have, such as "Titular".
func (x *extractor) heldByLabel(c int32, column catalogue.Field) bool {
	cell := x.sheet.Cells[c]
	return x.boundary(cell.First) && x.knownHere(cell, column.Known) != cell.Past-1
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

// inLine tells whether the values of a line stand each under one of another's, and puts
// them in the places of those: a row may lack a value.
func (x *extractor) inLine(a *sideLine, b sideLine) bool {
	places, next := make([][]int32, len(b.values)), 0
	for _, value := range a.values {
		p := x.sheet.Cells[value[0]]
		for next < len(b.values) && !x.inColumn(p, b.values[next]) {
			next++
		}
		if next == len(b.values) {
			return false
		}
		places[next] = value
		next++
	}
	a.values = places
	return true
}

// inColumn tells whether a cell stands in the column of a value, flush with it at the left
// or over or under it.
func (x *extractor) inColumn(p layout.Cell, value []int32) bool {
	q := x.sheet.Cells[value[0]]
	return p.Page == q.Page && (p.Overlap(q.Rect) > 0 || math.Abs(p.Left-q.Left) <= 3*p.Char)
}
