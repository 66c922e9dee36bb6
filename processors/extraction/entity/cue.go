package entity

import (
	"strings"

	dictionary "lavra.dev/processors/text/lexicon"
)

// says is what the words of the lexicon say that begin at a token; none where none do, or the text ends before it.
func (w *walk) says(k int) concept {
	if k < 0 || k >= w.past {
		return none
	}
	return w.cues[k].concept
}

// readCue takes what the lexicon knows.
func (w *walk) readCue() bool {
	c := w.cues[w.at]
	if c.concept == none || c.last >= w.past || w.withinName(w.at) || w.heading(w.at, c.last) {
		return false
	}
	first := w.at
	if e := w.entity(); c.concept == role && e != nil && w.personal(e) && w.sheet.Tokens[first].Small() && w.readWork() {
		return true // what one does for a living, "solteira, administradora, com RG", and no side of a deed
	}
	last := c.last
	if introduces(c.concept) && last+1 < w.past && !w.ends(last, ",;:)") && given[w.sheet.Tokens[last+1].Fold] {
		last++
	}
	w.at = last + 1
	w.readAttribute(c.concept, first, last)
	w.readTurn(c.concept, first, last)
	return true
}

// introduces reports whether what is told of somebody stands behind a word.
func introduces(c concept) bool {
	return c == nationIs || c == civilIs || c == work || c == card || c == home || c == homes
}

// given are the words that say of an attribute only where it is from: "nacionalidade informada brasileira".
var given = dictionary.Words("said of attributes")

// readAttribute takes what words of the lexicon are or introduce.
func (w *walk) readAttribute(c concept, first, last int) {
	switch c {
	case nation:
		w.give(Nationality, first, last)
		w.passRecord()
	case nations:
		w.give(Nationality, first, last)
		w.share(Nationality)
	case civil:
		w.give(CivilState, first, last)
		w.passRecord()
	case civils:
		w.give(CivilState, first, last)
		w.share(CivilState)
	case nationIs:
		w.readWord(Nationality)
	case civilIs:
		w.readWord(CivilState)
	case work:
		if w.ends(last, ",;)") {
			w.readWordBefore(Profession, first)
			return
		}
		if next := w.says(w.skipFillers(w.at)); next == civil || next == nation {
			return // "que declara ser viúvo"
		}
		w.readWord(Profession)
	case card:
		w.readCard()
	case council:
		w.readCouncil(first)
	case home:
		w.readHome()
	case homes:
		w.readHome()
		w.share(Address)
	case born:
		w.readBirth()
	case native:
		w.readPlace()
	case parents, father, mother:
		if w.side < 0 || w.side != w.cur { // "representada por sua genitora Ana Luz" is who speaks
			w.readParents(c)
		}
	case spouse:
		w.give(CivilState, first, first)
	case regime:
		if e := w.entity(); e != nil {
			e.Past = max(e.Past, last+1) // what one does for a living stands behind it
		}
	}
}

// passRecord goes on behind the words that say of an attribute only where it is from: "divorciada no cadastro, agricultora".
func (w *walk) passRecord() {
	k := w.at
	if k+1 >= w.past || w.ends(k-1, ",;.") || !w.sheet.Tokens[k].Small() {
		return
	}
	if is(w.sheet.Tokens[k].Fold, filler) {
		k++
	}
	if e := w.entity(); e != nil && (given[w.sheet.Tokens[k].Fold] || records[w.sheet.Tokens[k].Fold]) && w.ends(k, ",;") {
		w.at, e.Past = k+1, k+1
	}
}

var records = dictionary.Words("records of attributes")

// readTurn follows the words by which a text turns to another entity, or says what one is.
func (w *walk) readTurn(c concept, first, last int) {
	switch c {
	case speaks:
		if w.cur >= 0 && w.side < 0 {
			w.side = w.cur
		}
	case other:
		w.leaveSide()
		w.opposed = last
	case called:
		w.leaveSide()
		w.readCalled()
	case as:
		w.readRoleBehind()
	case role:
		w.noteRole(first, last)
	case he, she, one, another:
		w.resume(c)
	case firstOf, secondOf, thirdOf:
		w.readRoleOf(int(c - firstOf))
	case end:
		w.leaveSide()
		w.left, w.leftAt = w.cur, last+1
		w.cur = -1
	}
}

// heading reports whether words of the lexicon are a part of a longer label, as in "NOME,
// NATURALIDADE E FILIAÇÃO": what stands behind them is not what they introduce.
func (w *walk) heading(first, last int) bool {
	if w.endsHeading(first, last) {
		return true
	}
	if !w.page.Label(first) {
		return false
	}
	return first > 0 && !w.lineStart(first) && w.page.Label(first-1) || last+1 < w.past && !w.lineStart(last+1) && w.page.Label(last+1)
}

// endsHeading reports whether what introduces a value ends a line that others begin and that had room
// for more, over one that begins anew: "1º Cônjuge - nome, naturalidade e filiação".
func (w *walk) endsHeading(first, last int) bool {
	switch w.says(first) {
	case nationIs, civilIs, work, card, home, homes, born, native, parents, father, mother, later:
		return last+1 < w.past && w.lineStart(last+1) && w.proper(last+1) && !w.lineStart(first) && !w.ends(last, ":") && !w.page.Wraps(last+1)
	}
	return false
}

// withinName reports whether a word of the lexicon is one of a name, as in "João Brasileiro":
// capitalised between capitalised words where others are not. In capitals throughout only
// "NASCIMENTO" is, which so many are called, the end of "FAZENDA NACIONAL", and a role before
// the form of a company: "ALFA ADMINISTRADORA DE CONSÓRCIOS S.A.". "FILHO" ends the name of who is called after his
// father, where no name follows at once.
func (w *walk) withinName(i int) bool {
	if i == 0 || !w.proper(i) || w.lineStart(i) || !w.proper(i-1) || w.ends(i-1, ",;:.") || w.says(i-1) != none {
		return false
	}
	c, one, mixed := w.says(i), w.cues[i].last == i, w.sheet.Tokens[i].Text != strings.ToUpper(w.sheet.Tokens[i].Text)
	switch c {
	case nation, civil, native:
		return mixed
	case born:
		return mixed || one
	case nationIs:
		return mixed || one && w.says(i+1) != nation
	case role:
		return mixed || w.company(i+1, i+2) && !w.ends(i, ",;:.") && w.capitals(i) == w.capitals(i-1)
	case parents:
		return juniors[w.sheet.Tokens[i].Fold] && one && (w.ends(i, ",;.") || i+1 >= w.past || !is(w.sheet.Tokens[i+1].Fold, particle) || dictionary.And(w.sheet.Tokens[i+1].Fold))
	}
	return false
}

// juniors end the names of those who are called after their fathers.
var juniors = dictionary.Words("called after their fathers")
