package entity

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/layout"
	dictionary "lavra.dev/processors/text/lexicon"
)

// noteRole keeps a role for the name behind it, or gives it to the one before, in brackets or where nobody follows.
func (w *walk) noteRole(first, last int) {
	if strings.HasPrefix(w.sheet.Tokens[first].Text, "(") {
		last = max(last, w.closing(first))
		w.take(Role, first, last)
		return
	}
	first, last = w.wholeRole(first, last)
	w.at = last + 1
	if w.eitherRole(first, last) {
		return
	}
	e := w.closedWithRole(first, last)
	if e == nil && w.predicated(first, last) {
		e = w.entity()
	}
	if e != nil {
		w.leaveSide()
		e.call(first, last)
		return
	}
	if first > 0 && definite[w.sheet.Tokens[first-1].Fold] && !w.lineStart(first) && last+1 < w.past && w.sheet.BlockStart(last+1) {
		return // "Via dos vendedores" over a title
	}
	w.role, w.roleEnd = Value{Attribute: Role, First: first, Last: last}, w.alsoCalled(last)
	if w.side < 0 && w.ends(last, ":") {
		w.cur = -1
	}
}

// copulas are the forms of "ser" that say what somebody is, as printed: "e" joins, and "Era" is a name.
var copulas = dictionary.Words("said that somebody is something")

// closing is the token that closes the bracket which a token opens, with nothing but a role or two between; -1 where none does.
func (w *walk) closing(first int) int {
	for k := first; k < min(first+longestRole, w.past); k++ {
		if w.ends(k, ")") {
			return k
		}
		if c := w.cues[k]; w.sheet.Tokens[k].Fold != "" && (c.last < k || c.concept != role) {
			break
		}
	}
	return -1
}

// wholeRole is a role with those that go on with it, "credora mutuante", and with the capitals before it in a
// text in small letters: "o nome de PARTE VENDEDORA".
func (w *walk) wholeRole(first, last int) (int, int) {
	for next := last + 1; next < w.past && !w.ends(last, ",;.:)") && w.cues[next].last >= next && w.cues[next].concept == role && w.capitals(next) == w.capitals(first); next = last + 1 {
		last = w.cues[next].last
	}
	k := first
	for k > 0 && first-k < longestRole && w.capitals(k) && w.capitals(k-1) && !w.ends(k-1, ",;.:)") && !w.lineStart(k) {
		k--
	}
	if k > 0 && k < first && w.sheet.Tokens[k-1].Small() {
		first = k
	}
	return first, last
}

var definite = dictionary.Words("definite")

// capitals reports whether a word stands in capitals throughout.
func (w *walk) capitals(i int) bool {
	t := &w.sheet.Tokens[i]
	return len(t.Fold) > 1 && t.Text == strings.ToUpper(t.Text)
}

// closedWithRole is whom a role belongs to that ends what is said of him and introduces nobody, "a quem se chamará
// LOCADORA, e Pedro Luz", "neste papel contratada; e"; nil where nobody has it. His own goes before that of the one
// to whom "e" joins him.
func (w *walk) closedWithRole(first, last int) *Entity {
	if w.left >= 0 && first-w.leftAt <= cueReach {
		w.cur = w.left // "a quem" ends what else is said
	}
	e := w.entity()
	if e == nil || w.opposed >= e.Past || !w.ends(last, ",;.") || w.parted(e.Past, first) || definite[w.sheet.Tokens[first-1].Fold] {
		return nil // "que cite o réu," speaks of somebody who has that role
	}
	if w.side >= 0 {
		if w.named < e.Past && w.side == w.cur {
			return nil // "representada por seu administrador, Caio Luz"
		}
		e = &w.found[w.side]
	}
	if e.roleBehind() {
		return nil
	}
	k := last + 1
	for k < w.past && (is(w.sheet.Tokens[k].Fold, filler) || is(w.sheet.Tokens[k].Fold, title) || w.sheet.Tokens[k].Fold == "") {
		k++
	}
	if _, _, named := w.name(k); named && w.ends(last, ",") {
		return nil
	}
	return e
}

// parted reports whether a sentence ends before one of the tokens from a first one on up to a last.
func (w *walk) parted(first, last int) bool {
	for k := first; k <= last; k++ {
		if w.boundary(k) || w.sentenceEnd(k-1) {
			return true
		}
	}
	return false
}

// readRoleBehind takes the role that the text gives at last to who is spoken of: "inscrita no CNPJ 11.222.333/0001-81,
// na qualidade de EXECUTADA, expondo". Where a name follows it is that one's: "como LOCADORA, Ana Lima".
func (w *walk) readRoleBehind() {
	k := w.skipFillers(w.at)
	if k >= w.past || w.cur < 0 || w.cues[k].last < k || w.cues[k].concept != role {
		return
	}
	last := w.cues[k].last
	if _, _, named := w.name(w.pastTitles(w.alsoCalled(last) + 1)); named || w.ends(last, ":") {
		return
	}
	w.leaveSide()
	w.take(Role, k, last)
}

