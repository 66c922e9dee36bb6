package pattern

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Match is one place where a pattern fits: tokens First to Last in flow order.
type Match struct {
	First, Last int
	Slots       []Slot
}

// Slot is a value of a match.
type Slot struct {
	Name        string
	Form        string
	First, Last int             // tokens
	Value       recognise.Value // of typed slots; its positions count from First
	Typed       bool
	Opened      bool // it begins with words that the pattern asks for
	Followed    bool // another one begins right behind it with a given name
}

// All lists the matches that do not overlap, in flow order, within tokens from to to.
func (p *Pattern) All(t *Text, from, to int) []Match {
	if !t.holds(p.needs) {
		return nil
	}
	var out []Match
	next := from
	m := matcher{text: t, sheet: t.sheet, to: to}
	for _, i := range p.candidates(t, from, to) {
		if i < next {
			continue
		}
		if m.first = i; m.match(p) {
			out = append(out, m.found())
			next = m.last
			if n := len(m.slots); n > 0 && m.slots[n-1].Last < next {
				next = m.slots[n-1].Last + 1 // the words behind the last value may begin the next match
			}
		}
	}
	return out
}

func kindKnown(form string) bool {
	k := catalogue.Kind(form)
	return recognise.Typed(k) || k == catalogue.String || k == catalogue.Text || k == catalogue.Enum || k == catalogue.Bool
}

// Lines is on how many lines a pattern that says where each ends stands.
func (p *Pattern) Lines() int {
	n := 1
	for i := range p.nodes {
		if p.nodes[i].kind == newLine {
			n++
		}
	}
	return n
}

// Within matches at the first token of a region that ends before to.
func (p *Pattern) Within(t *Text, from, to int) (Match, bool) {
	m := matcher{text: t, sheet: t.sheet, to: to, first: from, region: true}
	if !m.match(p) {
		return Match{}, false
	}
	return m.found(), true
}

// At matches at one token, in the running text up to to.
func (p *Pattern) At(t *Text, i, to int) (Match, bool) {
	m := matcher{text: t, sheet: t.sheet, to: to, first: i}
	if !m.match(p) {
		return Match{}, false
	}
	return m.found(), true
}

// numberless reports whether a pattern begins with the name of somebody at the start of a
// line: the number of an item is no part of it.
func (p *Pattern) numberless() bool {
	return len(p.nodes) > 1 && p.nodes[0].kind == lineStart && p.nodes[1].kind == slot && (p.nodes[1].form == "company" || p.nodes[1].form == "name")
}

// candidates lists where a match may begin.
func (p *Pattern) candidates(t *Text, from, to int) []int {
	switch {
	case p.starts != nil:
		out := t.found[:0]
		for _, w := range p.starts {
			out = t.places(out, w, from, to)
		}
		if t.found = out; len(p.starts) == 1 {
			return out
		}
		slices.Sort(out)
		return slices.Compact(out)
	case p.proper:
		names := t.properStarts()
		lo, _ := slices.BinarySearch(names, from)
		hi, _ := slices.BinarySearch(names, to)
		return names[lo:hi]
	case p.nodes[0].form == "mask":
		out := t.found[:0]
		for i := from; i < to; i++ {
			if Masked(p.nodes[0].words, &t.sheet.Tokens[i]) != "" {
				out = append(out, i)
			}
		}
		t.found = out
		return out
	case p.number:
		out := t.found[:0]
		for i := from; i < to; i++ {
			if layout.HasDigit(t.sheet.Tokens[i].Text) || t.sheet.LineStart(i) {
				out = append(out, i)
			}
		}
		t.found = out
		return out
	}
	lines := t.lineStarts()
	lo, _ := slices.BinarySearch(lines, from)
	hi, _ := slices.BinarySearch(lines, to)
	if !p.numberless() {
		return lines[lo:hi]
	}
	out := t.found[:0]
	for _, i := range lines[lo:hi] {
		if t.numbered(i + 1) {
			i++
		}
		out = append(out, i)
	}
	t.found = out
	return out
}

// matcher tries a pattern at one place by backtracking. fuel bounds the work:
// a pattern of nested gaps must not hang on a long document.
type matcher struct {
	text  *Text
	sheet *layout.Sheet
	to    int
	first int
	last  int
	slots []Slot
	fuel  int
	words int // the last token of the slot before, where it was taken by its words
	free  int // a token at which a gap or line break lets a new block begin

	region bool // what is matched belongs together, whatever blocks it stands in
}

// match tries the pattern at m.first.
func (m *matcher) match(p *Pattern) bool {
	m.slots, m.fuel, m.words, m.free = m.slots[:0], mostSteps, 0, 0
	return m.run(p.first, m.first)
}

