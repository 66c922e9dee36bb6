package entity

import (
	"strings"

	"lavra.dev/processors/text/recognise"
)

// readWord takes the words behind an introduction up to the next mark or attribute. One that a mark ends stands behind what it
// is said of: "professora de profissão, com RG".
func (w *walk) readWord(a Attribute) {
	if w.ends(w.at-1, ",;)") {
		return
	}
	first := w.skipFillers(w.at)
	last := w.segmentEnd(first)
	if first > last || last-first >= longestWork || is(w.sheet.Tokens[first].Fold, particle) { // "nacionalidade e filiação" only names them, "cidadã de nacionalidade" goes on
		return
	}
	w.take(a, first, last)
}

// readWordBefore takes the words before those that say what they are, back to the mark before them: "PROFESSORA de profissão,".
func (w *walk) readWordBefore(a Attribute, past int) {
	first := past
	for first > 0 && past-first < longestWork && !w.ends(first-1, ",;:.)") && !w.sheet.BlockStart(first) {
		first--
	}
	if e := w.entity(); first == past || e == nil || first <= e.First {
		return
	}
	w.give(a, first, past-1)
	w.roleEnd = -1 // "ADMINISTRADOR de profissão" is no side of a deed
}

// skipFillers is the first token from i on that is neither filler nor mark.
func (w *walk) skipFillers(i int) int {
	for i < w.past && (w.sheet.Tokens[i].Fold == "" || is(w.sheet.Tokens[i].Fold, filler) && w.sheet.Tokens[i].Small()) {
		i++
	}
	return i
}

// segmentEnd is the last token before the next mark, attribute or end of the line's block.
func (w *walk) segmentEnd(first int) int {
	last := first - 1
	for k := first; k < w.past; k++ {
		if k > first && (w.sheet.BlockStart(k) || w.lineStart(k) && !w.page.Wraps(k) || w.sheet.Tokens[k].Fold == "" || w.says(k) != none && w.says(k) != role) {
			break
		}
		if strings.HasPrefix(w.sheet.Tokens[k].Text, "(") && k > first {
			break
		}
		last = k
		if w.ends(k, ",;:.)") {
			break
		}
	}
	return w.beforeParticles(first, last)
}

// beforeParticles is the last of some tokens that is neither a mark nor a word that stands within names: they lead on to what is
// not there.
func (w *walk) beforeParticles(first, last int) int {
	for last >= first && (w.sheet.Tokens[last].Fold == "" || is(w.sheet.Tokens[last].Fold, particle)) {
		last--
	}
	return last
}

// ends reports whether one of the marks ends a token.
func (t *Text) ends(i int, marks string) bool {
	if i < 0 || i >= len(t.sheet.Tokens) {
		return false
	}
	text := strings.TrimRight(t.sheet.Tokens[i].Text, "\"”'")
	if text == "" || !strings.ContainsRune(marks, rune(text[len(text)-1])) {
		return false
	}
	return text[len(text)-1] != '.' || !strings.ContainsAny(text[:len(text)-1], ".") && len(t.sheet.Tokens[i].Fold) > 2
}

func (t *Text) lineStart(i int) bool { return t.sheet.LineStart(i) }

// flow is the run from a token on.
func (w *walk) flow(i int) recognise.Run {
	return recognise.Between(w.sheet, i, min(i+longestDate, w.past)-1)
}
