package pattern

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
)

// A proper name is a run of capitalised words, with the small words between them
// that names have: "José da Silva e Souza", "ALFA COMÉRCIO DE PEÇAS LTDA.".

var particles = lexicon.Words("particles of patterns")

// titles stand before names and are not of them.
var titles = lexicon.Words("titles of persons")

// capital reports whether a word begins with a capital, or is a sign such as & between them.
func (t *Text) capital(i int) bool {
	text := strings.TrimLeft(t.sheet.Tokens[i].Text, "\"“”'‘*(._…")
	r, _ := utf8.DecodeRuneInString(text)
	if len(text)-len(strings.Trim(text, "0123456789.,-")) > 3 {
		return false // a number, not a name
	}
	return unicode.IsUpper(r) || unicode.IsDigit(r) && strings.ContainsFunc(text, unicode.IsUpper) || text == "&"
}

// small reports whether the word at i begins with a small letter: no heading does.
func (t *Text) small(i int) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(t.sheet.Tokens[i].Text, "\"“'("))
	return unicode.IsLower(r)
}

// properStart reports whether a name can begin at token i.
func (t *Text) properStart(i int) bool {
	tok := &t.sheet.Tokens[i]
	if t.numbered(i+1) || t.numberedApart(i) {
		return false
	}
	if !t.capital(i) || tok.Fold == "" || t.title(i) || t.glued(i) || nameless[tok.Fold] && t.setInCapitals(i) {
		return false
	}
	return i == 0 || !t.within(i) || lexicon.And(t.sheet.Tokens[i-1].Text) || t.title(i-1) || t.broken(i)
}

// numbering is what numbers the items of a text: "1.", "2.1)", "4.2", "II -", "b)".
var numbering = regexp.MustCompile(`^(\d{1,2}(\.\d{1,2})*[.)–—-]+|\d{1,2}(\.\d{1,2}){1,2}|[IVX]{1,5}[.)–—-]+|[a-z][.)]|[A-Z]\))$`)

// numbered reports whether the word at i is the first of its line but for its number.
func (t *Text) numbered(i int) bool {
	if i <= 0 || i >= len(t.sheet.Tokens) || t.sheet.LineStart(i) || !t.sheet.LineStart(i-1) {
		return false
	}
	before := t.sheet.Tokens[i-1].Text
	return (t.marks[i-1] != "" || layout.HasDigit(before)) && numbering.MatchString(before)
}

// numberedApart reports whether the word at i numbers its line before a dash of its own: "II - José".
func (t *Text) numberedApart(i int) bool {
	return t.sheet.LineStart(i) && i+1 < len(t.sheet.Tokens) && t.sheet.Tokens[i+1].Dash() && numbering.MatchString(t.sheet.Tokens[i].Text+"-")
}

// glued reports whether the word at i is the end of a number: "PR" of "1.111.222-SSP/PR".
// What a number of one or two digits numbers is none: "1-José".
func (t *Text) glued(i int) bool {
	if i == 0 || t.sheet.Tokens[i].Space || t.sheet.LineStart(i) || !strings.HasSuffix(t.sheet.Tokens[i-1].Text, "/") && !strings.HasSuffix(t.sheet.Tokens[i-1].Text, "-") {
		return false
	}
	digits := 0
	for j := i - 1; j >= 0; j-- {
		for _, r := range t.sheet.Tokens[j].Text {
			if unicode.IsDigit(r) {
				digits++
			}
		}
		if t.sheet.Tokens[j].Space || t.sheet.LineStart(j) {
			break
		}
	}
	return digits > 2
}

// title reports whether the word at i is a form of address. "(a)" belongs to it.
func (t *Text) title(i int) bool {
	tok := &t.sheet.Tokens[i]
	if i > 0 && (tok.Fold == "a" || tok.Fold == "as") && strings.HasPrefix(tok.Text, "(") {
		return titles[t.sheet.Tokens[i-1].Fold]
	}
	return titles[tok.Fold] || callings[tok.Fold] && t.setInCapitals(i)
}

// within reports whether the words before token i and at it may be of one name.
func (t *Text) within(i int) bool {
	before := &t.sheet.Tokens[i-1]
	if t.numbered(i) || t.article(i-1) {
		return false
	}
	if before.Fold == "" && before.Text != "&" || t.sheet.BlockStart(i) || strings.ContainsAny(t.marks[i-1], ",;:)\"”") {
		return false
	}
	if stopped(before.Text, before.Fold) {
		return false
	}
	if particles[before.Fold] && i > 1 && before.Text == strings.ToLower(before.Text) {
		return t.within(i-1) && t.capital(i-2)
	}
	return t.capital(i - 1)
}