const mostSteps = 20000 // of backtracking at one place

// found is the match that run found.
func (m *matcher) found() Match {
	slots := slices.Clone(m.slots)
	for i := 1; i < len(slots); i++ {
		slots[i-1].Followed = slots[i].First == slots[i-1].Last+1 && lexicon.GivenName(m.sheet.Tokens[slots[i].First].Fold)
	}
	return Match{First: m.first, Last: m.last - 1, Slots: slots}
}

// run tries what a pattern asks for from a node on; no node is its end.
func (m *matcher) run(n *node, i int) bool {
	if m.fuel--; m.fuel < 0 {
		return false
	}
	if n == nil {
		m.last = i
		return true
	}
	switch n.kind {
	case literal:
		at := m.skip(i)
		j, ok := m.text.word(n.text, at)
		if !ok || j > m.to || m.sheet.LineStart(at) && at == i && m.higher(i) {
			return false
		}
		return m.ending(j) && m.run(n.next, j+1) || m.run(n.next, j)
	case mark:
		j, ok := m.mark(n.text, i)
		return ok && m.run(n.next, j)
	case newLine:
		m.free = i
		return i < m.to && m.sheet.LineStart(i) && !m.higher(i) && m.run(n.next, i)
	case lineStart:
		return (i >= m.to || m.sheet.LineStart(i) || m.text.numbered(i) || m.text.bar(i-1)) && m.run(n.next, i)
	case lineEnd:
		return (i >= m.to || m.sheet.LineStart(i) || m.text.bar(i)) && m.run(n.next, i)
	case gap:
		for j := i; j <= m.to && j-i <= n.n; j++ {
			m.free = j
			if m.run(n.next, j) {
				return true
			}
			if j == i && m.cutsName(i) || n.n == shortGap && m.itemEnds(j) {
				return false
			}
		}
		return false
	case choice:
		for _, alt := range n.firsts {
			if m.run(alt, i) {
				return true
			}
		}
		return false
	}
	return m.slot(n, i)
}

// itemEnds reports whether a semicolon ends a line before token i: another item of a list begins, and no phrase
// goes on there.
func (m *matcher) itemEnds(i int) bool {
	return i > m.first && i < m.to && m.sheet.LineStart(i) && m.text.ends(i-1, ";")
}

// cutsName reports whether a gap would begin within a person's name: the words of the slot before go on
// in their cell with a capital, with or without a word such as "da" before it, and no mark parts them.
func (m *matcher) cutsName(i int) bool {
	if len(m.slots) == 0 || i >= m.to || m.words != i-1 || strings.ContainsAny(m.text.marks[i-1], ",;:.)") {
		return false
	}
	if s := &m.slots[len(m.slots)-1]; s.Form != "name" || s.Last != i-1 || !lexicon.GivenName(m.sheet.Tokens[s.First].Fold) {
		return false
	}
	if particles[m.sheet.Tokens[i].Fold] && i+1 < m.to {
		i++
	}
	return m.sheet.Tokens[i].Cell == m.sheet.Tokens[m.words].Cell && layout.HasCapital(m.sheet.Tokens[i].Text)
}

const columnJump = 2 // lines up from the foot of one column of the page to the head of the next, at least

// higher reports whether a line stands well above words that were taken for a value by what
// stands under them: it opens another column of the page, and does not go on with those.
func (m *matcher) higher(i int) bool {
	if i == 0 || m.words != i-1 || m.region || m.sheet.Tokens[i-1].Page != m.sheet.Tokens[i].Page {
		return false
	}
	before, line := &m.sheet.Cells[m.sheet.Tokens[i-1].Cell], &m.sheet.Cells[m.sheet.Tokens[i].Cell]
	return line.Bottom <= before.Top-columnJump*before.Height()
}

// skip passes over tokens that are punctuation only.
func (m *matcher) skip(i int) int {
	for i < m.to && m.sheet.Tokens[i].Fold == "" {
		i++
	}
	return i
}

// mark wants punctuation at the end of the word before, or as a token of its own.
// A hyphen is any dash, or the bullet that parts as one does.
func (m *matcher) mark(c string, i int) (int, bool) {
	if c == "-" {
		c = "-–—•·|"
	}
	if i > m.first && m.text.ends(i-1, c) {
		return i, true
	}
	if i > m.first && i < m.to && (c == "," || c == ":") && m.text.lostMark(i) {
		return i, true
	}
	if i >= m.to {
		return 0, false
	}
	tok := &m.sheet.Tokens[i]
	if tok.Fold == "" {
		return i + 1, strings.ContainsAny(tok.Text, c)
	}
	first, _ := utf8.DecodeRuneInString(tok.Text)
	return i, !unicode.IsLetter(first) && strings.ContainsRune(c, first)
}
