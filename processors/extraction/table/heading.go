package table

import (
	"cmp"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/catalogue"
)

// strip is one column of a table: its heading, and where its values may stand.
type strip struct {
	words       []int32
	names       []Name // what the heading may name, best first
	name        Name   // what it was settled to name; Column is -1 for a column that nobody wants
	other       bool   // its heading is a label of something else
	second      Name   // the other column of a heading of two, such as "Código / Descrição"
	box         layout.Rect
	left, right float64 // the strip of the page between the neighbours' headings
}

// head is the heading of a table: one to several printed lines.
type head struct {
	first, last int // printed lines
	page        int32
	layout.Rect
	strips []strip
}

// headLines is how many printed lines a heading has at most.
const headLines = 4

// reach returns the lines over and under a line of headings that may be headings too: set
// close, without values, and each piece over or under one of theirs or a label.
func (r *reader) reach(row int) (first, last int) {
	first, last = row, row
	for first > 0 && row-first < headLines-1 && r.adjoins(first-1, first) {
		first--
	}
	for last+1 < len(r.Sheet.Rows) && last-row < headLines-1 && r.adjoins(last+1, last) {
		last++
	}
	return first, last
}

func (r *reader) adjoins(row, to int) bool {
	a, b := r.lineBox(row), r.lineBox(to)
	if r.Sheet.Rows[row].Page != r.Sheet.Rows[to].Page {
		return false
	}
	gap, near := max(a.Top-b.Bottom, b.Top-a.Bottom), layout.Solid
	if r.sameTable(row, to) {
		near = layout.Reach // the space that boxes have around their words
	}
	if gap > near*min(a.Height(), b.Height()) {
		return false
	}
	_, ok := r.headingLine(row)
	return ok && (r.Mark(row) == Plain || slices.Contains(r.heads, row))
}

// sameTable reports whether two lines stand in boxes of one drawn table.
func (r *reader) sameTable(a, b int) bool {
	p, q := r.Sheet.Cells[r.Sheet.Rows[a].Cells[0]].Box, r.Sheet.Cells[r.Sheet.Rows[b].Cells[0]].Box
	return p != layout.NoBox && q != layout.NoBox && r.Sheet.Boxes[p].Table == r.Sheet.Boxes[q].Table
}

func (r *reader) lineBox(row int) layout.Rect {
	cells := r.Sheet.Rows[row].Cells
	box := r.Sheet.Cells[cells[0]].Rect
	for _, c := range cells[1:] {
		box = box.Union(r.Sheet.Cells[c].Rect)
	}
	return box
}

// around is the box of some words.
func (r *reader) around(words []int32) layout.Rect {
	box := r.Sheet.Tokens[words[0]].Rect
	for _, t := range words[1:] {
		box = box.Union(r.Sheet.Tokens[t].Rect)
	}
	return box
}

// headOf makes a heading of printed lines: the line of most pieces tells the columns,
// what stands over or under one of them belongs to it.
func (r *reader) headOf(first, last int) (h head, ok bool) {
	h = head{first: first, last: last, page: r.Sheet.Rows[first].Page}
	lines := make([][]piece, 0, last-first+1)
	base := 0
	for row := first; row <= last; row++ {
		pieces, fits := r.headingLine(row)
		if !fits {
			return h, false
		}
		if lines = append(lines, pieces); len(pieces) > len(lines[base]) {
			base = len(lines) - 1
		}
	}
	for i, p := range lines[base] {
		if i == 0 {
			h.Rect = p.Rect
		}
		h.Rect = h.Rect.Union(p.Rect)
		h.strips = append(h.strips, newStrip(p))
	}
	for d := 1; d < len(lines); d++ {
		for _, i := range []int{base - d, base + d} {
			if i >= 0 && i < len(lines) {
				r.merge(&h, lines[i], i < base)
			}
		}
	}
	slices.SortStableFunc(h.strips, func(a, b strip) int { return cmp.Compare(a.box.Left, b.box.Left) })
	r.joinBeside(&h)
	r.meanAll(&h)
	r.settleNames(&h)
	r.joinSlashed(&h)
	for i := range h.strips {
		r.parts(&h.strips[i])
	}
	r.joinMissing(&h)
	r.addMargin(&h)
	h.bound()
	return h, len(h.strips) > 1
}

