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
	w.at = last + 1
	if w.eitherRole(first, last) {
		return
	}
	if e := w.whoseRole(first, last); e != nil {
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

// standing are the words that say that somebody stands on a side.
var standing = dictionary.Words("said that somebody is there")

// closing is the token that closes the bracket which a token opens, with nothing but a role or two between; -1 where none does.
func (w *walk) closing(first int) int {
	for k := first; k < min(first+longestRole, w.past); k++ {
		if w.ends(k, ")") {
			return k
		}
		if w.sheet.Tokens[k].Fold != "" && w.says(k) != role {
			break
		}
	}
	return -1
}

var definite = dictionary.Words("definite")

// capitals reports whether a word stands in capitals throughout.
func (w *walk) capitals(i int) bool {
	t := &w.sheet.Tokens[i]
	return len(t.Fold) > 1 && t.Text == strings.ToUpper(t.Text)
}

// whoseRole is who has a role that his sentence says of him, "Ana Lima é REQUERENTE e Alfa Ltda é REQUERIDA", or with which
// it ends what it says and introduces nobody, "a quem se chamará LOCADORA, e Pedro Luz"; nil where nobody has it.
func (w *walk) whoseRole(first, last int) *Entity {
	if w.left >= 0 && first-w.leftAt <= cueReach {
		w.cur = w.left // "a quem" ends what else is said
	}
	e := w.entity()
	if e == nil || w.opposed >= e.Past || w.parted(e.Past, first) {
		return nil
	}
	if !w.behindIs(first) && (!w.ends(last, ",;.") || definite[w.sheet.Tokens[first-1].Fold]) {
		return nil // "que cite o réu," speaks of somebody who has that role
	}
	if w.side >= 0 {
		if w.named < e.Past && w.side == w.cur {
			return nil // "representada por seu administrador, Caio Luz"
		}
		e = &w.found[w.side]
	}
	if e.roleBehind() || w.leadsToName(last) {
		return nil
	}
	return e
}

// leadsToName reports whether a name follows a role that ends at a token and is that one's: "como AUTORA, Caio Luz",
// "como AUTORA, está Caio Luz".
func (w *walk) leadsToName(last int) bool {
	next := w.alsoCalled(last) + 1
	if next < w.past && standing[w.sheet.Tokens[next].Fold] {
		next++
	}
	_, _, named := w.name(w.pastTitles(next))
	return named && !w.ends(last, ".;")
}

// roleBefore is the role of who is named before it, at a token or behind small words.
func (w *walk) roleBefore(k int) (first, last int, ok bool) {
	k = w.skipFillers(k)
	if w.says(k) != role {
		return k, k, false
	}
	last = w.cues[k].last
	return k, last, !w.leadsToName(last) && !w.ends(last, ":")
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
	if first, last, ok := w.roleBefore(w.at); ok && w.cur >= 0 {
		w.leaveSide()
		w.take(Role, first, last)
	}
}

// readCalled takes the role behind "doravante denominada", unless a sentence ends with these words: "nas cláusulas a seguir."
func (w *walk) readCalled() {
	if w.ends(w.at-1, ".;:") {
		return
	}
	for k := w.at; k < min(w.at+cueReach, w.past); k++ {
		if w.says(k) == role || w.proper(k) || strings.ContainsAny(w.sheet.Tokens[k].Text, "\"“") {
			last := max(k, w.cues[k].last)
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
		if w.sheet.Tokens[k].Fold != "" && !is(w.sheet.Tokens[k].Fold, filler) && w.says(k) != called {
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
		if c := w.says(k); k > w.at && w.lineStart(k) && !w.page.Wraps(k) || c != none && c != role || !w.proper(k) && !is(t.Fold, particle) && !strings.HasPrefix(t.Text, "(") || layout.HasDigit(t.Text) {
			return false
		}
		if !w.ends(k, ":") {
			continue
		}
		last, _, ok := w.name(w.pastTitles(k + 1))
		known := w.says(w.at) == role
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

// beforeTitles is the last token before one that is no form of address.
func (w *walk) beforeTitles(i int) int {
	for i--; i > 0 && is(w.sheet.Tokens[i].Fold, title); {
		i--
	}
	return i
}

// pastTitles is the first token from i on that is no form of address.
func (w *walk) pastTitles(i int) int {
	for i < w.past && (is(w.sheet.Tokens[i].Fold, title) || w.sheet.Tokens[i].Text == ":") {
		i++
	}
	return i
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
	return w.says(next) == role && !w.ends(last, ",;.:") && either[w.sheet.Tokens[last+1].Fold]
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