// readCalled takes the role behind "doravante denominada", unless a sentence ends with these words: "nas cláusulas a seguir."
func (w *walk) readCalled() {
	if w.ends(w.at-1, ".;:") {
		return
	}
	for k := w.at; k < min(w.at+cueReach, w.past); k++ {
		c := w.cues[k]
		known := c.last >= k && c.concept == role
		if known || w.proper(k) || strings.ContainsAny(w.sheet.Tokens[k].Text, "\"“") {
			last := max(k, c.last)
			for last+1 < w.past && last-k < longestRole && !w.ends(last, ",;.:)") && w.proper(last+1) && w.proper(k) {
				last++
			}
			e := w.entity()
			if e == nil || e.roleBehind() {
				return // "o sistema denominado “Nimbus”", said behind what the parties are called
			}
			e.call(k, last)
			if strings.HasSuffix(w.sheet.Tokens[last].Fold, "s") {
				w.share(Role) // "chamados VENDEDORES"
			}
			w.at = last + 1
			return
		}
		if w.sheet.Tokens[k].Fold != "" && !is(w.sheet.Tokens[k].Fold, filler) && w.cues[k].concept != called {
			return
		}
	}
}

// roleBehind reports whether a text has said behind the name what somebody is called.
func (e *Entity) roleBehind() bool {
	v, ok := e.Value(Role)
	return ok && v.First > e.First
}

const longestRole = 4 // words

// call gives an entity a role in place of any other.
func (e *Entity) call(first, last int) {
	e.Values = slices.DeleteFunc(e.Values, func(v Value) bool { return v.Attribute == Role })
	e.add(Value{Attribute: Role, First: first, Last: last})
	e.Past = max(e.Past, last+1)
}

// readRoleLabel takes the words before a colon that begin a line, and a name behind it, for a
// role: "DONA DA OBRA: Ana Lima".
func (w *walk) readRoleLabel() bool {
	if !w.lineStart(w.at) && !(w.at > 0 && w.ends(w.at-1, ".;")) {
		return false
	}
	for k := w.at; k < min(w.at+longestRole, w.past-1); k++ {
		t := &w.sheet.Tokens[k]
		if c := w.cues[k]; k > w.at && w.lineStart(k) && !w.page.Wraps(k) || c.last >= k && c.concept != role || !w.proper(k) && !is(t.Fold, particle) && !strings.HasPrefix(t.Text, "(") || layout.HasDigit(t.Text) {
			return false
		}
		if !w.ends(k, ":") {
			continue
		}
		last, _, ok := w.name(w.pastTitles(k + 1))
		known := w.cues[w.at].last >= w.at && w.cues[w.at].concept == role
		below, said := w.sheet.BlockStart(k+1), w.qualified(last+1)
		if !ok || below && !(known && said) || !known && !said || is(w.sheet.Tokens[w.at].Fold, officer) {
			return false
		}
		w.leaveSide()
		w.cur = -1
		w.role, w.roleEnd = Value{Attribute: Role, First: w.at, Last: k}, k
		w.at = k + 1
		return true
	}
	return false
}

// pastTitles is the first token from i on that is no form of address.
func (w *walk) pastTitles(i int) int {
	for i < w.past && (is(w.sheet.Tokens[i].Fold, title) || w.sheet.Tokens[i].Text == ":") {
		i++
	}
	return i
}

// predicated reports whether a role is what its sentence says that somebody is: "Ana Lima é REQUERENTE e Alfa Ltda é
// REQUERIDA", not "é LOCADORA Ana Lima".
func (w *walk) predicated(first, last int) bool {
	e := w.entity()
	if e == nil || !w.behindIs(first) || w.parted(e.Past, first) || e.roleBehind() {
		return false
	}
	_, _, named := w.name(w.pastTitles(last + 1))
	return !named || w.ends(last, ".;")
}

// behindIs reports whether a form of "ser", and no more than an article, stands before a token.
func (w *walk) behindIs(i int) bool {
	for i > 0 && definite[w.sheet.Tokens[i-1].Fold] {
		i--
	}
	return i > 0 && copulas[w.sheet.Tokens[i-1].Text]
}

// eitherRole reports whether "ou" joins a role to another: "empresa contratante ou prestadora de serviços" says what a company
// may be, and of nobody what he is.
func (w *walk) eitherRole(first, last int) bool {
	if first > 0 && either[w.sheet.Tokens[first-1].Fold] && !w.lineStart(first) {
		return true
	}
	next := last + 2
	return next < w.past && !w.ends(last, ",;.:") && either[w.sheet.Tokens[last+1].Fold] && w.cues[next].last >= next && w.cues[next].concept == role
}

var either = dictionary.Words("or")

// readRoleOf takes the role that the text gives to the n-th of those named before.
func (w *walk) readRoleOf(n int) {
	first := w.skipFillers(w.at)
	last := w.segmentEnd(first)
	for i := range w.found {
		if w.found[i].For {
			continue
		}
		if n == 0 && first <= last {
			w.found[i].call(first, last)
			w.at = last + 1
		}
		n--
	}
}

// alsoCalled is the last token of what else somebody is called behind a role and "e", up to the comma before the
// name: "como FIADORES e principais pagadores, Ana Lima". The role's own last token where nothing is.
func (w *walk) alsoCalled(last int) int {
	if last+1 >= w.past || !joins(&w.sheet.Tokens[last+1]) {
		return last
	}
	for k := last + 2; k < min(last+2+longestRole, w.past) && w.sheet.Tokens[k].Small(); k++ {
		if w.ends(k, ",") {
			return k
		}
	}
	return last
}
