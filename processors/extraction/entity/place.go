package entity

import (
	"strings"

	"lavra.dev/processors/text/address"
	"lavra.dev/processors/text/layout"
	dictionary "lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

const (
	toStreet    = 18 // tokens from "residente" to the street: the town may stand between
	longestHome = 40 // tokens of an address
)

// ofHome reports whether words introduce an address.
func (c concept) ofHome() bool { return c == home || c == homes }

// beginsAddress reports whether a street begins at a token and its number follows, and not the last of the
// kinds of streets that a form names before its blank: "Rua/Av./Pça. Rua do Sol".
func (w *walk) beginsAddress(i int) bool {
	return address.Begins(w.flow(i), 0) && (i == 0 || !strings.HasSuffix(w.sheet.Tokens[i-1].Text, "/"))
}

// readHome takes the address behind its introduction.
func (w *walk) readHome() {
	for k := w.at; k < min(w.at+toStreet, w.past); k++ {
		if c := w.says(k); c != none && !c.ofHome() && c != role || w.ends(k, ";") {
			return
		}
		if w.beginsAddress(k) {
			w.takeAddress(k)
			return
		}
	}
}

// readAddress takes an address that nothing introduces.
func (w *walk) readAddress() bool {
	if !w.beginsAddress(w.at) {
		return false
	}
	return w.takeAddress(w.at)
}

// takeAddress gives the entity the address that begins at a token, with its town and without
// its postal code.
func (w *walk) takeAddress(first int) bool {
	past := w.addressPast(first)
	numbered := false
	for k := first; k < past; k++ {
		numbered = numbered || address.Numbers(w.flow(k), 0)
	}
	a := address.Parse(recognise.Between(w.sheet, first, past-1))
	if !numbered || a.Whole.Empty() {
		return false
	}
	w.take(Address, first+a.Whole.First, first+a.Whole.Last)
	return true
}

// addressPast is where an address ends in running text: before an attribute, a sentence's
// end, or words behind a mark that are of no address.
func (w *walk) addressPast(first int) int {
	for k := first + 1; k < min(first+longestHome, w.past); k++ {
		t := &w.sheet.Tokens[k]
		if c := w.says(k); c != none && !c.ofHome() && !w.withinName(k) || w.sheet.BlockStart(k) {
			return k
		}
		if w.ends(k-1, ";") || w.sentenceEnd(k-1) {
			return k
		}
		afterMark := w.ends(k-1, ",)") || w.sheet.Tokens[k-1].Fold == ""
		if afterMark && t.Small() && t.Fold != "" && !address.OfHouse(t.Fold) && !address.Numbers(w.flow(k), 0) {
			return k
		}
		if t.Small() && !is(t.Fold, particle) && !w.ofArea(k) && !address.OfHouse(t.Fold) && !is(t.Fold, filler) && !dictionary.PostalCode(t.Fold) && !address.Numbers(w.flow(k), 0) && !stateLeads[t.Fold] {
			return k
		}
		if _, ok := recognise.At(catalogue.UF, w.flow(k), 0); ok && len(t.Fold) == 2 && k+1 < w.past && (k > first+1 || !layout.HasDigit(w.sheet.Tokens[k+1].Text)) { // "Rodovia MG 050" is a road of that state
			return k + 1
		}
	}
	return min(first+longestHome, w.past)
}

// ofArea reports whether a word goes on with what an area is called: "zona rural".
func (w *walk) ofArea(k int) bool {
	return address.OfHouse(w.sheet.Tokens[k-1].Fold) && w.sheet.Tokens[k-1].Small() && !w.ends(k-1, ",;.")
}

// sentenceEnd reports whether a full stop ends a sentence and not a short word.
func (w *walk) sentenceEnd(i int) bool {
	text := w.sheet.Tokens[i].Text
	if !strings.HasSuffix(text, ".") || len(w.sheet.Tokens[i].Fold) <= 4 && !layout.HasDigit(text) && !w.stateAt(i) {
		return false
	}
	return i+1 >= w.past || !w.sheet.Tokens[i+1].Small() && !layout.HasDigit(w.sheet.Tokens[i+1].Text)
}

// readBirth takes the date behind "nascido", and the place where one stands.
func (w *walk) readBirth() {
	for k := w.at; k < min(w.at+cueReach+2, w.past); k++ {
		if v, ok := recognise.At(catalogue.Date, w.flow(k), 0); ok && v.Score > 0.5 {
			w.keep(Value{BirthDate, k, k + v.Last, v.Text, false, v.Repaired})
			w.at = k + v.Last + 1
			return
		}
		if c := w.says(k); c != none && c != born || w.ends(k, ";") {
			return
		}
		if w.proper(k) && w.sheet.Tokens[k].Text != strings.ToUpper(w.sheet.Tokens[k].Text) || w.townAt(k) > k {
			w.at = k
			if w.readPlace(); w.at > k {
				k = w.at - 1
			}
		}
	}
}

// readPlace takes a town and its state.
func (w *walk) readPlace() {
	first := w.skipFillers(w.at)
	for first < w.past && is(w.sheet.Tokens[first].Fold, particle) && w.sheet.Tokens[first].Small() { // "na cidade de Sobral"
		first++
	}
	if last := w.place(first); last >= first {
		w.take(BirthPlace, first, last)
	}
}

// readTown takes the town of whom the text speaks, which nothing introduces but small words behind a mark or behind what
// it said last: "Ana Lima, de Sobral/CE,", "nascido em 5 de maio de 1965 em Sobral".
func (w *walk) readTown() bool {
	e := w.entity()
	if e == nil || e.Company || !w.ends(w.at-1, ",)") && e.Past < w.at || e.Values[len(e.Values)-1].Attribute == Address {
		return false // behind an address it is the town of that
	}
	k := w.at
	for k < w.past && w.sheet.Tokens[k].Small() && (placeLeads[w.sheet.Tokens[k].Fold] || is(w.sheet.Tokens[k].Fold, particle)) {
		k++
	}
	past := w.townAt(k)
	if past <= k || k == w.at && !w.stateAt(past-1) {
		return false
	}
	w.take(BirthPlace, k, past-1)
	return true
}

// townAt is the token behind a town of the list, with its state, that begins at a token; that token where none does.
func (w *walk) townAt(k int) int {
	if d, next, ok := w.town(k, w.past); ok && w.proper(k) && w.listed(d) {
		return next
	}
	return k
}

// statePast is the token behind the state in which a place of who is spoken of lies, "na cidade de Natal, Estado do Rio
// Grande do Norte, neste ato representada": the state itself is nobody there. That token where none stands.
func (w *walk) statePast(i int) int {
	if w.entity() == nil || !w.ends(i-1, ",") || !stateLeads[w.sheet.Tokens[i].Fold] {
		return i
	}
	if s := w.stateBehind(i + 1); s.Last >= 0 {
		return s.Last + 1
	}
	return i
}

// place is the last token of a town, with its state, that begins at a token.
func (w *walk) place(first int) int {
	last := first - 1
	for k := first; k < min(first+cueReach, w.past); k++ {
		t := &w.sheet.Tokens[k]
		if k > first && (w.says(k) != none || w.sheet.BlockStart(k)) || layout.HasDigit(t.Text) || strings.HasPrefix(t.Text, "(") && !w.stateAt(k) {
			break
		}
		if !w.proper(k) && !is(t.Fold, particle) && t.Fold != "" && !w.stateAt(k) {
			break
		}
		last = k
		if w.stateAt(k) && k > first || w.ends(k, ",;.:") && !(w.ends(k, ",") && w.stateAt(k+1)) {
			break
		}
	}
	return w.beforeParticles(first, last)
}

func (w *walk) stateAt(k int) bool {
	if k >= w.past || len(w.sheet.Tokens[k].Fold) != 2 {
		return false
	}
	_, ok := recognise.At(catalogue.UF, w.flow(k), 0)
	return ok
}

// Towns lists the towns of the list that the text names anywhere, with the state where that stands behind them: then only those of
// that state, for a district is called like a town of another.
func (t *Text) Towns() []Dateline {
	var out []Dateline
	for i := 0; i < len(t.sheet.Tokens); i++ {
		if !t.proper(i) {
			continue
		}
		if d, next, ok := t.town(i, len(t.sheet.Tokens)); ok && t.listed(d) {
			out = append(out, d)
			i = next - 1
		}
	}
	return out
}

func (t *Text) listed(d Dateline) bool {
	name := t.sheet.FoldedText(d.City.First, d.City.Last)
	if d.State.Last < 0 {
		return dictionary.TownAnywhere(name)
	}
	return dictionary.Town(name, strings.ToUpper(t.sheet.Tokens[d.State.First].Fold))
}
