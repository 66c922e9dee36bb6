package table

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
)

// part is a table as far as one heading goes.
type part struct {
	heads  [][]strip // of each line of a stacked heading, else one
	first  int       // printed line of the heading
	past   int       // the printed line behind it
	rows   []candidate.Cells
	score  float64
	totals []Total // its last line, where that is one
}

// sampleLines is how many lines tell which reading of a heading is right.
const sampleLines = 12

// best is the table under a heading line, read in the way that its first lines fit best.
func (r *reader) best(row int) part {
	first, last := r.reach(row)
	counters, counted := maps.Clone(r.counters), r.counted
	var best part
	var way [][]strip
	found := false
	below := row
	if last > row && len(r.Sheet.Rows[row].Cells) == 1 {
		below++ // a title that begins as a heading of the list does: "Onde está o seu dinheiro" over "Onde você investiu"
	}
	for from := below; from >= first; from-- {
		for to := max(from, row); to <= last; to++ {
			h, ok := r.headOf(from, to)
			if !ok {
				continue
			}
			for _, heads := range r.ways(&h) {
				if p := r.read(&h, heads, sampleLines); !found || p.score > best.score {
					best, way, found = p, heads, true
					best.first, best.past = from, to
				}
			}
		}
	}
	if !found {
		return part{past: row + 1}
	}
	h, _ := r.headOf(best.first, best.past)
	r.counters, r.counted = counters, counted // those of the first lines are counted with the others
	best = r.read(&h, way, len(r.Sheet.Rows))
	best.totals = r.totalOf(&best)
	return best
}

// ways are the ways to lay out the strips of a heading.
func (r *reader) ways(h *head) [][][]strip {
	out := [][][]strip{{h.strips}, {fromLeft(h.strips)}, {toRight(h.strips)}}
	if boxed, ok := r.boxed(h.strips); ok {
		out = append([][][]strip{{boxed}}, out...)
	}
	plain := [][]strip{h.strips}
	if joined, ok := r.withBeside(h.strips); ok {
		out, plain = append(out, [][]strip{joined}), append(plain, joined)
	}
	if split, ok := r.apart(h); ok {
		out = append(out, [][]strip{split}, [][]strip{fromLeft(split)})
	}
	for _, strips := range plain {
		if titled, ok := r.titledRows(strips, h); ok {
			out = append(out, titled)
		}
	}
	return append(out, r.stacks(h)...)
}

// apart makes headings of one that stands over several columns of values, a space between its words:
// "DIA HISTORICO", "COD. ESPECIFICACAO".
func (r *reader) apart(h *head) (strips []strip, ok bool) {
	for _, s := range h.strips {
		from := 0
		for at := 1; at < len(s.words); at++ {
			if r.namesPart(s.words[from:], at-from) || r.valuesPart(h, &s, at) {
				strips, from, ok = append(strips, r.headed(s.words[from:at])), at, true
			}
		}
		if from > 0 {
			s = r.headed(s.words[from:])
		}
		strips = append(strips, s)
	}
	split := head{strips: strips}
	r.settleNames(&split)
	split.bound()
	return split.strips, ok && named(split.strips) > named(h.strips)
}

// namesPart reports whether words on both sides of a place are the label of a column, not of the same one.
func (r *reader) namesPart(words []int32, at int) bool {
	first, last := r.Names(r.folded(words[:at])), r.Names(r.folded(words[at:]))
	return len(first) == 1 && len(last) == 1 && first[0].Column != last[0].Column
}

// headed is the column under words.
func (r *reader) headed(words []int32) strip {
	return newStrip(piece{words: words, names: r.namesOf(words), Rect: r.around(words)})
}

// valuesPart reports whether most lines under a heading have a value that begins with one of its words, and another
// before it, or one that ends with the word before and another behind.
func (r *reader) valuesPart(h *head, s *strip, at int) bool {
	a, b := &r.Sheet.Tokens[s.words[at-1]], &r.Sheet.Tokens[s.words[at]]
	if a.Cell != b.Cell {
		return false
	}
	near, part, all := r.Sheet.Cells[a.Cell].Char, 0, 0
	for row := h.last + 1; row < min(h.last+1+sampleLines, len(r.Sheet.Rows)); row++ {
		cells := r.Sheet.Rows[row].Cells
		if r.Sheet.Rows[row].Page != h.page || len(cells) < len(h.strips) {
			continue
		}
		all++
		for i := 1; i < len(cells); i++ {
			c, d := &r.Sheet.Cells[cells[i-1]], &r.Sheet.Cells[cells[i]]
			if (math.Abs(d.Left-b.Left) < near || math.Abs(c.Right-a.Right) < near) && c.Right > s.box.Left && d.Left < s.box.Right {
				part++
			}
		}
	}
	return part > 0 && 5*part >= 4*all
}

