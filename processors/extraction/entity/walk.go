package entity

import (
	"strings"

	"lavra.dev/processors/text/layout"
	dictionary "lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// walk goes through a text once, word by word, and gives each attribute to the entity
// that the text speaks of there.
type walk struct {
	*Text
	at, past int
	found    []Entity
	cur      int // index of the entity spoken of, -1 for none
	side     int // index of the one that it speaks for, -1 for none
	role     Value
	roleEnd  int      // last token of the role that waits for its entity
	opposed  int      // last token of the words that turn to the other side
	left     int      // index of the one whose words just ended, -1 for none
	leftAt   int      // the token behind the words that ended them
	named    int      // last token of the last name
	two      [2]Value // the names of the last two that one sentence joins
}

const (
	reach     = 70 // tokens from the last thing said of an entity to the next
	cueReach  = 8  // tokens from an introduction to its value
	roleReach = 7  // from a role to the name
)

// walk is one from a token on up to another, on which nobody is spoken of yet.
func (t *Text) walk(first, past int) walk {
	return walk{Text: t, at: first, past: min(past, len(t.sheet.Tokens)), cur: -1, side: -1, roleEnd: -1, opposed: -1, left: -1}
}

func (w *walk) run() {
	for w.at < w.past {
		before := w.at
		switch {
		case w.readRoleLabel(), w.readCue(), w.readTyped(), w.readAddress(), w.readTown(), w.readWork(), w.readName():
		}
		if w.at == before {
			w.at++
		}
		if w.cur >= 0 && w.boundary(w.at) {
			w.leaveSide()
		}
		if w.apart(w.at) {
			w.cur, w.side = -1, -1
		}
	}
}

// boundary reports whether a paragraph ended before a token.
func (w *walk) boundary(i int) bool {
	return i < w.past && i > 0 && (w.ends(i-1, ";") || w.sheet.BlockStart(i))
}

// apart reports whether a block begins at a token that does not go on right under the words
// before it: it speaks of something else.
func (w *walk) apart(i int) bool {
	if i <= 0 || i >= w.past || !w.sheet.BlockStart(i) {
		return false
	}
	above, here := &w.sheet.Cells[w.sheet.Tokens[i-1].Cell], &w.sheet.Cells[w.sheet.Tokens[i].Cell]
	if above.Page != here.Page {
		return !w.sheet.Tokens[i].Small() // a sentence goes on over the page
	}
	return here.Overlap(above.Rect) <= 0 || here.Top < above.MidY() || here.Top-above.Bottom > layout.Reach*above.Size
}

// leaveSide goes back from who speaks for an entity to the entity.
func (w *walk) leaveSide() {
	if w.side >= 0 {
		w.cur, w.side = w.side, -1
	}
}

// entity is the one spoken of; nil where none is, or it was left long ago.
func (w *walk) entity() *Entity {
	if w.cur < 0 || w.at-w.found[w.cur].Past > reach {
		return nil
	}
	return &w.found[w.cur]
}

func (w *walk) give(a Attribute, first, last int) {
	w.keep(Value{Attribute: a, First: first, Last: last})
}

// keep keeps what is said of the one spoken of.
func (w *walk) keep(v Value) {
	if e := w.entity(); e != nil {
		e.add(v)
		e.Past = max(e.Past, v.Last+1)
	}
}

// take is give, and goes on behind the words.
func (w *walk) take(a Attribute, first, last int) {
	w.give(a, first, last)
	w.at = last + 1
}

// share gives what is said of several persons to those named before the last of them, up to one
// of whom something else is said: "Ana Lima, casada, e Pedro Luz, casado, residentes na Rua Um, 2".
func (w *walk) share(a Attribute) {
	if w.cur < 0 {
		return
	}
	v, ok := w.found[w.cur].Value(a)
	for k := w.cur - 1; ok && k >= 0; k-- {
		e := &w.found[k]
		if _, other := e.Value(a); other || e.Company && !w.found[k+1].With || e.For {
			return
		}
		e.add(v)
	}
}

// readCue takes what the lexicon knows.
func (w *walk) readCue() bool {
	c := w.cues[w.at]
	if c.last < w.at || c.last >= w.past || w.withinName(w.at) || w.heading(w.at, c.last) {
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
	switch w.cues[first].concept {
	case nationIs, civilIs, work, card, home, homes, born, native, parents, father, mother, later:
		return last+1 < w.past && w.lineStart(last+1) && w.proper(last+1) && !w.lineStart(first) && !w.ends(last, ":") && !w.page.Wraps(last+1)
	}
	return false
}

// withinName reports whether a word of the lexicon is one of a name, as in "João Brasileiro":
// capitalised between capitalised words where others are not. In capitals throughout only
// "NASCIMENTO" is, which so many are called, the end of "FAZENDA NACIONAL", and a role before
// the form of a company: "ALFA ADMINISTRADORA DE CONSÓRCIOS S.A.".
func (w *walk) withinName(i int) bool {
	c := w.cues[i].concept
	if c == parents {
		return w.calledAfter(i)
	}
	if c != nation && c != civil && c != native && c != role && c != born && c != nationIs {
		return false
	}
	if i == 0 || !w.proper(i) || w.lineStart(i) || !w.proper(i-1) || w.ends(i-1, ",;:.") || w.cues[i-1].last >= i-1 {
		return false
	}
	if c == role && w.company(i+1, i+2) && !w.ends(i, ",;:.") && w.capitals(i) == w.capitals(i-1) {
		return true
	}
	return w.sheet.Tokens[i].Text != strings.ToUpper(w.sheet.Tokens[i].Text) || (c == born || c == nationIs && (i+1 >= w.past || w.cues[i+1].concept != nation)) && w.cues[i].last == i
}

// calledAfter reports whether "FILHO" ends the name of who is called after his father: no name follows
// at once.
func (w *walk) calledAfter(i int) bool {
	if !juniors[w.sheet.Tokens[i].Fold] || w.cues[i].last > i || i == 0 || !w.proper(i) || w.lineStart(i) || !w.proper(i-1) || w.ends(i-1, ",;:.") || w.cues[i-1].last >= i-1 {
		return false
	}
	return w.ends(i, ",;.") || i+1 >= w.past || !is(w.sheet.Tokens[i+1].Fold, particle) || dictionary.And(w.sheet.Tokens[i+1].Fold)
}

// readTyped takes the number of a person or company wherever it stands.
func (w *walk) readTyped() bool {
	if !w.beginsNumber(w.at) {
		return false
	}
	if w.readCouncilCode() {
		return true
	}
	r := w.flow(w.at)
	v, ok := recognise.At(catalogue.CPFCNPJ, r, 0)
	if !ok || !v.Checked && v.Score < 0.5 {
		return false
	}
	last := int(r.Index[v.Last])
	w.keep(Value{Number, w.at, last, v.Text, v.Checked, v.Repaired})
	w.at = last + 1
	return true
}

// beginsNumber reports whether a token has digits, or is the first letters of a company's number: "BM.C7W.S20/0001-08".
func (w *walk) beginsNumber(i int) bool {
	text := w.sheet.Tokens[i].Text
	return layout.HasDigit(text) || len(text) == len("BM.") && strings.HasSuffix(text, ".") && i+1 < w.past && !w.sheet.Tokens[i+1].Space
}

// readName begins an entity where a name stands of which the text says something.
func (w *walk) readName() bool {
	if past := w.statePast(w.at); past > w.at {
		w.at = past
		return true
	}
	last, company, ok := w.name(w.at)
	if !ok {
		return false
	}
	first := w.at
	w.at = last + 1
	w.named = last
	introduced := w.roleEnd >= 0 && w.follows(w.roleEnd, first)
	opposed := w.opposed >= 0 && first-w.opposed <= 3
	if !introduced {
		w.mention(first, last) // a role names witnesses, and nobody for whom a pronoun stands
	}
	if !introduced && !opposed && !w.qualified(last+1) {
		return true
	}
	e := Entity{First: first, Past: last + 1, Company: company, Opposed: opposed}
	e.add(Value{Attribute: Name, First: first, Last: last})
	if w.side >= 0 && (company || w.ends(first-1, ";")) {
		w.leaveSide()
	}
	e.Told = opposed || last+2 < w.past && w.cues[last+1].concept == known
	if e.For = w.side >= 0; introduced && !e.For {
		e.add(w.role)
		w.roleEnd = -1
	} else if !opposed {
		w.join(&e)
	}
	w.found = append(w.found, e)
	w.cur, w.left = len(w.found)-1, -1
	return true
}

// join gives an entity the role of the one before, to which "e" joins it: "VENDEDORES: Ana Lima, casada, e
// Pedro Luz, casado". A role behind a name is that one's alone: "Ana Lima, casada (MUTUANTE), e Pedro Luz, casado (MUTUÁRIO)".
func (w *walk) join(e *Entity) {
	and := e.First - 1
	for and > 0 && is(w.sheet.Tokens[and].Fold, title) {
		and--
	}
	if and > 1 && w.cues[and-1].last == and && w.cues[and-1].concept == related {
		and -= 2 // "e sua esposa"
	}
	if e.For || w.cur < 0 || and < 0 {
		return
	}
	e.With = joins(&w.sheet.Tokens[and])
	if role, ok := w.found[w.cur].Value(Role); ok && !w.found[w.cur].roleBehind() && (e.With || w.heads(role.Last, e.First)) {
		e.add(role)
	}
}

// follows reports whether nothing but small words, marks and forms of address stands between
// a role and a name: "o sítio da PROPRIETÁRIA, no Córrego do Ouro," names nobody.
func (w *walk) follows(role, name int) bool {
	if w.ends(role, ",") && placeLeads[w.sheet.Tokens[role+1].Fold] {
		return false
	}
	for k := role + 1; k < name; k++ {
		t := &w.sheet.Tokens[k]
		if w.ends(k, ".;") && !is(t.Fold, title) || t.Fold != "" && !is(t.Fold, filler) && !is(t.Fold, title) && !is(t.Fold, particle) {
			return false
		}
	}
	return name-role <= roleReach
}

// qualified reports whether the text says something of the name that ends before a token:
// an attribute follows soon.
func (w *walk) qualified(i int) bool {
	if w.ends(i-1, ".") && i < w.past && w.proper(i) && !is(w.sheet.Tokens[i-1].Fold, companyKind) {
		return false
	}
	if w.saidToBe(i) {
		return true
	}
	reach := i + cueReach
	for k := i; k < min(reach, w.past); k++ {
		if k > i && (w.boundary(k) && w.ends(k-1, ".;") || w.apart(k)) || k == i && w.apart(k) {
			return false
		}
		if w.ends(k, ",") && reach == i+cueReach && w.formAt(i-1) {
			reach = k + 1 + cueReach // what kind of company it is: "empresa constituída na forma da lei, cujo CNPJ"
		}
		if c := w.cues[k]; c.last >= k {
			switch c.concept {
			case he, she, one, another:
				return false
			case role:
				if k == i && strings.HasPrefix(w.sheet.Tokens[k].Text, "(") && w.closing(k) > 0 {
					return true // as front sheets of courts list parties: "Ana Lima (AUTORA)"
				}
			case end, other, as, regime, asks, bore:
			default:
				return true
			}
		}
		if k > i && w.sheet.Tokens[k-1].Small() && w.beginsAddress(k) { // "com loja na Rua Um, 2", not a letterhead
			return true
		}
		if w.beginsNumber(k) {
			if councilCode.MatchString(recognise.Bare(w.sheet.Tokens[k].Text)) {
				return true
			}
			if v, ok := recognise.At(catalogue.CPFCNPJ, w.flow(k), 0); ok && v.Checked {
				return true
			}
		}
		if k > i && w.proper(k) && w.cues[k].last < k && !w.ends(k-1, ",-–(:") && k > i+1 {
			if _, _, name := w.name(k); name {
				return false
			}
		}
	}
	return false
}

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
		if k > first && (w.sheet.BlockStart(k) || w.lineStart(k) && !w.page.Wraps(k) || w.sheet.Tokens[k].Fold == "" || w.cues[k].last >= k && w.cues[k].concept != role) {
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
	for last > first && is(w.sheet.Tokens[last].Fold, particle) {
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

// juniors end the names of those who are called after their fathers.
var juniors = dictionary.Words("called after their fathers")

// heads reports whether a role and its colon stand over a list one of whose items begins with a name: "FIADORES:".
func (w *walk) heads(role, name int) bool {
	if name > 0 && w.sheet.Tokens[name-1].Fold == "" {
		name-- // its bullet
	}
	return w.ends(role, ":") && w.lineStart(role+1) && w.lineStart(name)
}

// saidToBe reports whether the text goes on at a token with what somebody is: "Ana Lima, como AUTORA, e", "Ana Lima é AUTORA".
// A role with a name behind it is that one's: "como AUTORA, Caio Luz".
func (w *walk) saidToBe(i int) bool {
	if i >= w.past {
		return false
	}
	k := i + 1
	if w.cues[i].last >= i && w.cues[i].concept == as {
		k = w.cues[i].last + 1
	} else if !w.behindIs(k) {
		return false
	}
	k = w.skipFillers(k)
	if k >= w.past || w.parted(i+1, k) || w.cues[k].last < k || w.cues[k].concept != role {
		return false
	}
	last := w.cues[k].last
	_, _, named := w.name(w.pastTitles(w.alsoCalled(last) + 1))
	return !named || w.ends(last, ".;")
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
