package table

import (
	"math"
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
)

// line is a printed line under a heading.
type line struct {
	row    int
	under  int       // which of the lines of a stacked heading it is read under
	words  [][]int32 // by the strips of that heading
	values candidate.Cells
	layout.Rect
	size float64
	key  bool // it holds what every row does
	torn int  // cells of the page whose words went to two columns
}

// RowGap is how many font sizes two lines of one table stand apart at most.
const RowGap = 3

// Behind how many lines, and how much farther than any of them from the one above, a line is of something else.
const (
	apartRows = 4
	apartGap  = 2
)

// bodyLines are the printed lines under a heading that may be its rows, up to most, and the line behind them.
func (r *reader) bodyLines(h *head, most int) (rows []int, past int) {
	var widest float64
	page, bottom := h.page, h.Bottom
	for past = h.last + 1; past < len(r.Sheet.Rows) && len(rows) < most; past++ {
		box := r.lineBox(past)
		if at := r.Sheet.Rows[past].Page; at != page {
			if len(rows) == 0 || at != page+1 {
				return rows, past
			}
			page, bottom = at, box.Top
		}
		gap := box.Top - bottom
		if r.standsApart(past, gap, widest, rows) {
			return rows, past
		}
		if len(rows) > 0 {
			widest = max(widest, gap)
		}
		if box.Top < bottom-box.Height() {
			continue // of another column of the page
		}
		switch r.lineUnder(h, past, rows) {
		case behindTable:
			return rows, past
		case betweenRows:
			bottom = box.Bottom
			continue
		case betweenGroups:
			if past = r.resumes(past, rows); past < 0 {
				return rows, -past
			}
			box = r.lineBox(past)
		}
		rows, bottom = append(rows, past), box.Bottom
	}
	return rows, past
}

// What a line under a heading may be to the table.
const (
	ofTable       = iota
	betweenRows   // it is passed over
	betweenGroups // it ends a group of rows, or the table
	behindTable   // it is none of it
)

func (r *reader) lineUnder(h *head, row int, rows []int) int {
	switch mark := r.markOf(h, row, rows); {
	case mark == Close || mark == Part && len(rows) > 0:
		return behindTable
	case mark == Skip || mark == Part || mark == End && len(rows) == 0 && r.titlesRows(h, row):
		return betweenRows
	case mark == End:
		return betweenGroups
	}
	foreign := r.foreign(row) && !r.goesUnder(row, rows) && !r.saidOf(h, row, rows)
	switch {
	case foreign && r.titlesRows(h, row) && (len(rows) == 0 || r.continues(row+1, rows)):
		return betweenRows
	case foreign || r.prose(h, row) || slices.Contains(r.heads, row):
		return behindTable
	}
	return ofTable
}

// titlesRows reports whether words that end a table elsewhere, or label something else, are the title of rows of it:
// "Ações custodiadas" between the headings and the first share.
func (r *reader) titlesRows(h *head, row int) bool {
	cells := r.Sheet.Rows[row].Cells
	return len(cells) == 1 && !r.holdsValue(r.Sheet.Cells[cells[0]].Words()) && row+1 < len(r.Sheet.Rows) && r.fillsRow(h, row+1)
}

// standsApart reports whether a line stands too far under the rows above it, or under the heading, to be one of the table.
func (r *reader) standsApart(row int, gap, widest float64, rows []int) bool {
	size := r.Sheet.Cells[r.Sheet.Rows[row].Cells[0]].Size
	far := gap > RowGap*max(size, 6) && len(rows) > 0 || len(rows) >= apartRows && gap > apartGap*max(widest, size/4)
	return far && !r.continues(row, rows) && !r.goesOnUnder(row, rows) || gap > 60
}

// goesOnUnder reports whether a line is no row and the one under it goes on with the rows before: the name of the next month.
func (r *reader) goesOnUnder(row int, rows []int) bool {
	return r.Mark(row) == Skip && row+1 < len(r.Sheet.Rows) && r.continues(row+1, rows)
}

// fillsRow reports whether a line has the values of a row in most columns.
func (r *reader) fillsRow(h *head, row int) bool {
	if len(r.Sheet.Rows[row].Cells) < alignedCells {
		return false
	}
	l := r.readLine(row, [][]strip{h.strips})
	return l.key && 2*filled(l.words) > len(h.strips)
}