// fromLeft lays strips out that begin with their headings, which stand at the left of
// boxes and their values anywhere in them.
func fromLeft(strips []strip) []strip {
	out := slices.Clone(strips)
	for i := range out {
		s := &out[i]
		s.left = s.box.Left
		if i+1 < len(out) {
			s.right = out[i+1].box.Left
		}
		s.box.Right = s.right
	}
	return out
}

// toRight lays strips out that end with their headings.
func toRight(strips []strip) []strip {
	out := slices.Clone(strips)
	for i := range out {
		s := &out[i]
		s.right = s.box.Right
		if s.left = 0; i > 0 {
			s.left = out[i-1].box.Right
		}
		s.box.Left = s.left
	}
	return out
}

// stacks are the ways to read a heading of several lines as one over the first line of each
// row and one over the second: no column is named in both.
func (r *reader) stacks(h *head) (out [][][]strip) {
	for cut := h.first; cut < h.last; cut++ {
		top, _ := r.headOf(h.first, cut)
		bottom, _ := r.headOf(cut+1, h.last)
		if named(top.strips) > 0 && named(bottom.strips) > 0 && !slices.ContainsFunc(top.strips, func(a strip) bool {
			return a.name != nobody && slices.ContainsFunc(bottom.strips, func(b strip) bool { return a.name == b.name })
		}) {
			out = append(out, [][]strip{top.strips, bottom.strips})
			if joined, ok := r.withBeside(bottom.strips); ok {
				out = append(out, [][]strip{top.strips, joined})
			}
		}
	}
	return out
}

func named(strips []strip) int {
	return count(strips, func(s strip) bool { return s.name != nobody })
}

// read reads the lines under a heading as rows.
func (r *reader) read(h *head, heads [][]strip, most int) part {
	p := part{heads: slices.Clone(heads), first: h.first}
	r.inside, r.taken, r.selfNamed = map[int]candidate.Cells{}, map[int32]bool{}, map[int]bool{}
	rows, past := r.bodyLines(h, most)
	p.past = past
	r.require(&p)
	lines := r.readLines(rows, p.heads)
	if r.takeInside(&p, rows, lines) {
		lines = r.readLines(rows, p.heads)
	}
	if most > sampleLines || len(rows) < sampleLines || !p.names(r.need) {
		if r.rename(&p, rows, lines) {
			lines = r.readLines(rows, p.heads)
		}
	}
	if r.nameNear(&p, lines) {
		lines = r.readLines(rows, p.heads)
	}
	if !p.names(r.need) {
		return p
	}
	if r.dropCounters(lines) {
		lines = r.readLines(rows, p.heads)
	}
	r.findKeys(lines)
	p.rows = r.records(&p, lines)
	if 2*len(p.rows) < len(lines) && newNaming(r, &p, 0, lines).accumulate() { // a side of the account under a word that nobody knows
		lines = r.readLines(rows, p.heads)
		r.findKeys(lines)
		p.rows = r.records(&p, lines)
		p.score-- // headings that say as much are better
	}
	for _, row := range p.rows {
		p.score += r.worth(row)
	}
	for i := range lines {
		p.score -= float64(lines[i].torn) / 2 // cells of the page whose words are dealt to two columns
	}
	return p
}

func (r *reader) readLines(rows []int, heads [][]strip) []line {
	lines := make([]line, len(rows))
	for i, row := range rows {
		lines[i] = r.readLine(row, heads)
	}
	return lines
}

// names reports whether the headings of a part name all of some columns.
func (p *part) names(columns []int) bool {
	return !slices.ContainsFunc(columns, func(k int) bool { return !anyHeads(p.heads, k) })
}

// dropCounters takes the numbers off that count the rows before another value in its column,
// and reports whether there were some. What a scan has in the place of one is one too, where
// most rows are counted.
func (r *reader) dropCounters(lines []line) bool {
	var counters, misread []int32
	rows, last, lastRow := 0, 0, 0
	for i := range lines {
		if !lines[i].key {
			continue
		}
		rows++
		at := slices.IndexFunc(lines[i].words, func(words []int32) bool { return len(words) > 0 })
		if at < 0 || len(lines[i].words[at]) < 2 {
			continue
		}
		first := lines[i].words[at][0]
		word, due := &r.Sheet.Tokens[first], last+rows-lastRow
		count, err := strconv.Atoi(word.Text)
		switch {
		case err == nil && last == 0 && (count == 1 || count == r.counted+1 || word.OCR && count == r.counted+rows), err == nil && last > 0 && (count == last+1 || count == due):
			counters, last, lastRow = append(counters, first), count, rows
		case word.OCR && len(word.Text) <= len(strconv.Itoa(due)):
			misread = append(misread, first)
		}
	}
	if rows == 0 || 3*len(counters) < 2*rows {
		return false
	}
	for _, t := range append(counters, misread...) {
		r.counters[t] = true
	}
	r.counted = max(r.counted, last)
	return true
}

