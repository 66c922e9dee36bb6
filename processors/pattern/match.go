package pattern

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/layout"
	"lavra.dev/processors/recognise"
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

// Within matches at the first token of a region that ends before to.
func (p *Pattern) Within(t *Text, from, to int) (Match, bool) {
	return p.match(&matcher{text: t, sheet: t.sheet, to: to, first: from, fuel: 20000, region: true})
}

func (p *Pattern) candidates(t *Text, from, to int) []int {
	var out []int
	if p.starts == nil {
		for i := from; i < to; i++ {
			if p.nodes[0].form == "mask" {
				if Masked(p.nodes[0].words, &t.sheet.Tokens[i]) != "" {
					out = append(out, i)
				}
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

// places lists the tokens at which a word stands.
func (t *Text) places(w string) []int {
	if !t.ocr && !t.split(w) {
		return t.index[w]
	}
	at, known := t.nearly[w]
	if !known {
		for i := range t.sheet.Tokens {
			if _, ok := t.word(w, i); ok {
				at = append(at, i)
			}
		}
		t.nearly[w] = at
	}
	return at
}

// split tells whether a word may be printed as several tokens: only what holds
// no space and was cut at a separator.
func (t *Text) split(w string) bool {
	return len(w) > 1 && len(t.index[w]) == 0 && len(w) <= 9 && strings.ContainsAny(w, "0123456789")
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

// ending tells whether token i is another ending of the word before it: nascido(a),
// no(a), outorgante(s).
func (m *matcher) ending(i int) bool {
	if i >= m.to {
		return false
	}
	t := &m.sheet.Tokens[i]
	return !t.Space && strings.HasPrefix(t.Text, "(") && strings.Contains(t.Text, ")") && endings[t.Fold]
}

var endings = map[string]bool{"a": true, "o": true, "s": true, "as": true, "os": true, "es": true, "is": true}

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

// word matches one folded word at token i: a token, several tokens run together,
// or on OCR pages nearly that.
func (t *Text) word(w string, i int) (int, bool) {
	tokens := t.sheet.Tokens
	if i >= len(tokens) {
		return 0, false
	}
	f := tokens[i].Fold
	if f == w {
		return i + 1, true
	}
	if f != "" && len(f) < len(w) && strings.HasPrefix(w, f) {
		joined := f
		for j := i + 1; j < len(tokens) && j < i+4; j++ {
			joined += tokens[j].Fold
			if joined == w {
				return j + 1, true
			}
			if !strings.HasPrefix(w, joined) {
				break
			}
		}
	}
	if tokens[i].OCR && len(w) >= 5 && !twins(f, w) && near(f, w, 1+len(w)/11) {
		return i + 1, true
	}
	return 0, false
}

// twins tells whether two words differ in a letter and mean the opposite: that is no
// misreading.
func twins(a, b string) bool {
	return len(a) == len(b) && len(a) > 1 && a[1:] == b[1:] && strings.HasPrefix(a[1:], "atern")
}

// near tells whether two words are at most k letters apart.
func near(a, b string, k int) bool {
	if len(a) > len(b)+k || len(b) > len(a)+k {
		return false
	}
	var rows [2][64]int
	if len(b) >= 64 {
		return false
	}
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		prev, cur := &rows[(i-1)%2], &rows[i%2]
		cur[0] = i
		least := i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			least = min(least, cur[j])
		}
		if least > k {
			return false
		}
	}
	return rows[len(a)%2][len(b)] <= k
}

const marked = 0.9 // the score of a percentage with its sign is more

func (m *matcher) slot(n *node, rest []node, i int, then func(int) bool) bool {
	if i = m.skip(i); catalogue.Kind(n.form) == catalogue.Money && m.minus(i-1) {
		i--
	}
	if i >= m.to {
		return false
	}
	if n.form == "one" {
		return m.oneOf(n, rest, i, then)
	}
	if n.form == "mask" {
		text := Masked(n.words, &m.sheet.Tokens[i])
		return text != "" && m.take(Slot{Name: n.text, Form: n.form, First: i, Last: i, Value: recognise.Value{Text: text}, Typed: true}, rest, then)
	}
	if kind := catalogue.Kind(n.form); recognise.Typed(kind) {
		if i > m.first && m.free != i && m.blockStart(i) && m.text.elsewhere(i) {
			return false
		}
		r := m.flow(i)
		v, ok := recognise.At(kind, r, 0)
		if kind == catalogue.Percent && v.Score < marked && !m.sheet.Tokens[i].OCR {
			return false // any number might be one
		}
		return ok && m.take(Slot{Name: n.text, Form: n.form, First: i, Last: int(r.Index[v.Last]), Value: v, Typed: true}, rest, then)
	}
	if n.form == "amount" {
		r := m.flow(i)
		v, ok := recognise.Amount(r, 0)
		return ok && m.take(Slot{Name: n.text, Form: n.form, First: i, Last: int(r.Index[v.Last])}, rest, then)
	}
	if i > m.first && m.free != i && m.blockStart(i) {
		return false // words of another block are not what the pattern goes on with
	}
	if n.sex != 0 && !m.given(n.sex, i) {
		return false
	}
	least := i
	if len(n.words) > 0 {
		var ok bool
		if least, ok = m.text.opens(n.words, i); !ok || n.form == "line" && (m.text.small(i) || m.text.midSentence(i) || strings.HasSuffix(m.sheet.Tokens[least].Text, ":")) || n.form == "heading" && m.introduces(least) {
			return false
		}
	}
	limit := m.limit(n.form, i)
	if n.line && n.form != "block" && n.form != "text" && n.form != "proper" && n.form != "heading" {
		limit = min(limit, m.lineLimit(n.form, i))
	}
	if n.alone {
		limit = min(limit, m.aloneLimit(i))
	}
	if n.form == "city" && !m.region && !m.sheet.Tokens[i].OCR && m.text.small(i) {
		return false // "expedida por SSP/PE em 18/01/2010"
	}
	if n.form == "proper" && !m.text.properStart(i) && !m.named(i) || introduced[n.form] && len(n.words) == 0 && m.endedBefore(i) {
		return false
	}
	if len(rest) == 0 || endsItself[n.form] {
		end := m.end(n.form, i, limit)
		return end >= least && m.take(Slot{Name: n.text, Form: n.form, First: i, Last: end, Opened: len(n.words) > 0}, rest, then)
	}
	if n.form == "proper" {
		return m.longest(n, rest, i, least, limit, then)
	}
	for end := i; end <= limit; end++ {
		if !m.fits(n.form, i, end) {
			return false
		}
		if end >= least && m.take(Slot{Name: n.text, Form: n.form, First: i, Last: end}, rest, then) {
			return true
		}
	}
	return false
}

// midSentence tells whether the line that token i begins goes on with a sentence: the one
// before it in the block ends with a comma or a word in small letters.
func (t *Text) midSentence(i int) bool {
	if i == 0 || !t.sheet.LineStart(i) || t.sheet.BlockStart(i) {
		return false
	}
	before := &t.sheet.Tokens[i-1]
	return strings.HasSuffix(before.Text, ",") || before.Fold != "" && t.small(i-1) && !strings.ContainsAny(trailing(before.Text), ".:;")
}

// introduces tells whether token i ends with a colon and its line goes on: it is a label.
func (m *matcher) introduces(i int) bool {
	return strings.HasSuffix(m.sheet.Tokens[i].Text, ":") && i+1 < m.sheet.Cells[m.sheet.Tokens[i].Cell].Past
}

// longest tries a proper name from its last word back: half a name is none.
func (m *matcher) longest(n *node, rest []node, i, least, limit int, then func(int) bool) bool {
	end := i
	for end < limit && m.fits(n.form, i, end+1) {
		end++
	}
	for ; end >= least; end-- {
		if last := &m.sheet.Tokens[end]; end > i && particles[last.Fold] && last.Text == strings.ToLower(last.Text) {
			continue // "ALFA LTDA e" is a name and a word of the sentence
		}
		if m.take(Slot{Name: n.text, Form: n.form, First: i, Last: end}, rest, then) {
			return true
		}
	}
	return false
}

// endsItself are the forms that do not ask what follows them.
var endsItself = map[string]bool{"line": true, "block": true, "clause": true, "phrase": true, "sentence": true, "heading": true, "quote": true, "numbered": true, "place": true}

// given tells whether a given name of a woman or a man stands at token i.
func (m *matcher) given(sex byte, i int) bool {
	woman, ok := recognise.Woman(m.sheet.Tokens[i].Fold)
	return ok && woman == (sex == 'F') && m.text.capital(i)
}

func (m *matcher) take(s Slot, rest []node, then func(int) bool) bool {
	mark := len(m.slots)
	if s.Name != "_" {
		m.slots = append(m.slots, s)
	}
	m.words = -1
	if !s.Typed {
		m.words = s.Last
	}
	if m.run(rest, s.Last+1, then) {
		return true
	}
	m.slots = m.slots[:mark]
	return false
}

func (m *matcher) oneOf(n *node, rest []node, i int, then func(int) bool) bool {
	for _, w := range n.words {
		if j, ok := m.text.word(w, i); ok && m.take(Slot{Name: n.text, Form: n.form, First: i, Last: j - 1}, rest, then) {
			return true
		}
	}
	head, region, ok := strings.Cut(m.sheet.Tokens[i].Text, "-")
	if !ok || region == "" || strings.Trim(region, "0123456789") != "" {
		return false
	}
	return slices.Contains(n.words, layout.Fold(head)) && m.take(Slot{Name: n.text, Form: n.form, First: i, Last: i}, rest, then) // the CRN-6 is a CRN
}

// flow is the run from token i on, without the dots to be written on between words;
// a page of digits is no longer than this.
func (m *matcher) flow(i int) recognise.Run {
	const most = 24
	index := make([]int32, 0, most)
	for j := i; j < m.to && len(index) < most; j++ {
		if !leader(&m.sheet.Tokens[j]) {
			index = append(index, int32(j))
		}
	}
	return recognise.Run{Sheet: m.sheet, Index: index}
}

func leader(t *layout.Token) bool {
	return t.Fold == "" && len(t.Text) > 2 && strings.Trim(t.Text, "._…") == ""
}

// fits tells whether a slot may go on over its last token.
func (m *matcher) fits(form string, i, end int) bool {
	t := &m.sheet.Tokens[end]
	switch form {
	case "words", "clause":
		return end == i || m.region || !m.text.broken(end)
	case "name", "city":
		if form == "city" && end > i && strings.Trim(t.Text, "-–—") == "" {
			return false // "Centro - Campinas" is a district and a town
		}
		if strings.ContainsAny(t.Text, "0123456789@_") || end > i && !m.region && m.text.broken(end) {
			return false
		}
		return end == i || !m.nextName(end) && !strings.ContainsAny(trailing(m.sheet.Tokens[end-1].Text), ",;:)") && !strings.HasPrefix(t.Text, "(") && !m.sentenceEnd(end-1)
	case "proper":
		return m.text.properGoesOn(i, end)
	case "number":
		if end == i {
			return strings.ContainsAny(t.Text, "0123456789")
		}
		return units[t.Fold]
	case "company":
		return end == i || !m.nextName(end) && !strings.ContainsAny(trailing(m.sheet.Tokens[end-1].Text), ";:)") && !strings.HasPrefix(t.Text, "(") && !m.text.sentenceBetween(end-1, end)
	}
	return true
}

// units may follow a number of the shape "number": 30 dias, 1/12 avos.
var units = map[string]bool{"dias": true, "dia": true, "d": true, "horas": true, "hora": true, "hs": true, "h": true, "avos": true, "pct": true, "meses": true}

// end is where a slot ends by itself, without what follows in the pattern.
func (m *matcher) end(form string, i, limit int) int {
	switch form {
	case "word":
		return i
	case "line":
		end := m.sheet.Cells[m.sheet.Tokens[i].Cell].Past - 1
		return min(end, m.to-1)
	case "block":
		return limit
	case "sentence", "text", "phrase":
		for j := i; j <= limit; j++ {
			if j > i && (form == "phrase" && m.text.labelled(j) || m.text.dateLine(j)) {
				return j - 1
			}
			if m.sentenceEnd(j) || form == "phrase" && strings.Contains(trailing(m.sheet.Tokens[j].Text), ";") {
				return j
			}
		}
		return limit
	case "proper":
		return m.properEnd(i, limit)
	case "place":
		return m.placeEnd(i, limit)
	case "address":
		return m.streetEnd(i, limit)
	case "numbered":
		for j := i; j <= min(limit, i+7); j++ {
			if strings.ContainsAny(m.sheet.Tokens[j].Text, "0123456789") {
				for j < limit && !m.sheet.Tokens[j+1].Space && !m.sheet.LineStart(j+1) {
					j++
				}
				return j
			}
		}
		return i - 1
	case "heading":
		return m.text.headingEnd(i, min(limit, m.to-1))
	case "quote":
		for j := i; j <= limit; j++ {
			if strings.ContainsAny(trailing(m.sheet.Tokens[j].Text), "\"”»") {
				return j
			}
		}
		return i - 1
	}
	opened := 0 // brackets, but for one before the words
	if strings.HasPrefix(m.sheet.Tokens[i].Text, "(") {
		opened = -1
	}
	for j := i; j <= limit; j++ {
		t := &m.sheet.Tokens[j]
		if j > i && strings.HasPrefix(t.Text, "(") && !(form == "clause" && acronym.MatchString(t.Text)) || !m.fits(form, i, j) {
			return j - 1
		}
		if opened += strings.Count(t.Text, "(") - strings.Count(t.Text, ")"); opened < 0 { // the words began within brackets
			if t.Fold == "" {
				return j - 1
			}
			return j
		}
		if strings.ContainsAny(trailing(m.sheet.Tokens[j].Text), ",;:") || m.sentenceEnd(j) {
			return j
		}
	}
	return limit
}

// labelled tells whether a line begins at token i that a label opens: "Município: Natal".
func (t *Text) labelled(i int) bool {
	if !t.sheet.LineStart(i) {
		return false
	}
	past := t.sheet.Cells[t.sheet.Tokens[i].Cell].Past
	for j := i; j < min(i+4, past); j++ {
		if text := t.sheet.Tokens[j].Text; len(text) > 2 && strings.HasSuffix(text, ":") {
			return true
		}
	}
	return false
}

// sentenceEnd tells whether a full stop ends a sentence: not that of an
// abbreviation, an initial or a number.
func (m *matcher) sentenceEnd(j int) bool { return m.text.SentenceEnd(j, m.to) }

// SentenceEnd tells the same of text that goes on up to token to.
func (t *Text) SentenceEnd(j, to int) bool {
	text := t.sheet.Tokens[j].Text
	if !strings.HasSuffix(strings.TrimRight(text, "\"”)'"), ".") {
		return false
	}
	f := t.sheet.Tokens[j].Fold
	if j+1 >= to || t.newBlock(j+1) {
		return true
	}
	if len(f) <= 1 || abbreviations[f] || strings.Count(text, ".") > 1 {
		return false
	}
	next := &t.sheet.Tokens[j+1]
	if next.OCR && strings.HasSuffix(next.Text, ",") && strings.Trim(next.Text, "0123456789,") == "" {
		return false // "Rua das Flores. 12, Centro": a comma that OCR took for a stop
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(t.sheet.Tokens[j+1].Text, "\"“'("))
	return !unicode.IsLower(r)
}

var abbreviations = map[string]bool{"art": true, "arts": true, "dr": true, "dra": true, "sr": true, "sra": true, "no": true, "n": true, "ltda": true, "cia": true,
	"av": true, "r": true, "inc": true, "fls": true, "fl": true, "cf": true, "proc": true, "ex": true, "exmo": true, "exma": true, "sta": true, "sto": true, "gal": true, "mal": true, "prof": true, "ref": true,
	"val": true, "aprox": true, "pag": true, "tel": true, "cod": true, "insc": true, "est": true, "mun": true, "cel": true, "apto": true, "ap": true, "aptos": true, "sl": true, "cj": true, "conj": true, "ed": true, "jd": true, "pq": true, "cond": true, "lj": true, "bl": true, "qd": true, "lt": true, "st": true, "km": true}
