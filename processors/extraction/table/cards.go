package table

import (
	"iter"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
)

// Forms lists the rows of a list that is printed as a form for each row: headings over
// their values in several lines, or labels with their values behind them. A label that comes again
// begins the next row.
func (t *Tables) Forms() []candidate.Cells {
	r := t.found.again()
	headed, labelled := r.headedCards(), r.labelledCards()
	if r.worthOf(labelled) > r.worthOf(headed) {
		return labelled
	}
	return headed
}

// cards gathers values to rows: a column that comes again begins the next one, beside those that began on the
// same printed line or under them.
type cards struct {
	r     *reader
	rows  []candidate.Cells
	lefts []float64 // where the first value of each row begins
	open  int       // the first of the rows side by side that are gathered
	began int       // printed line on which those began
	last  int       // printed line of the last value
}

// cardGap is how many printed lines without a value of the list are within a card, at most.
const cardGap = 3

func (c *cards) add(row int, cells ...candidate.Cell) {
	for _, cell := range cells {
		left := c.r.Sheet.Tokens[cell.Tokens[0]].Left
		n := len(c.rows) - 1
		for n > c.open && c.lefts[n] > left+sameLeft {
			n--
		}
		if n < 0 || c.rows[n].Cell(cell.Column) != nil || row-c.last > cardGap {
			if n < 0 || row != c.began {
				c.open, c.began = len(c.rows), row
			}
			n = len(c.rows)
			c.rows, c.lefts = append(c.rows, nil), append(c.lefts, left)
		}
		c.rows[n], c.last = append(c.rows[n], cell), row
	}
}

// sameLeft is by how many points values under each other stray.
const sameLeft = 3

// full are the rows that hold what the entry asks for, or so much that they need not, and more than half of what the
// fullest does, which is so much at least.
func (r *reader) full(rows []candidate.Cells, least int) []candidate.Cells {
	most := 0
	for _, row := range rows {
		row.Sort()
		most = max(most, len(row))
	}
	if most < least {
		return nil
	}
	return slices.DeleteFunc(rows, func(row candidate.Cells) bool {
		return 2*len(row) <= most || !r.isRow(row) || most < tellingColumns && !holdsAll(row, r.need)
	})
}

// tellingColumns is how many columns tell a list without one that it needs, at least.
const tellingColumns = 5

// headedCards reads lines of headings that take turns with lines of values.
func (r *reader) headedCards() []candidate.Cells {
	c := &cards{r: r}
	for row := 0; row+1 < len(r.Sheet.Rows); row++ {
		pieces, ok := r.headingLine(row)
		if !ok || distinctNames(pieces) == 0 || r.Mark(row) != Plain && !r.tellsColumns(pieces) {
			continue
		}
		under := row + 1
		if _, also := r.headingLine(under); also && !r.answersOnly(under, pieces) || r.Sheet.Rows[under].Page != r.Sheet.Rows[row].Page {
			continue
		}
		h, _ := r.headOf(row, row)
		for _, beside := range r.panels(h) {
			c.add(row, r.bestLine(&beside, under)...)
		}
	}
	return r.full(c.rows, 3)
}

// bestLine is the values of a line under headings, read in the way that fits best.
func (r *reader) bestLine(h *head, under int) (cells candidate.Cells) {
	var best float64
	for _, heads := range r.ways(h) {
		if l := r.readLine(under, heads); len(l.values) > 0 && r.lineScore(l) > best {
			best, cells = r.lineScore(l), l.values
		}
	}
	return cells
}

// panels parts a line of headings on which the first one comes again: cards that stand side by side. In each
// only its own headings name columns.
func (r *reader) panels(h head) []head {
	first := r.folded(h.strips[0].words)
	named := map[string]Name{}
	panel := make([]int, len(h.strips))
	n := 0
	for i, s := range h.strips {
		words := r.folded(s.words)
		if i > 0 && words == first {
			n++
		}
		if panel[i] = n; n == 0 {
			named[words] = s.name
		}
	}
	out := make([]head, n+1)
	for k := range out {
		out[k] = h
		out[k].strips = slices.Clone(h.strips)
		for i := range out[k].strips {
			s := &out[k].strips[i]
			name, again := named[r.folded(s.words)]
			switch {
			case panel[i] != k:
				s.name = nobody
			case again:
				s.name = name
			}
		}
	}
	return out
}

// answersOnly reports whether no piece of a line is a label, but of a column that the line over it has named:
// "Rendimento" under "Evento".
func (r *reader) answersOnly(row int, over []piece) bool {
	pieces, _ := r.headingLine(row)
	return !slices.ContainsFunc(pieces, func(p piece) bool {
		return p.other || len(p.names) > 0 && !slices.ContainsFunc(over, func(o piece) bool { return slices.Equal(o.names, p.names) })
	})
}

func (r *reader) lineScore(l line) float64 { return r.worth(l.values) - float64(l.torn)/2 }

// labelledCards reads labels with their values behind them, on one line or in sentences.
func (r *reader) labelledCards() []candidate.Cells {
	c := &cards{r: r}
	for row := range r.Sheet.Rows {
		for l := range r.labelsIn(r.lineWords(row)) {
			if cell, ok := r.answer(l.Names, l.behind); ok {
				cell.Text = strings.TrimRight(cell.Text, ". ") // of a sentence
				c.add(row, cell)
			}
		}
	}
	return r.full(c.rows, 3)
}

// labelled is a label among words, and what stands behind it up to the next.
type labelled struct {
	*Label
	words, behind []int32
}

// labelsIn are the labels among words.
func (r *reader) labelsIn(words []int32) iter.Seq[labelled] {
	return func(yield func(labelled) bool) {
		for i := 0; i < len(words); {
			if !r.beginsLabel(words[i]) {
				i++
				continue
			}
			at := r.labelAt[words[i]]
			first := i + 1
			for first < len(words) && words[first] <= r.Labels[at].Last && words[first] > r.Labels[at].First {
				first++
			}
			past := first
			if first < len(words) && r.labelsAlike(at, words[first]) {
				past++ // "Unidade UN": what labels it elsewhere is its value here
			}
			for past < len(words) && !r.beginsLabel(words[past]) {
				past++
			}
			if !yield(labelled{&r.Labels[at], words[i:first], words[first:past]}) {
				return
			}
			i = past
		}
	}
}

// beginsLabel reports whether a label begins at a word that bounds what stands before it.
func (r *reader) beginsLabel(word int32) bool {
	at, ok := r.labelAt[word]
	return ok && r.Labels[at].First == word
}

// labelsAlike reports whether a word is a label of the column that another label names.
func (r *reader) labelsAlike(at int, word int32) bool {
	also, ok := r.labelAt[word]
	return ok && len(r.Labels[at].Names) > 0 && slices.Contains(r.Labels[also].Names, r.Labels[at].Names[0]) && r.Labels[also].Last == word
}

// answer is the value of the first of the columns that a label may name that words are one of.
func (r *reader) answer(names []Name, words []int32) (candidate.Cell, bool) {
	if len(words) == 0 {
		return candidate.Cell{}, false
	}
	for _, n := range names {
		if c, ok := r.Value(n.Column, words); ok {
			if n.Minus && c.Text[0] != '-' {
				c.Text = "-" + c.Text
			}
			return c, true
		}
	}
	return candidate.Cell{}, false
}
