package extraction

import (
	"math"
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

const (
	titleLines = 3   // that the titles over a table on its side take, at most
	titleStep  = 0.8 // font sizes between two of these lines
)

// titleColumn is the column that names the rows of a list: the title of its cards, or the
// text that a row of its table begins with. There is none where that is no text.
func titleColumn(f catalogue.Field) int {
	name := f.Title
	if name == "" && f.Table != nil && len(f.Table.Row) > 0 {
		name = f.Table.Row[0]
	}
	if k := columnNamed(f, name); k >= 0 && f.Columns[k].Kind == catalogue.String {
		return k
	}
	return -1
}

// sideTitles gives each row of a table on its side its title, from the lines over the
// first line of values. It tells whether each has one.
func (x *extractor) sideTitles(rows []rowValue, first, widest sideLine, column int, f catalogue.Field) bool {
	titles := make([][]int32, len(rows))
	below := x.sheet.Cells[x.sheet.Rows[first.row].Cells[0]]
	for r, lines := first.row-1, 0; r >= 0 && lines < titleLines; r, lines = r-1, lines+1 {
		row := &x.sheet.Rows[r]
		cell := x.sheet.Cells[row.Cells[0]]
		places, ok := x.titlePlaces(row, below, widest)
		gap := titleGap
		if lines > 0 {
			gap = titleStep
		}
		if !ok || row.Page != below.Page || below.Top-cell.Bottom > gap*max(cell.Size, below.Size) {
			break
		}
		for k, place := range places {
			if place >= 0 {
				titles[place] = append([]int32{row.Cells[k]}, titles[place]...)
			}
		}
		below.Rect = cell.Rect
	}
	named := 0
	for i, cells := range titles {
		if v, ok := x.cellOf(column, f.Columns[column], x.run(x.tokensOf(cells)), 0.85); ok {
			rows[i].cells = append(rows[i].cells, v)
			named++
		}
	}
	return named == len(rows)
}

// titlePlaces are the columns of values that the cells of a line stand over, -1 for what
// stands over the labels. A line with a sum, or a cell over two columns, is none of titles.
func (x *extractor) titlePlaces(row *layout.Row, labels layout.Cell, widest sideLine) ([]int, bool) {
	places := make([]int, len(row.Cells))
	for k, c := range row.Cells {
		cell := &x.sheet.Cells[c]
		if holds(catalogue.Money, x.between(cell.First, cell.Past-1)) {
			return nil, false
		}
		over := slices.IndexFunc(widest.values, func(v []int32) bool { return x.sheet.Cells[v[0]].Overlap(cell.Rect) > 0 })
		if over < 0 && cell.Right <= labels.Right {
			places[k] = -1
			continue
		}
		if over < 0 {
			over = x.nearestValue(cell, widest)
		} else if over+1 < len(widest.values) && x.sheet.Cells[widest.values[over+1][0]].Overlap(cell.Rect) > 0 {
			return nil, false
		}
		places[k] = over
	}
	return places, slices.ContainsFunc(places, func(p int) bool { return p >= 0 })
}

// nearestValue is the value of a line whose middle is nearest to that of a cell.
func (x *extractor) nearestValue(cell *layout.Cell, line sideLine) int {
	off := func(i int) float64 { return math.Abs(x.sheet.Cells[line.values[i][0]].MidX() - cell.MidX()) }
	best := 0
	for i := range line.values {
		if off(i) < off(best) {
			best = i
		}
	}
	return best
}
