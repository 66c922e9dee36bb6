package pattern

import (
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
)

// fits reports whether a slot may go on over its last token.
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
		return end == i || !m.nextName(end) && !strings.ContainsAny(m.text.marks[end-1], ",;:)") && !strings.HasPrefix(t.Text, "(") && !m.sentenceEnd(end-1)
	case "proper":
		return m.text.properGoesOn(i, end)
	case "number":
		if end == i {
			return layout.HasDigit(t.Text)
		}
		return units[t.Fold]
	case "company":
		return end == i || !m.nextName(end) && !strings.ContainsAny(m.text.marks[end-1], ";:)") && !strings.HasPrefix(t.Text, "(") && !m.text.sentenceBetween(end-1, end)
	}
	return true
}

// units may follow a number of the shape "number": 30 dias, 1/12 avos.
var units = lexicon.Words("units of slots")

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
			if j > i && (form == "phrase" && m.text.labelled(j) || m.text.dateLine(j) || m.text.Clause(j)) {
				return j - 1
			}
			if m.sentenceEnd(j) || form == "phrase" && strings.Contains(m.text.marks[j], ";") {
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
			if layout.HasDigit(m.sheet.Tokens[j].Text) {
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
			if strings.ContainsAny(m.text.marks[j], "\"”»") {
				return j
			}
		}
		return i - 1
	}
	return m.clauseEnd(form, i, limit)
}

// clauseEnd is where words end: at a comma, with their sentence, before a bracket, or where they look like no form's any more.
func (m *matcher) clauseEnd(form string, i, limit int) int {
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
		if (strings.ContainsAny(m.text.marks[j], ",;:") || m.sentenceEnd(j)) && !m.withinNumber(j, limit) {
			return j
		}
	}
	return limit
}

// withinNumber reports whether a comma parts a number in words: "dois mil, cento e vinte reais".
func (m *matcher) withinNumber(j, limit int) bool {
	_, scale := lexicon.Scale(m.sheet.Tokens[j].Fold)
	return scale && m.text.marks[j] == "," && j < limit && lexicon.NumberWord(m.sheet.Tokens[j+1].Fold)
}