// merge adds the pieces of another line of a heading: to the column they stand at, to
// each of several that they span, or as columns of their own.
func (r *reader) merge(h *head, pieces []piece, above bool) {
	r.splitSpanning(h, pieces)
	for _, p := range pieces {
		h.Rect = h.Rect.Union(p.Rect)
		at := r.columnsAt(h, p)
		if len(at) == 0 {
			h.strips = append(h.strips, newStrip(p))
			continue
		}
		for _, i := range at {
			s := &h.strips[i]
			words := slices.Concat(s.words, p.words)
			if above {
				words = slices.Concat(p.words, s.words)
			}
			names := r.Names(r.folded(words))
			if len(names) == 0 && len(at) > 1 {
				names = r.Names(r.folded(slices.Concat(s.words, p.words)))
			}
			if len(names) == 0 && len(at) == 1 {
				names = r.Meant(words)
			}
			switch {
			case len(names) > 0:
			case len(at) > 1:
				names = s.names
			case s.other != p.other:
				s.other = true // half of what it says: "INSS" over "recolhido"
			default:
				names = union(s.names, p.names)
			}
			s.words, s.names = words, names
			if len(at) == 1 {
				s.box = s.box.Union(p.Rect)
			}
		}
	}
}

// columnsAt are the columns that a piece of another line of a heading stands over or under.
func (r *reader) columnsAt(h *head, p piece) (at []int) {
	for i := range h.strips {
		b := h.strips[i].box
		if r.sameBox(h, i, p.words[0]) || b.Overlap(p.Rect) > layout.Overlap*min(b.Width(), p.Width()) {
			at = append(at, i)
		}
	}
	return at
}

// splitSpanning makes columns of a heading over several others, each in a cell of its own: "Saldo em R$" over
// "31/12/2024" and "31/12/2025".
func (r *reader) splitSpanning(h *head, pieces []piece) {
	for i := len(h.strips) - 1; i >= 0; i-- {
		var under []strip
		cells := map[int32]bool{}
		for _, p := range pieces {
			if !slices.Equal(r.columnsAt(h, p), []int{i}) || r.sameBox(h, i, p.words[0]) {
				continue
			}
			s := h.strips[i]
			s.box = p.Rect
			under = append(under, s)
			cells[r.Sheet.Tokens[p.words[0]].Cell] = true
		}
		if len(cells) > 1 && len(cells) == len(under) {
			h.strips = slices.Replace(h.strips, i, i+1, under...)
		}
	}
}

// joinBeside gives headings the words beside them in their cell that are none of their own where
// they mean a column together: "Histórico do bem", "Quanto valia no fim de 2024". The sign % is of the
// heading that it stands at.
func (r *reader) joinBeside(h *head) {
	for i := 0; i+1 < len(h.strips); i++ {
		a, b := &h.strips[i], &h.strips[i+1]
		if !r.sameCell(a, b) {
			continue
		}
		goesOn := r.ofHeading(a, b)
		if !goesOn && ((len(a.names) == 0) == (len(b.names) == 0) || a.other || b.other) {
			continue
		}
		names := union(a.names, b.names)
		if r.folded(a.words) != "%" && r.folded(b.words) != "%" {
			names = r.Meant(slices.Concat(a.words, b.words))
		}
		if goesOn || len(names) > 0 {
			a.words, a.names, a.box = slices.Concat(a.words, b.words), names, a.box.Union(b.box)
			h.strips = slices.Delete(h.strips, i+1, i+2)
			i--
		}
	}
}

// ofHeading reports whether a heading is one with the words behind it, which belong to it by a small word: "Código da
// doença", "Significado do código", "Custo por pessoa".
func (r *reader) ofHeading(a, b *strip) bool {
	last, next := &r.Sheet.Tokens[a.words[len(a.words)-1]], &r.Sheet.Tokens[b.words[0]]
	return (joinsWords(last) || joinsWords(next) || last.Small() && leadsOn[last.Fold]) && next.Left-last.Right <= r.Sheet.Cells[next.Cell].Char
}