// holdsBeside reports whether a line holds what every row does beside the cell of a word, and some of it behind that.
func (r *reader) holdsBeside(h *head, row int, word int32) bool {
	values := r.readLine(row, [][]strip{h.strips}).values
	in := func(t int32) bool { return r.Sheet.Tokens[t].Cell == r.Sheet.Tokens[word].Cell }
	behind := slices.ContainsFunc(r.lead, func(k int) bool { c := values.Cell(k); return c != nil && c.Tokens[0] > word })
	return behind && holdsAll(values, r.lead) && !slices.ContainsFunc(values, func(c candidate.Cell) bool { return slices.ContainsFunc(c.Tokens, in) })
}

// Text that runs across a table: over how many of its headings, and with how many small words, at least.
const (
	proseColumns = 3
	proseWords   = 5
)

// prose reports whether a line is text that runs across the columns of a table.
func (r *reader) prose(h *head, row int) bool {
	if len(r.Sheet.Rows[row].Cells) != 1 {
		return false
	}
	cell := &r.Sheet.Cells[r.Sheet.Rows[row].Cells[0]]
	columns, small := 0, 0
	for i := range h.strips {
		if h.strips[i].box.Overlap(cell.Rect) > 0 {
			columns++
		}
	}
	for t := cell.First; t < cell.Past; t++ {
		if token := &r.Sheet.Tokens[t]; len(token.Fold) > 1 && token.Small() {
			small++
		}
	}
	return columns >= proseColumns && small >= proseWords && !r.overValues(h, row)
}

// overValues reports whether a line is the words of a row whose values fill the line under it, as one two lines
// above or below is.
func (r *reader) overValues(h *head, row int) bool {
	alone := func(row int) *layout.Cell {
		if row <= h.last || row >= len(r.Sheet.Rows) || len(r.Sheet.Rows[row].Cells) != 1 {
			return nil
		}
		return &r.Sheet.Cells[r.Sheet.Rows[row].Cells[0]]
	}
	cell, above, below := alone(row), alone(row-2), alone(row+2)
	flush := func(o *layout.Cell) bool { return o != nil && math.Abs(o.Left-cell.Left) < cell.Size/4 }
	return row+1 < len(r.Sheet.Rows) && r.fillsRow(h, row+1) && (flush(above) || flush(below) && row+3 < len(r.Sheet.Rows) && r.fillsRow(h, row+3))
}

// markOf is what a line under a heading says of itself, where it is no row all the same: "Fundos" before
// a paper and its values says what that is, "RECEBIDA" under "TRANSFERÊNCIA" is no title, "Transporte" in a column
// of kinds of expense carries no balance over.
func (r *reader) markOf(h *head, row int, rows []int) Mark {
	mark := r.Mark(row)
	if mark == Plain {
		return Plain
	}
	listed := r.Listed(row)
	if (listed < 0 || r.holdsBeside(h, row, listed)) && r.fillsRow(h, row) || r.goesUnder(row, rows) || r.saidOf(h, row, rows) {
		return Plain
	}
	return mark
}

// breakLines is how many lines that end a table stand between two groups of its rows, at most: the
// sum of the one and the title of the next.
const breakLines = 2

// resumes returns the line at which a table goes on behind one that ends it: it stands under the
// rows before cell by cell. Without such a line the answer is negative, the line of the end.
func (r *reader) resumes(end int, rows []int) int {
	for next := end + 1; next <= end+breakLines && next < len(r.Sheet.Rows); next++ {
		gap := r.lineBox(next).Top - r.lineBox(next-1).Bottom
		if r.Sheet.Rows[next].Page != r.Sheet.Rows[end].Page || gap < -1 || gap > RowGap*r.lineBox(next).Height() || slices.Contains(r.heads, next) {
			break
		}
		switch mark := r.Mark(next); {
		case mark == Close, mark == Part:
			return -end
		case mark == Plain && r.continues(next, rows):
			return next
		}
	}
	return -end
}

// continues reports whether a line has the columns of the rows before it.
func (r *reader) continues(row int, rows []int) bool {
	return slices.ContainsFunc(rows, func(before int) bool { return r.aligned(before, row) })
}

