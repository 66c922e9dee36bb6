package table

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// reader is the work on one list.
type reader struct {
	Input
	labelAt  map[int32]int  // the label that begins at or covers a token
	keys     []int          // columns that every line of values has
	each     []int          // of these a row has one at least
	lead     []int          // columns that a row must hold
	need     []int          // columns that a heading names
	carry    []int          // columns printed on the first of several rows
	sides    []int          // the columns of credits and of debits, where the list has both
	products [][]int        // two columns and that of what they make
	counters map[int32]bool // words that only count rows
	counted  int            // the last number that counted one
	heads    []int          // printed lines that may head a table
	headings []headingLine  // of each printed line

	rest   map[int32][]int32 // of a number that its box broke, the pieces behind the first
	pieces map[int32]bool    // those pieces

	inside    map[int]candidate.Cells // of the part that is read: the values of each printed line that have labels of their own
	taken     map[int32]bool          // their words, which are dealt to no column
	selfNamed map[int]bool            // columns whose values have labels of their own
}

func newReader(in Input) *reader {
	r := &reader{Input: in, labelAt: map[int32]int{}, counters: map[int32]bool{}, rest: map[int32][]int32{}, pieces: map[int32]bool{}}
	r.findBroken()
	r.Value = r.joined(in.Value)
	for i, l := range in.Labels {
		for t := l.First; t <= l.Last; t++ {
			if _, taken := r.labelAt[t]; !taken {
				r.labelAt[t] = i
			}
		}
	}
	t := in.List.Table
	r.need, r.lead, r.each, r.carry, r.sides = r.columns(t.Need), r.columns(t.Row), r.columns(t.Each), r.columns(t.Carry), r.columns(t.Either)
	for _, names := range t.Products {
		r.products = append(r.products, r.columns(names))
	}
	r.findKeyColumns()
	r.headings = make([]headingLine, len(in.Sheet.Rows))
	for row := range in.Sheet.Rows {
		pieces, ok := r.cutHeading(row)
		r.headings[row] = headingLine{pieces, ok}
		if (ok || r.besideValue(row, pieces)) && r.tellsColumns(pieces) && (row == 0 || in.Mark(row-1) != Close) {
			r.heads = append(r.heads, row)
		}
	}
	return r
}

// again is the reader before it has read a table: with no rows counted, and the columns of rows as the entry has them.
func (r *reader) again() *reader {
	fresh := *r
	fresh.counters = map[int32]bool{}
	fresh.need, fresh.lead, fresh.each = slices.Clone(r.need), slices.Clone(r.lead), slices.Clone(r.each)
	return &fresh
}

// findKeyColumns lists the columns that tell the lines of values from others.
func (r *reader) findKeyColumns() {
	r.keys = nil
	for _, k := range r.lead {
		if recognise.Typed(r.List.Columns[k].Kind) && !slices.Contains(r.carry, k) {
			r.keys = append(r.keys, k)
		}
	}
}

// require settles what the rows of a part hold: where no heading names a column, another may take
// its place.
func (r *reader) require(p *part) {
	t := r.List.Table
	pairs := t.Instead
	if r.sides != nil {
		pairs = append(slices.Clip(pairs), t.Either) // a table of nothing but the other side of the account
	}
	if len(pairs) == 0 {
		return
	}
	r.need, r.lead, r.each = r.columns(t.Need), r.columns(t.Row), r.columns(t.Each)
	for _, pair := range pairs {
		columns := r.columns(pair)
		if p.names(columns[:1]) || !p.names(columns[1:]) {
			continue
		}
		for _, list := range [][]int{r.need, r.lead, r.each} {
			if i := slices.Index(list, columns[0]); i >= 0 {
				list[i] = columns[1]
			}
		}
	}
	r.findKeyColumns()
}

func (r *reader) columns(names []string) []int {
	var out []int
	for _, name := range names {
		if k := slices.IndexFunc(r.List.Columns, func(c catalogue.Field) bool { return c.Name == name }); k >= 0 {
			out = append(out, k)
		}
	}
	return out
}

func (r *reader) nextHead(from int) int {
	if i, _ := slices.BinarySearch(r.heads, from); i < len(r.heads) {
		return r.heads[i]
	}
	return -1
}

// piece is words of a heading line: a label, or what stands between labels.
type piece struct {
	words []int32
	names []Name
	other bool // a label of something else
	layout.Rect
}

