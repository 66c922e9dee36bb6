package pattern

import (
	"math"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
)

// otherSize is by how much the letters of a heading and of the text under it differ at least, of their size.
const otherSize = 0.12

// midSentence reports whether the line that token i begins goes on with a sentence: the one
// before it in the block ends with a comma or a word in small letters, is set in letters of that size, and had no room for the first word.
func (t *Text) midSentence(i int) bool {
	if i == 0 || !t.sheet.LineStart(i) || t.sheet.BlockStart(i) {
		return false
	}
	before := &t.sheet.Tokens[i-1]
	above, here := &t.sheet.Cells[before.Cell], &t.sheet.Cells[t.sheet.Tokens[i].Cell]
	if above.Width()+above.Char+t.sheet.Tokens[i].Width() < here.Width() || math.Abs(above.Size-here.Size) > otherSize*here.Size {
		return false
	}
	return strings.HasSuffix(before.Text, ",") || before.Fold != "" && t.small(i-1) && !strings.ContainsAny(t.marks[i-1], ".:;")
}

// labelled reports whether a line begins at token i that a label opens: "Município: Natal".
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

// sentenceEnd reports whether a full stop ends a sentence: not that of an
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
	if len(f) <= 1 && !t.counts(j) || abbreviations[f] || t.sheet.Tokens[j].Small() && !strings.ContainsAny(f, vowels) || strings.Count(text, ".") > 1 && !numberBeforeStop.MatchString(text) {
		return false
	}
	next := &t.sheet.Tokens[j+1]
	if next.OCR && strings.HasSuffix(next.Text, ",") && strings.Trim(next.Text, "0123456789,") == "" {
		return false // "Rua das Flores. 12, Centro": a comma that OCR took for a stop
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(t.sheet.Tokens[j+1].Text, "\"“'("))
	return !unicode.IsLower(r)
}

// counts reports whether a digit ends what a word in small letters before it says, "no dia 5.", and numbers no item.
func (t *Text) counts(j int) bool {
	return layout.HasDigit(t.sheet.Tokens[j].Text) && j > 0 && !t.sheet.LineStart(j) && t.small(j-1) && !abbreviations[t.sheet.Tokens[j-1].Fold]
}

// Clause reports whether a line begins at token i, behind one that had room for more, that is the heading of a clause:
// "CLÁUSULA SEGUNDA - Do preço", "Art. 3º".
func (t *Text) Clause(i int) bool {
	if !t.sheet.LineStart(i) || i+1 >= len(t.sheet.Tokens) || !clauses[t.sheet.Tokens[i].Fold] || t.small(i) || t.Wraps(i) {
		return false
	}
	_, ordinal := lexicon.Ordinal(t.sheet.Tokens[i+1].Fold)
	return ordinal || layout.HasDigit(t.sheet.Tokens[i+1].Text)
}

var clauses = lexicon.Words("parts of deeds")

// numberBeforeStop is a sum or the number of a law that ends a sentence: its other stops part its thousands.
var numberBeforeStop = regexp.MustCompile(`\d(,\d\d|\.\d{3}/\d+)\)?\.["”')]*$`)

// vowels are the letters of which a word has one: "qt. 500" is one cut short.
const vowels = "aeiouy0123456789"

var abbreviations = lexicon.Words("words that a stop cuts short")
