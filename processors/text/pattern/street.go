package pattern

import (
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// streetEnd is where a street line ends that nothing in the pattern ends: behind its
// number and what it says of the house, before the postal code, or with its line. In a
// sentence a comma ends it before anything else.
func (m *matcher) streetEnd(i, limit int) int {
	for j := i; j <= limit; j++ {
		text := m.sheet.Tokens[j].Text
		if j > i && (strings.HasPrefix(text, "(") || lexicon.PostalCode(m.sheet.Tokens[j].Fold) || m.postalCode(j)) {
			return m.beforeTown(i, m.beforeMarks(i, j-1))
		}
		if marks := m.text.marks[j]; strings.ContainsAny(marks, ";:") || m.sentenceEnd(j) || strings.Contains(marks, ",") && !m.ofHouse(j+1) {
			return j
		}
	}
	return m.beforeTown(i, limit)
}

// beforeTown is the last word before the town and the state that end a line of words
// without marks between them.
func (m *matcher) beforeTown(i, j int) int {
	index := make([]int32, 0, j-i+1)
	for k := i; k <= j; k++ {
		index = append(index, int32(k))
	}
	return m.beforeMarks(i, i+recognise.LastOfStreet(recognise.Run{Sheet: m.sheet, Index: index}, 0, len(index)-1))
}

// ofHouse reports whether a word behind a comma says where in the street: its number, or
// the flat, the block, the floor.
func (m *matcher) ofHouse(i int) bool {
	if i >= m.to {
		return false
	}
	t := &m.sheet.Tokens[i]
	return layout.HasDigit(t.Text) && !m.postalCode(i) || houseWords[t.Fold]
}

func (m *matcher) postalCode(i int) bool {
	v, ok := m.text.value(catalogue.CEP, i, m.to)
	return ok && v.Last == 0 && strings.Contains(m.sheet.Tokens[i].Text, "-")
}

// beforeMarks is the last word up to token j.
func (m *matcher) beforeMarks(i, j int) int {
	for j > i && m.sheet.Tokens[j].Fold == "" {
		j--
	}
	return j
}

// houseWords are the words with which a street line goes on behind a comma, folded.
var houseWords = lexicon.Words("behind streets")
