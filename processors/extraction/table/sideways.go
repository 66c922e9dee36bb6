package table

import (
	"math"
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// sideLine is a line of a table on its side: the label of a column, and the values of the rows.
type sideLine struct {
	row    int // printed line
	label  piece
	names  []Name
	values []sideValue
	past   int // the printed line behind it
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
	for row := 0; row < len(r.Sheet.Rows); row++ {
		known, ok := r.sideLine(row)
		if !ok || len(known.names) == 0 {
			continue
		}
		lines := r.sideTable(known)
		if rows := r.besideLabels(lines); len(rows) > len(best) {
			best = rows
		}
		row = max(row, lines[len(lines)-1].row) // the known one may not be among them: lines above go on over it
	}
	return best
}

// sideTable are the lines of a table on its side around the first with a known label. Another is one of it by its
// values, which stand over or under those of the known one.
func (r *reader) sideTable(known sideLine) (lines []sideLine) {
	from := known.row
	for row := from - 1; row >= 0 && from-row <= sideLines; row-- {
		if l, ok := r.sideLine(row); ok && r.sameSides(l, known) {
			from = row
		} else if r.lineBox(row).Left < known.values[0].Left {
			break // a title
		}
	}
	last := from
	for row := from; row < len(r.Sheet.Rows) && row-last <= sideLines; row++ {
		if l, ok := r.sideLine(row); ok && (len(l.names) > 0 || r.sameSides(l, known)) {
			lines, last = append(lines, l), row
			row = max(row, l.past-1)
		}
	}
	return lines
}

// sameSides reports whether the values of one line stand over or under those of another.
func (r *reader) sameSides(a, b sideLine) bool {
	if len(a.values) > len(b.values) {
		a, b = b, a
	}
	if r.Sheet.Rows[a.row].Page != r.Sheet.Rows[b.row].Page || b.values[0].over(sideValue{Rect: a.label.Rect}) || a.values[0].over(sideValue{Rect: b.label.Rect}) {
		return false // a title over each column
	}
	return !slices.ContainsFunc(a.values, func(v sideValue) bool {
		return !slices.ContainsFunc(b.values, func(o sideValue) bool { return v.over(o) })
	})
}

// over reports whether a value stands over or under another.
func (v sideValue) over(o sideValue) bool {
	return under(v.Rect, o.Rect, v.size) || v.Overlap(o.Rect) > 0
}

// sideLine is the line of a table on its side that a printed line may be; it has no names where nobody knows what its
// first cell is the label of.
func (r *reader) sideLine(row int) (sideLine, bool) {
	cells := r.Sheet.Rows[row].Cells
	first := &r.Sheet.Cells[cells[0]]
	l := sideLine{row: row, label: piece{words: first.Words(), Rect: first.Rect}}
	at, labelled := r.labelAt[int32(first.Past-1)]
	if labelled && r.labelAt[int32(first.First)] == at {
		l.names, l.label.other = r.Labels[at].Names, len(r.Labels[at].Names) == 0
	} else {
		at = -1
	}
	alone := len(l.names) > 0 && r.List.Columns[l.names[0].Column].Kind == catalogue.Money
	if len(cells) < 2 || len(cells) == 2 && !alone {
		return l, false // a value, and no row of them
	}
	for _, k := range cells[1:] {
		word := int32(r.Sheet.Cells[k].First)
		also, answers := r.labelAt[word]
		switch {
		case answers && at >= 0 && r.labelsAlike(at, int32(r.Sheet.Cells[k].Past-1)) && r.Labels[also].Colon:
			continue // the label of each value
		case answers && (r.Labels[also].Colon || len(r.Labels[also].Names) > 0 && !(at >= 0 && r.labelsAlike(at, word))):
			return l, false // labels with a value each
		}
		l.values = append(l.values, r.sideValue(k))
	}
	r.wrapSides(&l, at)
	if at < 0 && len(cells) > 2 {
		l.names = r.Meant(l.label.words)
	}
	return l, len(l.values) > 0
}

func (r *reader) sideValue(k int32) sideValue {
	cell := &r.Sheet.Cells[k]
	return sideValue{words: cell.Words(), Rect: cell.Rect, size: cell.Size}
}

// wrapSides adds to values what they go on with on the next lines, beside nothing but the rest of
// their label.
func (r *reader) wrapSides(l *sideLine, label int) {
	for row := l.row + 1; row < len(r.Sheet.Rows); row++ {
		l.past = row
		cells := r.Sheet.Rows[row].Cells
		rest := &r.Sheet.Cells[cells[0]]
		at, ok := r.labelAt[int32(rest.First)]
		own := ok && at == label || !ok && r.Sheet.Tokens[rest.First].Small() && rest.Right < l.values[0].Left || len(cells) == 1 && r.wrapsLabel(l, rest)
		if own {
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
		if own {
			l.label.words = slices.Concat(l.label.words, rest.Words())
		}
		for i, k := range cells {
			more, v := r.sideValue(k), &l.values[places[i]]
			v.words, v.Rect = append(v.words, more.words...), v.Rect.Union(more.Rect)
		}
	}
}

// wrapsLabel reports whether a cell alone on its line is the rest of the label right over it.
func (r *reader) wrapsLabel(l *sideLine, rest *layout.Cell) bool {
	first := &r.Sheet.Tokens[l.label.words[0]]
	last := &r.Sheet.Tokens[l.label.words[len(l.label.words)-1]]
	return math.Abs(rest.Left-first.Left) < rest.Char && rest.Right < l.values[0].Left && rest.Top-last.Bottom < layout.Solid*rest.Size
}

// under reports whether a box stands under or over another: flush at a side, or in its middle.
func under(a, b layout.Rect, near float64) bool {
	return a.Align(b) < near
}

// besideLabels makes rows of the lines of a table on its side: each value goes to the row in whose
// column it stands. What a line is of is told as of the columns of other tables: by its label, its values and what
// they make together.
func (r *reader) besideLabels(lines []sideLine) []candidate.Cells {
	if len(lines) < 2 {
		return nil
	}
	widest := slices.MaxFunc(lines, func(a, b sideLine) int { return len(a.values) - len(b.values) })
	dealt := make([]line, len(widest.values))
	for i := range dealt {
		dealt[i].words = make([][]int32, len(lines))
	}
	for k, l := range lines {
		next := 0
		for _, v := range l.values {
			for next < len(dealt) && !v.over(widest.values[next]) {
				next++
			}
			if next == len(dealt) {
				break // of something else
			}
			dealt[next].words[k] = v.words
			next++
		}
	}
	strips := r.nameLines(lines, dealt)
	rows := make([]candidate.Cells, len(dealt))
	for i := range dealt {
		for k, s := range strips {
			if s.name == nobody {
				continue
			}
			if c, ok := r.answer([]Name{s.name}, dealt[i].words[k]); ok && rows[i].Cell(c.Column) == nil {
				rows[i] = append(rows[i], c)
			}
		}
	}
	if rows = r.full(rows, 2); len(rows) < 2 {
		return nil
	}
	return rows
}

// nameLines are the columns of the list that the lines of a table on its side are.
func (r *reader) nameLines(lines []sideLine, dealt []line) []strip {
	h := head{strips: make([]strip, len(lines))}
	for k, l := range lines {
		h.strips[k] = newStrip(l.label)
		h.strips[k].names = l.names
	}
	r.meanAll(&h)
	r.settleNames(&h)
	n := &naming{r: r, strips: h.strips, fits: map[[2]int]float64{}, sums: map[[2]int][]float64{}}
	for i := range dealt {
		n.lines = append(n.lines, &dealt[i])
	}
	n.improve()
	n.multiply()
	n.nameNearest()
	return n.strips
}