// findKeys takes as beginnings of rows the lines as well that fill as many columns as those
// that hold what every row does, though a value of theirs is broken. Where none does, those of three values are.
func (r *reader) findKeys(lines []line) {
	most, heads := 0, map[int]bool{}
	for i := range lines {
		if lines[i].key {
			most, heads[lines[i].under] = max(most, filled(lines[i].words)), true
		}
	}
	for i := range lines {
		if l := &lines[i]; !l.key && (heads[l.under] || len(heads) == 0) && filled(l.words) > 2 && 4*filled(l.words) >= 3*most {
			l.key = true
		}
	}
}

// worth is how much a row says: values that prove their kind more than words. A credit and a debit in
// one row say no more than one of them, lest a number beside the sum be taken for the other.
func (r *reader) worth(row candidate.Cells) float64 {
	var sum float64
	for _, c := range row {
		if r.sides != nil && c.Column == r.sides[1] && row.Cell(r.sides[0]) != nil {
			continue
		}
		if sum += 0.5; recognise.Typed(r.List.Columns[c.Column].Kind) {
			sum += 0.5
		}
	}
	return sum
}

func (r *reader) worthOf(rows []candidate.Cells) float64 {
	var sum float64
	for _, row := range rows {
		sum += r.worth(row)
	}
	return sum
}

// records joins lines to rows: each begins with one that holds what every row does, and
// those between belong to the one that they stand nearer to, or that lacks what they hold.
func (r *reader) records(p *part, lines []line) []candidate.Cells {
	owner := r.owners(p, lines)
	var rows []candidate.Cells
	for i := range lines {
		if !lines[i].key {
			continue
		}
		var known candidate.Cells
		words, broken := make([][][]int32, len(p.heads)), map[[2]int]bool{}
		for u := range p.heads {
			words[u] = make([][]int32, len(p.heads[u]))
		}
		for j := range lines {
			if owner[j] != i {
				continue
			}
			known = known.With(r.inside[lines[j].row])
			if j != i {
				if said := r.saidUnder(p.heads, slices.Concat(lines[j].words...)); len(said) > 0 {
					known = append(known, said...)
					continue
				}
			}
			for k, w := range lines[j].words {
				into := &words[lines[j].under][k]
				if j != i && len(*into) > 0 && r.whole(p.heads[lines[j].under][k], *into) || lines[j].under == lines[i].under && j != i && r.code(p.heads[lines[j].under][k], lines[i].words[k]) {
					continue
				}
				if at := [2]int{lines[j].under, k}; j != i && len(w) == 1 && (len(*into) == 1 || broken[at]) && r.broken((*into)[len(*into)-1], w[0]) {
					broken[at] = true
				}
				*into = append(*into, w...)
			}
		}
		row := known
		for u := range p.heads {
			cells, _ := r.valuesOf(lines[i].row, p.heads[u], words[u])
			for k, w := range words[u] {
				if n := p.heads[u][k].name; broken[[2]int{u, k}] && n.Column >= 0 {
					if c, ok := r.Joined(n.Column, w); ok {
						cells = append(candidate.Cells{c}, cells...)
					}
				}
			}
			row = row.With(cells)
		}
		row.Sort()
		rows = append(rows, row)
	}
	r.carryOver(rows)
	return slices.DeleteFunc(rows, func(row candidate.Cells) bool { return !r.isRow(row) })
}

// broken reports whether a word goes on in the next without a blank: digits that end at
// the edge of their column, and digits under them.
func (r *reader) broken(a, b int32) bool {
	first, second := r.Sheet.Tokens[a].Text, r.Sheet.Tokens[b].Text
	return strings.Trim(first+second, digits) == "" && len(second) <= len(first)
}

// whole reports whether words are a value of a kind that does not go on below.
func (r *reader) whole(s strip, words []int32) bool {
	if s.name.Column < 0 || s.second != nobody || !recognise.Typed(r.List.Columns[s.name.Column].Kind) {
		return false
	}
	c, ok := r.Value(s.name.Column, words)
	masks := r.List.Columns[s.name.Column].Mask
	return ok && shape.FitsMask(masks, c.Text) // a code that is too short goes on below
}