// longestHeading is how many words of a heading line stand together without being a
// label, at most: more are a sentence.
const longestHeading = 7

// headingLine is a printed line cut into pieces where it may be one of headings: it holds no value, and no sentence.
// Else the pieces are those before that.
type headingLine struct {
	pieces []piece
	ok     bool
}

func (r *reader) headingLine(row int) (pieces []piece, ok bool) {
	return r.headings[row].pieces, r.headings[row].ok
}

func (r *reader) cutHeading(row int) (pieces []piece, ok bool) {
	answered := 0
	for _, c := range r.Sheet.Rows[row].Cells {
		cell := &r.Sheet.Cells[c]
		if cell.Turned {
			continue
		}
		start := r.headingStart(c)
		for t := start; t < cell.Past; {
			p, next := r.pieceAt(t, cell)
			if p.names == nil && !p.other {
				if len(p.words) > longestHeading || r.holdsValue(p.words) {
					return pieces, false
				}
				if n := len(pieces) - 1; n >= 0 && t > start && r.Labels[r.labelAt[pieces[n].words[0]]].Colon && (pieces[n].names != nil || pieces[n].other) {
					answered++
				}
			}
			pieces, t = append(pieces, p), next
		}
	}
	return pieces, len(pieces) > 0 && answered == 0
}

// headingStart is where the words of a cell begin: at its label, where that is numbered as the boxes of a form are.
func (r *reader) headingStart(cell int32) int {
	first, head := r.Sheet.Cells[cell].First, r.Head(cell)
	if _, labelled := r.labelAt[int32(head)]; labelled && head == first+1 && layout.HasDigit(r.Sheet.Tokens[first].Text) {
		return head
	}
	return first
}

// pieceAt is the piece of a cell that begins at a token, and where the next one does.
func (r *reader) pieceAt(t int, cell *layout.Cell) (piece, int) {
	at, labelled := r.labelAt[int32(t)]
	past := t + 1
	for past < cell.Past {
		if next, also := r.labelAt[int32(past)]; also != labelled || also && next != at {
			break
		}
		past++
	}
	if rest := r.Sheet.Tokens[past:cell.Past]; labelled && !slices.ContainsFunc(rest, func(t layout.Token) bool { return !shape.BetweenNames(t.Fold) }) {
		past = cell.Past // "Descrição do" over "item"
	}
	p := piece{Rect: r.Sheet.Box(t, past-1)}
	for i := t; i < past; i++ {
		p.words = append(p.words, int32(i))
	}
	if labelled {
		p.names, p.other = r.Labels[at].Names, len(r.Labels[at].Names) == 0
	}
	return p, past
}

// holdsValue reports whether words that are no label hold the digits of a value: a number
// of three digits at least, or with decimals.
func (r *reader) holdsValue(words []int32) bool {
	return slices.ContainsFunc(words, func(t int32) bool {
		text := r.Sheet.Tokens[t].Text
		digits := count([]byte(text), func(c byte) bool { return c >= '0' && c <= '9' })
		value := digits > 2 || digits > 1 && strings.ContainsAny(text, ",.") || digits > 0 && digits == len(text)
		return value && !years.MatchString(text) // the date or the year that a heading speaks of
	})
}

// tellsColumns reports whether pieces name two columns at least, one of them by its words, or one beside the
// months of a year.
func (r *reader) tellsColumns(pieces []piece) bool {
	n := distinctNames(pieces)
	return n > 1 || n == 1 && (r.ofYears(pieces) > 0 || r.months(pieces) >= fewestMonths)
}

const fewestMonths = 3 // headings that name one month after the other, at least

// months is how many headings in a row name a month after the one before.
func (r *reader) months(pieces []piece) int {
	most, run, last := 0, 0, 0
	for _, p := range pieces {
		m := recognise.MonthNamed(r.folded(p.words))
		if m > 0 && m == last+1 {
			run++
		} else {
			run = min(m, 1)
		}
		most, last = max(most, run), m
	}
	return most
}

func distinctNames(pieces []piece) int {
	var seen []Name
	for _, p := range pieces {
		if len(p.names) > 0 && !slices.Contains(seen, p.names[0]) {
			seen = append(seen, p.names[0])
		}
	}
	return len(seen)
}