// alignedCells is how many cells tell that a line is one of the same columns as another, at least.
const alignedCells = 3

// aligned reports whether the cells of two lines stand under each other, one by one; one of them may
// have an empty cell.
func (r *reader) aligned(row, other int) bool {
	few, many := r.Sheet.Rows[row].Cells, r.Sheet.Rows[other].Cells
	if len(few) > len(many) {
		few, many = many, few
	}
	if len(few) < alignedCells || len(many)-len(few) > 1 {
		return false
	}
	missing := len(many) - len(few)
	for i, k := 0, 0; i < len(few); i, k = i+1, k+1 {
		if r.flush(few[i], many[k]) {
			continue
		}
		if missing == 0 || i == 0 || !r.flush(few[i], many[k+1]) {
			return false
		}
		missing, k = 0, k+1
	}
	return true
}

// flush reports whether two cells stand under each other.
func (r *reader) flush(a, b int32) bool {
	p, q := &r.Sheet.Cells[a], &r.Sheet.Cells[b]
	return under(p.Rect, q.Rect, min(p.Size, q.Size))
}

// foreign reports whether most of a printed line is labels of something else, with a colon or
// nothing behind them, or all of it labels and one of those.
func (r *reader) foreign(row int) bool {
	others, own, last, beside, colon, cells := 0, 0, -2, false, false, r.Sheet.Rows[row].Cells
	for i, c := range cells {
		cell := &r.Sheet.Cells[c]
		first := cell.First
		if first += r.marker(cell.Words()); first == cell.Past {
			continue
		}
		at, ok := r.labelAt[int32(first)]
		if !ok {
			continue
		}
		switch l := &r.Labels[at]; {
		case !l.Colon && int(l.Last) < cell.Past-1:
		case len(l.Names) > 0:
			own++
		default:
			others, last, beside, colon = others+1, i, beside || last == i-1, l.Colon
		}
	}
	return others > 0 && others+own == len(cells) || 2*others > len(cells) || (others > 1 || colon) && 2*others == len(cells) && !beside // each with its value
}

// saidOf reports whether a line under a row is but a word that tells more of it, whatever that labels elsewhere:
// "Titular" under a name.
func (r *reader) saidOf(h *head, row int, rows []int) bool {
	cells := r.Sheet.Rows[row].Cells
	return len(rows) > 0 && len(cells) == 1 && len(r.saidUnder([][]strip{h.strips}, r.Sheet.Cells[cells[0]].Words())) > 0
}

// goesUnder reports whether a line of one cell, whatever words it is, stands where the words of rows above it do: as lines
// of one cell among them, the names of products over their values, or under a column of the last row, and the next line
// goes on with the table.
func (r *reader) goesUnder(row int, rows []int) bool {
	cells := r.Sheet.Rows[row].Cells
	if len(cells) != 1 || len(rows) == 0 || row+1 == len(r.Sheet.Rows) {
		return false
	}
	cell := &r.Sheet.Cells[cells[0]]
	under := func(c int32) bool { return math.Abs(r.Sheet.Cells[c].Left-cell.Left) < cell.Size/4 }
	last := r.Sheet.Rows[rows[len(rows)-1]].Cells
	return slices.ContainsFunc(rows, func(above int) bool {
		return len(r.Sheet.Rows[above].Cells) == 1 && under(r.Sheet.Rows[above].Cells[0])
	}) ||
		slices.ContainsFunc(last[1:], under) && r.continues(row+1, rows)
}

// readLine deals a printed line out under the heading of a part.
func (r *reader) readLine(row int, heads [][]strip) line {
	var words []int32
	l := line{row: row, Rect: r.lineBox(row)}
	for _, c := range r.Sheet.Rows[row].Cells {
		cell := &r.Sheet.Cells[c]
		if cell.Turned {
			continue
		}
		l.size = max(l.size, cell.Size)
		for t := cell.First; t < cell.Past; t++ {
			if !r.counters[int32(t)] && !r.pieces[int32(t)] && !r.taken[int32(t)] {
				words = append(words, int32(t))
			}
		}
	}
	var best float64
	for i, strips := range heads {
		dealt := r.deal(strips, words)
		cells, score := r.valuesOf(row, strips, dealt)
		torn := r.torn(dealt)
		if score -= float64(torn) / 2; i == 0 || score > best {
			best, l.under, l.words, l.values, l.torn = score, i, dealt, cells, torn
		}
	}
	l.values = r.inside[row].With(l.values)
	l.key = r.holdsKeys(l.values)
	return l
}

