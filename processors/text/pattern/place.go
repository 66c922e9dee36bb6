package pattern

import (
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/catalogue"
)

// placeEnd is where a place ends that begins at token i, such as a court district:
// before words that go on in small letters, or at a mark, but not before the state that
// a comma parts from it: "comarca de Natal, Estado do Rio Grande do Norte".
func (m *matcher) placeEnd(i, limit int) int {
	end := i - 1
	if layout.HasDigit(m.sheet.Tokens[i].Text) {
		return end // "nascido em 10 de maio"
	}
	for j := i; j <= limit; j++ {
		t := &m.sheet.Tokens[j]
		if j > i && strings.HasPrefix(t.Text, "(") && m.state(j) {
			return j
		}
		if afterPlace[t.Fold] || j > i && (strings.HasPrefix(t.Text, "(") || m.text.broken(j)) || m.text.small(j) && !particles[t.Fold] && !ofPlaces[t.Fold] {
			break
		}
		end = j
		if marks := m.text.marks[j]; strings.Contains(marks, ",") {
			return m.stateEnd(j, limit)
		} else if strings.ContainsAny(marks, ";:") || m.sentenceEnd(j) {
			return j
		}
	}
	for end > i && (particles[m.sheet.Tokens[end].Fold] || m.sheet.Tokens[end].Fold == "") {
		end--
	}
	return end
}

// inStates stand before the name of a state.
var inStates = lexicon.Words("in states")

// stateEnd is the end of the state behind the comma of token j, or j where none stands.
func (m *matcher) stateEnd(j, limit int) int {
	at := j + 1
	for at <= limit && (inStates[m.sheet.Tokens[at].Fold] || particles[m.sheet.Tokens[at].Fold]) {
		at++
	}
	if at > limit {
		return j
	}
	if v, ok := m.text.value(catalogue.UF, at, m.to); ok {
		if last := int(m.text.flow[int(m.text.flowAt[at])+v.Last]); last <= limit {
			return last
		}
	}
	return j
}

// state reports whether the code of a state stands at token i, in brackets.
func (m *matcher) state(i int) bool {
	v, ok := m.text.value(catalogue.UF, i, m.to)
	return ok && v.Last == 0
}

// ofPlaces are the words in small letters that a place may be called by.
var ofPlaces = lexicon.Words("words of places of courts")

// afterPlace are the words with which a sentence goes on behind a place, in any letters.
var afterPlace = lexicon.Words("behind places")
