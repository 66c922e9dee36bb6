package table

import (
	"math"
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// sideLine is a line of a table on its side: the label of a column, and the values of the rows.
type sideLine struct {
	row    int // printed line
	names  []Name
	values []sideValue
}

// sideValue is the value of one row, on as many printed lines as it takes.
type sideValue struct {
	words []int32
	layout.Rect
	size float64
}

// sideLines is how many printed lines stand between two labels of one table, at most.
const sideLines = 3

// Sideways lists the rows of a list that is printed on its side: labels at the left, and a column
// of the page for each row. Where no label is that of the rows' names, they stand over the columns. Where headings
// of parts do, the columns of other parts are none of the list.
func (t *Tables) Sideways() []candidate.Cells {
	r := t.found
	var best []candidate.Cells
	var lines []sideLine
	for row := 0; row <= len(r.Sheet.Rows); row++ {
		next, ok := sideLine{}, false
		if row < len(r.Sheet.Rows) {
			next, ok = r.sideLine(row)
		}
		far := len(lines) > 0 && row-lines[len(lines)-1].row > sideLines
		if row == len(r.Sheet.Rows) || far {
			if rows := r.besideLabels(lines); len(rows) > len(best) {
				best = rows
			}
			lines = nil
		}
		if ok {
			lines = append(lines, next)
		}
	}
	return best
}

// sideLine is the line of a table on its side that a printed line is.
func (r *reader) sideLine(row int) (sideLine, bool) {
	cells := r.Sheet.Rows[row].Cells
	first := &r.Sheet.Cells[cells[0]]
	at, ok := r.labelAt[int32(first.Past-1)]
	if !ok && len(cells) > 2 {
		return r.unknownLine(row)
	}
	if !ok || len(r.Labels[at].Names) == 0 || r.labelAt[int32(first.First)] != at || len(cells) < 2 {
		return sideLine{}, false
	}
	l := sideLine{row: row, names: r.Labels[at].Names}
	if len(cells) == 2 && r.List.Columns[l.names[0].Column].Kind != catalogue.Money {
		return sideLine{}, false // a value, and no row of them
	}
	for _, k := range cells[1:] {
		word := int32(r.Sheet.Cells[k].First)
		also, labelled := r.labelAt[word]
		switch {
		case labelled && r.namesAlike(at, also) && int(r.Labels[also].Last) == r.Sheet.Cells[k].Past-1 && r.Labels[also].Colon:
			continue // the label of each value
		case labelled && (r.Labels[also].Colon || len(r.Labels[also].Names) > 0 && !r.labelsAlike(at, word)):
			return sideLine{}, false // labels with a value each
		}
		l.values = append(l.values, r.sideValue(k))
	}
	r.wrapSides(&l, at)
	return l, true
}

// unknownLine is a line of sums beside words that are no label.
func (r *reader) unknownLine(row int) (sideLine, bool) {
	l := sideLine{row: row}
	for i, k := range r.Sheet.Rows[row].Cells {
		v := r.sideValue(k)
		_, sum := recognise.Whole(catalogue.Money, r.run(v.words))
		if sum == (i == 0) {
			return sideLine{}, false
		}
		if i > 0 {
			l.values = append(l.values, v)
		}
	}
	return l, true
}

// nameUnknown gives the one line without a known label, among lines that have one, the one column of
// sums that is left; other such lines are none of the table.
func (r *reader) nameUnknown(lines []sideLine) []sideLine {
	var left []int
	for k, c := range r.List.Columns {
		if c.Kind == catalogue.Money && !slices.ContainsFunc(lines, func(l sideLine) bool { return len(l.names) > 0 && l.names[0].Column == k }) {
			left = append(left, k)
		}
	}
	unknown, first, last := 0, -1, -1
	for i, l := range lines {
		if len(l.names) == 0 {
			unknown++
			continue
		}
		if last = i; first < 0 {
			first = i
		}
	}
	if unknown == 1 && len(left) == 1 && last-first >= 2 {
		at := slices.IndexFunc(lines, func(l sideLine) bool { return len(l.names) == 0 })
		if len(lines[at].values) == len(lines[first].values) {
			lines[at].names = []Name{{Column: left[0]}}
		}
	}
	return slices.DeleteFunc(lines, func(l sideLine) bool { return len(l.names) == 0 })
}

// namesAlike reports whether two labels name one column.
func (r *reader) namesAlike(a, b int) bool {
	return len(r.Labels[a].Names) > 0 && len(r.Labels[b].Names) > 0 && r.Labels[a].Names[0] == r.Labels[b].Names[0]
}

func (r *reader) sideValue(k int32) sideValue {
	cell := &r.Sheet.Cells[k]
	return sideValue{words: cell.Words(), Rect: cell.Rect, size: cell.Size}
}

// wrapSides adds to values what they go on with on the next lines, beside nothing but the rest of
// their label.
func (r *reader) wrapSides(l *sideLine, label int) {
	for row := l.row + 1; row < len(r.Sheet.Rows); row++ {
		cells := r.Sheet.Rows[row].Cells
		if at, ok := r.labelAt[int32(r.Sheet.Cells[cells[0]].First)]; ok && at == label {
			cells = cells[1:]
		}
		places := make([]int, len(cells))
		for i, k := range cells {
			cell := &r.Sheet.Cells[k]
			places[i] = slices.IndexFunc(l.values, func(v sideValue) bool {
				gap := cell.Top - v.Bottom
				return gap > -cell.Size && gap < layout.Solid*cell.Size && under(cell.Rect, v.Rect, cell.Char)
			})
			if _, labelled := r.labelAt[int32(cell.First)]; places[i] < 0 || labelled {
				return
			}
		}
		for i, k := range cells {
			more, v := r.sideValue(k), &l.values[places[i]]
			v.words, v.Rect = append(v.words, more.words...), v.Rect.Union(more.Rect)
		}
	}
}

// under reports whether a box stands under or over another: flush at a side, or in its middle.
func under(a, b layout.Rect, near float64) bool {
	return math.Abs(a.Left-b.Left) < near || math.Abs(a.Right-b.Right) < near || math.Abs(a.MidX()-b.MidX()) < near
}

// besideLabels makes rows of the lines of a table on its side: each value goes to the row in whose
// column it stands.
func (r *reader) besideLabels(lines []sideLine) []candidate.Cells {
	lines = r.nameUnknown(lines)
	if len(lines) < 2 {
		return nil
	}
	widest := lines[0]
	for _, l := range lines[1:] {
		if len(l.values) > len(widest.values) {
			widest = l
		}
	}
	rows := make([]candidate.Cells, len(widest.values))
	for _, l := range lines {
		next := 0
		for _, v := range l.values {
			for next < len(rows) && !under(v.Rect, widest.values[next].Rect, v.size) && widest.values[next].Overlap(v.Rect) <= 0 {
				next++
			}
			if next == len(rows) {
				break // of something else
			}
			if c, ok := r.answer(l.names, v.words); ok && rows[next].Cell(c.Column) == nil {
				rows[next] = append(rows[next], c)
			}
			next++
		}
	}
	r.nameSides(rows, lines[0].row, widest)
	most := 0
	for _, row := range rows {
		row.Sort()
		most = max(most, len(row))
	}
	rows = slices.DeleteFunc(rows, func(row candidate.Cells) bool {
		return 2*len(row) <= most || !r.holdsEach(row) || !r.holdsAll(row, r.need)
	})
	if most < 2 || len(rows) < 2 {
		return nil
	}
	return rows
}

// nameSides gives the rows of a table on its side their names from the lines over the first values,
// where no label is that of the names and each row has one.
func (r *reader) nameSides(rows []candidate.Cells, first int, widest sideLine) {
	column := TitleColumn(r.List)
	if column < 0 || slices.ContainsFunc(rows, func(row candidate.Cells) bool { return row.Cell(column) != nil }) {
		return
	}
	titles := make([][]int32, len(rows))
	bottom, gap := r.lineBox(first).Top, layout.Reach
	for row := first - 1; row >= 0 && row >= first-sideLines && r.Sheet.Rows[row].Page == r.Sheet.Rows[first].Page; row-- {
		places, ok := r.titlePlaces(row, widest)
		if box := r.lineBox(row); !ok || bottom-box.Bottom > gap*box.Height() {
			break
		}
		for i, at := range places {
			if at >= 0 {
				titles[at] = append(r.sideValue(r.Sheet.Rows[row].Cells[i]).words, titles[at]...)
			}
		}
		bottom, gap = r.lineBox(row).Top, layout.Solid
	}
	named := make([]candidate.Cells, len(rows))
	for i, words := range titles {
		c, ok := candidate.Cell{}, false
		if len(words) > 0 {
			c, ok = r.Value(column, words)
		}
		if !ok {
			return
		}
		named[i] = append(rows[i], c)
	}
	copy(rows, named)
}

// titlePlaces are the rows that the cells of a line stand over, -1 for what stands over the labels. A
// line with a sum, or a cell over two rows, is none of names.
func (r *reader) titlePlaces(row int, widest sideLine) (places []int, ok bool) {
	for _, k := range r.Sheet.Rows[row].Cells {
		v := r.sideValue(k)
		if _, sum := recognise.Whole(catalogue.Money, r.run(v.words)); sum {
			return nil, false
		}
		at, over := -1, 0
		for i := range widest.values {
			if w := &widest.values[i]; w.Overlap(v.Rect) > 0 || under(v.Rect, w.Rect, v.size) {
				at, over = i, over+1
			}
		}
		if over > 1 || over == 0 && v.Right > widest.values[0].Left {
			return nil, false
		}
		places, ok = append(places, at), ok || at >= 0
	}
	return places, ok
}