// article reports whether the word at i is the article before a name that begins a sentence:
// "A ESCOLA BOM SABER".
func (t *Text) article(i int) bool {
	if text := t.sheet.Tokens[i].Text; text != "A" && text != "O" {
		return false
	}
	return i == 0 || t.broken(i) || strings.ContainsAny(t.marks[i-1], ".;:")
}

// shortened are the words of names that a full stop shortens and does not end.
var shortened = lexicon.Words("shortened within names")

// stopped reports whether a word of a name ends a sentence.
func stopped(text, fold string) bool {
	return strings.HasSuffix(text, ".") && len(fold) > 1 && !shortened[fold]
}

// sentenceBetween reports whether two words stand in running text and not in one name: a
// comma that small letters follow, or the full stop of a sentence.
func (t *Text) sentenceBetween(i, j int) bool {
	a, b := &t.sheet.Tokens[i], &t.sheet.Tokens[j]
	end := t.marks[i]
	if strings.Contains(end, ",") {
		r, _ := utf8.DecodeRuneInString(b.Text)
		return unicode.IsLower(r) && !lexicon.And(b.Fold)
	}
	first, _ := utf8.DecodeRuneInString(a.Text)
	return strings.HasSuffix(a.Text, ".") && len(a.Fold) >= 5 && unicode.IsLower(first) && !shortened[a.Fold]
}

// Wraps reports whether the line before token i was full, so that its words go on there.
func (t *Text) Wraps(i int) bool { return !t.broken(i) }

// broken reports whether the line before token i was ended on purpose: the word
// would have fitted on it.
func (t *Text) broken(i int) bool {
	if i == 0 || !t.sheet.LineStart(i) {
		return false
	}
	if t.sheet.BlockStart(i) {
		return true
	}
	if particles[t.sheet.Tokens[i-1].Fold] {
		return false
	}
	left, right := t.margins(t.sheet.Tokens[i].Cell)
	before := &t.sheet.Cells[t.sheet.Tokens[i-1].Cell]
	free, slack := right-before.Right, 2*before.Char
	if math.Abs(free-(before.Left-left)) < 2*before.Char {
		free *= 2 // a centred line
	}
	if t.ocr {
		slack *= 2
	}
	return t.sheet.Tokens[i].Width()+slack < free
}

// besideLabel reports whether a line begins at token i right of a label with its colon: it
// is another value than the line above.
func (t *Text) besideLabel(i int) bool {
	if !t.sheet.LineStart(i) {
		return false
	}
	cell := t.sheet.Tokens[i].Cell
	row := t.sheet.Rows[t.sheet.Cells[cell].Row].Cells
	at := slices.Index(row, cell)
	return at > 0 && strings.HasSuffix(t.sheet.Tokens[t.sheet.Cells[row[at-1]].Past-1].Text, ":")
}

// margins are the edges of the block of a cell.
func (t *Text) margins(c int32) (left, right float64) {
	cells := t.sheet.Cells
	first, past := int(c), int(c)+1
	for first > 0 && cells[first-1].Block == cells[c].Block {
		first--
	}
	for past < len(cells) && cells[past].Block == cells[c].Block {
		past++
	}
	left, right = cells[c].Left, cells[c].Right
	for _, cell := range cells[first:past] {
		left, right = min(left, cell.Left), max(right, cell.Right)
	}
	return left, right
}

// properGoesOn reports whether a name that began at token i may hold token end.
func (t *Text) properGoesOn(i, end int) bool {
	if end == i {
		return true
	}
	if strings.HasPrefix(t.sheet.Tokens[end].Text, "(") || t.broken(end) || t.besideLabel(end) {
		return false
	}
	before := &t.sheet.Tokens[end-1]
	if strings.HasSuffix(before.Text, "/") && before.Fold != "s" { // of what a slash joins only S/A is a name
		return false
	}
	if strings.ContainsAny(t.marks[end-1], ",;:)") || stopped(before.Text, before.Fold) {
		return false
	}
	if t.nameEnds(end) {
		return false
	}
	fold := t.sheet.Tokens[end].Fold
	return t.capital(end) || particles[fold] || fold == "" && strings.Trim(t.sheet.Tokens[end].Text, "&-–/") == ""
}

// properEnd is where a name ends that nothing in the pattern ends: names of
// persons, so that "and" parts two of them.
func (m *matcher) properEnd(i, limit int) int {
	end := i
	for j := i + 1; j <= limit && m.text.properGoesOn(i, j); j++ {
		fold := m.sheet.Tokens[j].Fold
		if lexicon.And(fold) || fold == "" {
			break
		}
		if !particles[fold] || m.text.capital(j) && strings.ToUpper(m.sheet.Tokens[j].Text) != m.sheet.Tokens[j].Text {
			end = j
		}
	}
	if end == i {
		return i - 1 // one word is no name
	}
	return end
}
