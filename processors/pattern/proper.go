package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A proper name is a run of capitalised words, with the small words between them
// that names have: "José da Silva e Souza", "ALFA COMÉRCIO DE PEÇAS LTDA.".

var particles = map[string]bool{"de": true, "da": true, "do": true, "das": true, "dos": true, "e": true, "di": true, "del": true, "von": true, "van": true}

// titles stand before names and are not of them.
var titles = map[string]bool{"sr": true, "sra": true, "srs": true, "sras": true, "dr": true, "dra": true, "drs": true, "senhor": true, "senhora": true,
	"doutor": true, "doutora": true, "exmo": true, "exma": true, "srta": true, "prof": true, "profa": true, "empresa": true}

// capital tells whether a word begins with a capital, or is a sign such as & between them.
func (t *Text) capital(i int) bool {
	text := strings.TrimLeft(t.sheet.Tokens[i].Text, "\"“”'‘*(")
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsUpper(r) || unicode.IsDigit(r) && strings.ContainsFunc(text, unicode.IsUpper) || text == "&"
}

// properStart tells whether a name can begin at token i.
func (t *Text) properStart(i int) bool {
	tok := &t.sheet.Tokens[i]
	if !t.capital(i) || tok.Fold == "" || t.title(i) {
		return false
	}
	return i == 0 || !t.within(i) || t.sheet.Tokens[i-1].Text == "e" || t.title(i-1) || t.broken(i)
}

// title tells whether the word at i is a form of address. "(a)" belongs to it.
func (t *Text) title(i int) bool {
	tok := &t.sheet.Tokens[i]
	if i > 0 && (tok.Fold == "a" || tok.Fold == "as") && strings.HasPrefix(tok.Text, "(") {
		return titles[t.sheet.Tokens[i-1].Fold]
	}
	return titles[tok.Fold]
}

// within tells whether the words before token i and at it may be of one name.
func (t *Text) within(i int) bool {
	before := &t.sheet.Tokens[i-1]
	if before.Fold == "" && before.Text != "&" || t.sheet.BlockStart(i) || strings.ContainsAny(trailing(before.Text), ",;:)\"”") {
		return false
	}
	if strings.HasSuffix(before.Text, ".") && len(before.Fold) > 4 {
		return false
	}
	if particles[before.Fold] && i > 1 && before.Text == strings.ToLower(before.Text) {
		return t.within(i-1) && t.capital(i-2)
	}
	return t.capital(i - 1)
}

// broken tells whether the line before token i was ended on purpose: the word
// would have fitted on it.
func (t *Text) broken(i int) bool {
	if i == 0 || !t.sheet.LineStart(i) {
		return false
	}
	c := t.sheet.Tokens[i].Cell
	block, right := t.sheet.Cells[c].Block, 0.0
	for k := c; k >= 0 && t.sheet.Cells[k].Block == block; k-- {
		right = max(right, t.sheet.Cells[k].Right)
	}
	for k := int(c) + 1; k < len(t.sheet.Cells) && t.sheet.Cells[k].Block == block; k++ {
		right = max(right, t.sheet.Cells[k].Right)
	}
	before := &t.sheet.Cells[t.sheet.Tokens[i-1].Cell]
	return before.Block != block || before.Right+t.sheet.Tokens[i].Width()+2*before.Char < right
}

// properGoesOn tells whether a name that began at token i may hold token end.
func (t *Text) properGoesOn(i, end int) bool {
	if end == i {
		return true
	}
	if strings.HasPrefix(t.sheet.Tokens[end].Text, "(") || t.broken(end) {
		return false
	}
	before := &t.sheet.Tokens[end-1]
	if strings.HasSuffix(before.Text, "/") && before.Fold != "s" { // of what a slash joins only S/A is a name
		return false
	}
	if strings.ContainsAny(trailing(before.Text), ",;:)") || strings.HasSuffix(before.Text, ".") && len(before.Fold) > 4 {
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
		if fold == "e" || fold == "" {
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
