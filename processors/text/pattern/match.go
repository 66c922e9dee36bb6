package pattern

import (
	"slices"
	"strings"
	"unicode"

	"lavra.dev/processors/text/layout"
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
}

// Text is a sheet made ready for many patterns.
type Text struct {
	sheet  *layout.Sheet
	index  map[string][]int
	nearly map[string][]int // where a word stands on pages read by OCR, nearly at least
	gaps   map[int32]float64
	ocr    bool
}

// Over makes a sheet ready.
func Over(sheet *layout.Sheet) *Text {
	t := &Text{sheet: sheet, index: make(map[string][]int, len(sheet.Tokens)), nearly: map[string][]int{}, gaps: map[int32]float64{}}
	for i := range sheet.Tokens {
		tok := &sheet.Tokens[i]
		t.ocr = t.ocr || tok.OCR
		if tok.Fold != "" {
			t.index[tok.Fold] = append(t.index[tok.Fold], i)
		}
	}
	return t
}

func kindKnown(form string) bool {
	k := catalogue.Kind(form)
	return recognise.Typed(k) || k == catalogue.String || k == catalogue.Text || k == catalogue.Enum || k == catalogue.Bool
}

// All lists the matches that do not overlap, in flow order, within tokens from to to.
func (p *Pattern) All(t *Text, from, to int) []Match {
	var out []Match
	next := from
	for _, i := range p.candidates(t, from, to) {
		if i < next {
			continue
		}
		if m, ok := p.at(t, i, to); ok {
			out = append(out, m)
			next = m.Last + 1
		}
	}
	return out
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
	return p.match(&matcher{text: t, sheet: t.sheet, to: to, first: from, fuel: 20000, region: true})
}

// numberless tells whether a pattern begins with the name of somebody at the start of a
// line: the number of an item is no part of it.
func (p *Pattern) numberless() bool {
	return len(p.nodes) > 1 && p.nodes[0].kind == lineStart && p.nodes[1].kind == slot && (p.nodes[1].form == "company" || p.nodes[1].form == "name")
}

// candidates lists where a match may begin.
func (p *Pattern) candidates(t *Text, from, to int) []int {
	var out []int
	if p.starts == nil {
		for i := from; i < to; i++ {
			if p.nodes[0].form == "mask" {
				if Masked(p.nodes[0].words, &t.sheet.Tokens[i]) != "" {
					out = append(out, i)
				}
			} else if p.numberless() && t.numbered(i+1) {
				out = append(out, i+1)
			} else if t.sheet.LineStart(i) && !p.proper || p.proper && t.properStart(i) {
				out = append(out, i)
			}
		}
		return out
	}
	for _, w := range p.starts {
		at := t.places(w)
		lo, _ := slices.BinarySearch(at, from)
		for _, i := range at[lo:] {
			if i >= to {
				break
			}
			out = append(out, i)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (p *Pattern) at(t *Text, i, to int) (Match, bool) {
	return p.match(&matcher{text: t, sheet: t.sheet, to: to, first: i, fuel: 20000})
}

func (p *Pattern) match(m *matcher) (Match, bool) {
	if !m.run(p.nodes, m.first, func(int) bool { return true }) {
		return Match{}, false
	}
	return Match{First: m.first, Last: m.last - 1, Slots: slices.Clone(m.slots)}, true
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

func (m *matcher) run(nodes []node, i int, then func(int) bool) bool {
	if m.fuel--; m.fuel < 0 {
		return false
	}
	if len(nodes) == 0 {
		m.last = i
		return then(i)
	}
	n, rest := &nodes[0], nodes[1:]
	switch n.kind {
	case literal:
		at := m.skip(i)
		j, ok := m.text.word(n.text, at)
		if !ok || j > m.to || m.sheet.LineStart(at) && at == i && m.higher(i) {
			return false
		}
		return m.ending(j) && m.run(rest, j+1, then) || m.run(rest, j, then)
	case mark:
		if j, ok := m.mark(n.text, i); ok {
			return m.run(rest, j, then)
		}
		return false
	case newLine:
		m.free = i
		return i < m.to && m.sheet.LineStart(i) && !m.higher(i) && m.run(rest, i, then)
	case lineStart:
		return (i >= m.to || m.sheet.LineStart(i) || m.text.numbered(i)) && m.run(rest, i, then)
	case lineEnd:
		return (i >= m.to || m.sheet.LineStart(i)) && m.run(rest, i, then)
	case gap:
		for j := i; j <= m.to && j-i <= n.n; j++ {
			m.free = j
			if m.run(rest, j, then) {
				return true
			}
		}
		return false
	case choice:
		for _, alt := range n.alts {
			if m.run(alt, i, func(j int) bool { return m.run(rest, j, then) }) {
				return true
			}
		}
		return false
	}
	return m.slot(n, rest, i, then)
}

const columnJump = 2 // lines up from the foot of one column of the page to the head of the next, at least

// higher tells whether a line stands well above words that were taken for a value by what
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
	if i > m.first && strings.ContainsAny(trailing(m.sheet.Tokens[i-1].Text), c) {
		return i, true
	}
	if i > m.first && i < m.to && (c == "," || c == ":") && m.text.lostMark(i) {
		return i, true
	}
	if i < m.to && (strings.IndexAny(m.sheet.Tokens[i].Text, c) == 0 || m.sheet.Tokens[i].Fold == "" && strings.ContainsAny(m.sheet.Tokens[i].Text, c)) {
		if m.sheet.Tokens[i].Fold == "" {
			return i + 1, true
		}
		return i, true
	}
	return 0, false
}

func trailing(s string) string {
	end := strings.TrimRightFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return s[len(end):]
}
