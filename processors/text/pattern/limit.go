package pattern

import (
	"regexp"
	"strings"

	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/checkdigit"
)

// limit is the last token that a slot may reach: the end of its block, and a
// number of words by form.
func (m *matcher) limit(form string, i int) int {
	words := 60
	switch form {
	case "name", "company", "city":
		words = 14
	case "word":
		words = 1
	case "number":
		words = 2
	case "text", "sentence", "phrase", "block", "quote":
		words = 600
	}
	end := i
	for end+1 < m.to && end+1-i < words && !m.blockStart(end+1) {
		if form == "city" && m.sheet.LineStart(end+1) && (m.text.broken(end+1) || m.text.placeLine(end+1)) {
			break // another place under it
		}
		end++
	}
	return end
}

// placeLine reports whether a line begins at token i that is a town and its state, and nothing
// else.
func (t *Text) placeLine(i int) bool {
	cell := &t.sheet.Cells[t.sheet.Tokens[i].Cell]
	if before := t.sheet.Tokens[i-1].Fold; particles[before] || saints[before] {
		return false // "Feira de" over "Santana/BA"
	}
	return cell.Past-i <= placeWords && checkdigit.UF(strings.Trim(t.sheet.Tokens[cell.Past-1].Text, "-/().,"))
}

// saints begin names of towns.
var saints = lexicon.Words("saints")

const placeWords = 6 // and marks

func (m *matcher) blockStart(i int) bool { return !m.region && m.text.newBlock(i) }

// lineLimit is the end of the line, or for a company or a street whose words wrap
// that of the next one.
func (m *matcher) lineLimit(form string, i int) int {
	c := m.sheet.Tokens[i].Cell
	end := m.sheet.Cells[c].Past - 1
	if form == "address" && m.text.streetGoesOn(c) {
		return min(m.sheet.Cells[c+1].Past, m.to) - 1
	}
	if form != "company" || end+1 >= m.to || m.sheet.BlockStart(end+1) || companyEnds[m.sheet.Tokens[end].Fold] {
		return end
	}
	next := &m.sheet.Cells[c+1]
	for j := i; j < next.Past; j++ {
		if strings.ContainsAny(m.sheet.Tokens[j].Text, "0123456789:") {
			return end
		}
	}
	if m.text.broken(next.First) {
		return end
	}
	return next.Past - 1
}

// aloneLimit is the end of a line that was ended on purpose, and not by an address
// that the value may be cut before.
func (m *matcher) aloneLimit(i int) int {
	end := m.sheet.Cells[m.sheet.Tokens[i].Cell].Past - 1
	if next := end + 1; next >= m.to || !m.text.broken(next) {
		return m.to
	} else if _, street := m.text.opensStreet(next); street {
		return m.to
	}
	return end
}

// companyEnds are the words that a company's name ends with.
var companyEnds = lexicon.Words("ends of companies")

// EndsCompany reports whether a folded word is one that names of companies end with.
func EndsCompany(word string) bool { return companyEnds[word] }

// nextName reports whether a line begins at a token under the name of a company and is
// no street: it is another's name.
func (m *matcher) nextName(i int) bool {
	if !m.sheet.LineStart(i) || !companyEnds[m.sheet.Tokens[i-1].Fold] {
		return false
	}
	_, street := m.text.opensStreet(i)
	return !street
}

// acronym is one in brackets, which belongs to the words before it: "transferência
// eletrônica (TED)".
var acronym = regexp.MustCompile(`^\([A-Z]{2,5}\)[.,;]*$`)