// code reports whether words hold a code of their column: nothing goes on with it.
func (r *reader) code(s strip, words []int32) bool {
	return s.name.Column >= 0 && len(r.List.Columns[s.name.Column].Mask) > 0 && r.coded(s.name.Column, words)
}

// carryOver gives rows what the entry says is printed on the first of several alone.
func (r *reader) carryOver(rows []candidate.Cells) {
	for _, k := range r.carry {
		var last *candidate.Cell
		for i := range rows {
			if c := rows[i].Cell(k); c != nil {
				kept := *c
				last = &kept
			} else if last != nil {
				rows[i] = append(rows[i], *last)
				rows[i].Sort()
			}
		}
	}
}

// owners tells for each line the line that begins its row, or -1.
func (r *reader) owners(p *part, lines []line) []int {
	owner := make([]int, len(lines))
	last, remark := -1, false
	for i := range lines {
		owner[i] = -1
		if lines[i].key {
			owner[i], last, remark = i, i, false
			continue
		}
		if remark = remark || r.Mark(lines[i].row) == Remark || last >= 0 && r.runsAcross(p, &lines[i], &lines[last]); remark {
			continue
		}
		next := slices.IndexFunc(lines[i:], func(l line) bool { return l.key })
		if next >= 0 {
			next += i
		}
		switch {
		case last < 0 && next < 0:
		case last < 0:
			owner[i] = next
		case next < 0:
			owner[i] = last
		default:
			owner[i] = nearer(lines, i, last, next)
		}
	}
	ended := -1 // the row that a line under it was none of: nothing below goes on with it
	for i := range lines {
		o := owner[i]
		if o < 0 || o == i {
			continue
		}
		if i > o && o == ended || !r.goesOn(p, lines, i, o) {
			if owner[i] = -1; i > o {
				ended = o
			}
		}
	}
	return owner
}

// nearer is the row that a line between two belongs to.
func nearer(lines []line, i, last, next int) int {
	up, down := lines[i].Top-lines[i-1].Bottom, lines[i+1].Top-lines[i].Bottom
	switch {
	case lines[i-1].Top > lines[i].Top || lines[i+1].Top < lines[i].Top: // of another page
	case up > down+layout.Overlap*lines[i].size:
		return next
	case down > up+layout.Overlap*lines[i].size:
		return last
	}
	if lines[i].under != lines[last].under && lines[i].under < lines[next].under {
		return next
	}
	return last
}

// text reports whether a column holds words.
func (r *reader) text(column int) bool { return !recognise.Typed(r.List.Columns[column].Kind) }

// goesOn reports whether a line adds to a row: the rest of words that did not fit in their
// column, or what the row lacks.
func (r *reader) goesOn(p *part, lines []line, i, o int) bool {
	l := &lines[i]
	if r.Sheet.Rows[l.row].Page != r.Sheet.Rows[lines[o].row].Page {
		return false
	}
	if i > o && l.Top > lines[i-1].Bottom {
		gap := (l.Top - lines[i-1].Bottom) / max(l.size, 6)
		tail := !slices.ContainsFunc(lines[i:], func(l line) bool { return l.key }) // a heading may follow
		if gap > layout.NextLine || tail && gap > layout.NextLine/2 {
			return false
		}
	}
	if len(l.values) == 0 {
		return len(r.saidUnder(p.heads, slices.Concat(l.words...))) > 0
	}
	return !r.dated(l.values) || !r.dated(lines[o].values)
}

// runsAcross reports whether a line is one text under several values of a row and begins where that has words already: a
// note under it, for what goes on in a column stays there. What tells columns without a heading is none.
func (r *reader) runsAcross(p *part, l, over *line) bool {
	cells := r.Sheet.Rows[l.row].Cells
	first := slices.IndexFunc(l.words, func(words []int32) bool { return len(words) > 0 })
	if len(cells) != 1 || first < 0 || l.under != over.under || len(over.words[first]) == 0 || len(r.saidUnder(p.heads, slices.Concat(l.words...))) > 0 {
		return false
	}
	text := &r.Sheet.Cells[cells[0]]
	return count(r.Sheet.Rows[over.row].Cells, func(c int32) bool { return r.Sheet.Cells[c].Overlap(text.Rect) > 0 }) > 1
}

// dated reports whether a line holds a value of a kind that proves itself with which each row begins: two
// such lines are no one row.
func (r *reader) dated(row candidate.Cells) bool {
	return slices.ContainsFunc(r.lead, func(k int) bool { return proving(r.List.Columns[k].Kind) && row.Cell(k) != nil })
}