// torn counts the words that went to another column than the word before them in their
// cell, though that is no value.
func (r *reader) torn(dealt [][]int32) int {
	n, last := 0, int32(-1)
	for _, words := range dealt {
		for i, t := range words {
			before := last
			if last = t; i > 0 || before < 0 || before+1 != t || r.Sheet.Tokens[t].Cell != r.Sheet.Tokens[before].Cell {
				continue
			}
			if !layout.HasDigit(r.Sheet.Tokens[before].Text) {
				n++
			}
		}
	}
	return n
}

// valuesOf are the values that words make in their columns, and how well they fit.
func (r *reader) valuesOf(at int, strips []strip, dealt [][]int32) (row candidate.Cells, score float64) {
	filled := 0
	for k, words := range dealt {
		if len(words) == 0 {
			continue
		}
		filled++
		n := strips[k].name
		if n.Column < 0 || row.Cell(n.Column) != nil {
			continue
		}
		all := words
		if second := strips[k].second; second.Column >= 0 {
			var rest []int32
			if words, rest = r.split(strips[k], words, slices.Contains(r.need, second.Column) && !layout.HasDigit(r.Sheet.Tokens[words[0]].Text)); len(rest) > 0 && row.Cell(second.Column) == nil {
				if c, ok := r.Value(second.Column, rest); ok {
					row = append(row, c)
				}
			}
			if len(words) == 0 {
				continue
			}
		}
		c, ok := r.Value(n.Column, words)
		kind := r.List.Columns[n.Column].Kind
		switch {
		case ok && recognise.Typed(kind):
			score++
		case ok:
			score += 0.5
		case recognise.Typed(kind):
			score--
		}
		if ok && !r.selfNamed[n.Column] {
			if n.Minus && c.Text[0] != '-' {
				c.Text = "-" + c.Text
			}
			c.Unheaded = !slices.Contains(strips[k].names, n) && !proving(kind)
			row = append(row, c)
			row = r.behind(strips, row, c, all)
		}
	}
	row = r.sided(at, strips, dealt, row)
	row.Sort()
	return row, score + float64(filled)/float64(max(len(strips), 1))
}

// split parts the words under a heading of two columns: a value that proves its kind is of the one that
// is of it, else a first word with a digit is the first one's, a code; a line that holds nothing else goes on with the
// second, and so does one without a code of what each row must have.
func (r *reader) split(s strip, words []int32, alone bool) (first, second []int32) {
	for i, column := range [2]int{s.name.Column, s.second.Column} {
		if !proving(r.List.Columns[column].Kind) {
			continue
		}
		c, _ := r.Value(column, words)
		rest := slices.DeleteFunc(slices.Clone(words), func(t int32) bool { return slices.Contains(c.Tokens, t) })
		if i == 0 {
			return c.Tokens, rest
		}
		return rest, c.Tokens
	}
	switch {
	case alone:
		return nil, words
	case layout.HasDigit(r.Sheet.Tokens[words[0]].Text):
		return words[:1], words[1:]
	}
	return words, nil
}

// holdsKeys reports whether a line of values begins a row.
func (r *reader) holdsKeys(row candidate.Cells) bool {
	if len(r.keys) == 0 && len(r.each) == 0 {
		return r.isRow(row)
	}
	return holdsAll(row, r.keys) && r.holdsEach(row)
}

// isRow reports whether values are those of a row: two at least, all that a row must hold, and one of those of which it has some.
func (r *reader) isRow(row candidate.Cells) bool {
	return len(row) > 1 && holdsAll(row, r.lead) && r.holdsEach(row)
}

func (r *reader) holdsEach(row candidate.Cells) bool {
	return len(r.each) == 0 || slices.ContainsFunc(r.each, func(k int) bool { return row.Cell(k) != nil })
}

func holdsAll(row candidate.Cells, columns []int) bool {
	return !slices.ContainsFunc(columns, func(k int) bool { return row.Cell(k) == nil })
}