// leadsOn are the words that a heading goes on from.
var leadsOn = lexicon.Words("leading on")

func joinsWords(t *layout.Token) bool {
	return !lexicon.And(t.Fold) && t.Small() && shape.BetweenNames(t.Fold)
}

// sameCell reports whether two headings are words of one cell of the page that follow each other.
func (r *reader) sameCell(a, b *strip) bool {
	if len(a.words) == 0 {
		return false
	}
	last := a.words[len(a.words)-1]
	return last+1 == b.words[0] && r.Sheet.Tokens[last].Cell == r.Sheet.Tokens[b.words[0]].Cell
}

// withBeside makes one heading of each that names a column and the words beside it in its cell that
// name none, "Saldo depois"; ok where there are such.
func (r *reader) withBeside(strips []strip) (out []strip, ok bool) {
	for _, s := range strips {
		n := len(out) - 1
		if n < 0 || (out[n].name == nobody) == (s.name == nobody) || s.other || out[n].other || !r.sameCell(&out[n], &s) {
			out = append(out, s)
			continue
		}
		was := out[n]
		if out[n].name == nobody {
			out[n].names, out[n].name = s.names, s.name
		}
		out[n].words, out[n].box, out[n].right = slices.Concat(was.words, s.words), was.box.Union(s.box), s.right
		ok = true
	}
	return out, ok
}

// meanAll gives the headings that are no label of a column what their words mean of one, or the
// column whose sum they are the label of elsewhere: "Valores debitados". What a label names is its
// own: "IRRF sobre 13º salário" beside "13º salário".
func (r *reader) meanAll(h *head) {
	labelled := slices.Clone(h.strips)
	for i := range h.strips {
		s := &h.strips[i]
		if len(s.names) > 0 {
			continue
		}
		s.names = slices.DeleteFunc(r.Meant(s.words), func(n Name) bool {
			return slices.ContainsFunc(labelled, func(o strip) bool { return slices.Equal(o.names, []Name{n}) })
		})
		if at, ok := r.labelAt[s.words[0]]; ok && len(s.names) == 0 {
			s.names = r.Labels[at].Sums
		}
	}
}

// sameBox reports whether a word stands in the box that is drawn around a heading, and around
// no other heading.
func (r *reader) sameBox(h *head, i int, word int32) bool {
	at := r.boxOf(h.strips[i].words...)
	return at != layout.NoBox && at == r.boxOf(word) && !slices.ContainsFunc(h.strips, func(s strip) bool {
		return s.words[0] != h.strips[i].words[0] && r.boxOf(s.words...) == at
	})
}

// boxOf is the box that is drawn around the first of some words.
func (r *reader) boxOf(words ...int32) int32 {
	if len(words) == 0 {
		return layout.NoBox
	}
	return r.Sheet.Cells[r.Sheet.Tokens[words[0]].Cell].Box
}

func (in Input) folded(words []int32) string {
	var b strings.Builder
	for _, t := range words {
		b.WriteString(in.Sheet.Tokens[t].Fold)
		if strings.Contains(in.Sheet.Tokens[t].Text, "%") {
			b.WriteByte('%')
		}
	}
	return b.String()
}

func union(a, b []Name) []Name {
	out := slices.Clone(a)
	for _, n := range b {
		if !slices.Contains(out, n) {
			out = append(out, n)
		}
	}
	return out
}

// bound lays out the strips: each reaches to the headings of its neighbours.
func (h *head) bound() {
	for i := range h.strips {
		s := &h.strips[i]
		s.left, s.right = 0, s.box.Right+farRight
		if i > 0 {
			s.left = h.strips[i-1].box.Right
		}
		if i+1 < len(h.strips) {
			s.right = h.strips[i+1].box.Left
		}
	}
}

const farRight = 200 // points that the last column reaches beyond its heading

// joinSlashed makes one column of two whose headings a slash or the sign of a product
// joins: their values stand in one cell. Of three it is the first's: a line under that tells the others.
func (r *reader) joinSlashed(h *head) {
	for i := 0; i+1 < len(h.strips); i++ {
		a, b, past := &h.strips[i], h.strips[i+1], i+1
		for past < len(h.strips) && r.slashed(&h.strips[past-1], &h.strips[past]) {
			past++
		}
		if past == i+1 || a.name.Column < 0 || b.name.Column < 0 && !b.other {
			continue
		}
		a.box = a.box.Union(h.strips[past-1].box)
		if past == i+2 {
			a.second = b.name
		}
		h.strips = slices.Delete(h.strips, i+1, past)
	}
}

// slashed reports whether a slash joins a heading to the next in its cell.
func (r *reader) slashed(a, b *strip) bool {
	last := &r.Sheet.Tokens[a.words[len(a.words)-1]]
	return strings.HasSuffix(last.Text, "/") && r.Sheet.Tokens[b.words[0]].Cell == last.Cell
}

// parts reads a heading whose words on either side of a slash name columns of the list, not the same one, as
// that of both: "Nome do usuário / CPF".
func (r *reader) parts(s *strip) {
	at := slices.IndexFunc(s.words, func(t int32) bool { return strings.HasSuffix(r.Sheet.Tokens[t].Text, "/") })
	if at < 1 || at+1 == len(s.words) || s.second != nobody {
		return
	}
	first, second := r.namesOf(s.words[:at]), r.namesOf(s.words[at+1:])
	if len(first) > 0 && len(second) > 0 && first[0].Column != second[0].Column {
		s.names, s.name, s.second = first[:1], first[0], second[0]
	}
}

// namesOf is what the words of a heading name, or else mean.
func (r *reader) namesOf(words []int32) []Name {
	if names := r.Names(r.folded(words)); len(names) > 0 {
		return names
	}
	return r.Meant(words)
}

// joinMissing takes what a heading must name and none does as what stands behind the code under the
// heading of the column before it: "101 - Vencimento" under "Evento".
func (r *reader) joinMissing(h *head) {
	for _, k := range r.need {
		if k == 0 || r.List.Columns[k].Kind != catalogue.String || r.List.Columns[k-1].Kind != catalogue.String || heads(h.strips, k) {
			continue
		}
		for i := range h.strips {
			if s := &h.strips[i]; s.name == (Name{Column: k - 1}) && s.second == nobody {
				s.second = Name{Column: k}
			}
		}
	}
}

// addMargin adds the column that stands at the left margin without a heading, where the entry says
// which that is and the line under the headings has a cell there: who sells and who buys.
func (r *reader) addMargin(h *head) {
	if r.List.Table.Margin == "" || h.last+1 == len(r.Sheet.Rows) {
		return
	}
	name := Name{Column: r.columns([]string{r.List.Table.Margin})[0]}
	cells := r.Sheet.Rows[h.last+1].Cells
	cell := &r.Sheet.Cells[cells[0]]
	number := layout.OnlyDigits(r.folded(cell.Words()))
	if len(cells) > 1 && !number && cell.MidX() < h.strips[0].box.Left && !heads(h.strips, name.Column) {
		h.strips = slices.Insert(h.strips, 0, strip{names: []Name{name}, name: name, second: nobody, box: cell.Rect})
	}
}

func newStrip(p piece) strip {
	return strip{words: p.words, names: p.names, other: p.other, name: nobody, second: nobody, box: p.Rect}
}

// nobody is the name of a column that nobody wants.
var nobody = Name{Column: -1}

// boxed lays strips out by the boxes that are drawn around their headings; ok where most
// of them have one of their own.
func (r *reader) boxed(strips []strip) (out []strip, ok bool) {
	out = slices.Clone(strips)
	own, seen := 0, map[int32]bool{}
	for i := range out {
		b := r.boxOf(out[i].words...)
		if b == layout.NoBox || seen[b] || r.Sheet.Boxes[b].Ragged {
			continue
		}
		seen[b], own = true, own+1
		box := r.Sheet.Boxes[b]
		out[i].left, out[i].right = box.Left, box.Right
		out[i].box.Left, out[i].box.Right = box.Left, box.Right
	}
	return out, 4*own >= 3*len(out)
}
