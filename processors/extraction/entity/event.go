package entity

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/layout"
	dictionary "lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Event is what a sentence says of a birth or a death: when and where it came, in whatever order.
type Event struct{ told [things]Value }

// Value is what is told of one thing.
func (e *Event) Value(t Thing) (Value, bool) { return e.told[t], e.told[t].Last >= e.told[t].First }

// Thing is one thing that a sentence may tell of an event.
type Thing uint8

const (
	date Thing = iota
	hour
	site
	city
	state
	age
	fatherOf
	motherOf
	childOf
	things
)

// ThingOf finds a thing by its name in the catalogue.
func ThingOf(name string) (Thing, bool) {
	t := Thing(slices.Index([]string{"date", "time", "place", "city", "state", "age", "father", "mother", "child"}, name))
	return t, t < things
}

// Occasion is a kind of event.
type Occasion concept

// OccasionOf finds a kind of event by its name in the catalogue.
func OccasionOf(name string) (Occasion, bool) {
	o, ok := map[string]Occasion{"birth": Occasion(born), "death": Occasion(died)}[name]
	return o, ok
}

const longestEvent = 60 // tokens of the sentence behind its verb

// Events lists what the sentences tell of one kind of event, in the order of the text.
func (t *Text) Events(o Occasion) []Event {
	var out []Event
	for i, c := range t.cues {
		if c.concept != concept(o) && (c.concept != bore || concept(o) != born) || !t.inText(i) || t.page.Label(i) {
			continue
		}
		e := teller{of: concept(o), walk: t.walk(0, c.last+1+longestEvent)}
		for k := range e.told {
			e.told[k].Last = -1
		}
		e.readParts(c.last+1, e.past)
		if _, ok := e.Value(date); !ok {
			e.readParts(e.saidFrom(i), i)
		}
		if e.of == born {
			e.readFamily(i, c)
		}
		out = append(out, e.Event)
	}
	return out
}

const shortText = 8 // words of a line of a text in capitals

// inText reports whether a token stands in a sentence: in small letters, or in a long line where it is
// set in capitals or begins a sentence behind another.
func (t *Text) inText(i int) bool {
	cell := &t.sheet.Cells[t.sheet.Tokens[i].Cell]
	capitals := t.sheet.Tokens[i].Text == strings.ToUpper(t.sheet.Tokens[i].Text)
	return t.sheet.Tokens[i].Small() || cell.Past-cell.First >= shortText && (capitals || i == cell.First || i > 0 && strings.HasSuffix(t.sheet.Tokens[i-1].Text, "."))
}

// teller reads one sentence.
type teller struct {
	walk
	Event
	of concept // the words for its kind of event
}

// readParts reads what stands from a token on, up to words that speak of somebody else.
func (e *teller) readParts(first, past int) {
	for k := first; k < past; {
		if k > first && (e.sentenceEnd(k-1) || e.ends(k-1, ";") || e.apart(k)) || e.of == died && e.tellsBirth(k) {
			return
		}
		k = max(e.readPart(k, first), k+1)
	}
}

// saidFrom is where what is told begins that stands before its verb: "declarou que no dia 3 de maio, em
// Natal, nasceu", or with the sentence, "Em 3 de maio, em Natal, nasceu".
func (e *teller) saidFrom(verb int) int {
	k := verb - 1
	for ; k > 0 && verb-k < longestEvent; k-- {
		if saidBefore[e.sheet.Tokens[k].Fold] || e.ends(k, ";") || e.apart(k+1) || e.sentenceEnd(k) || e.opensLine(k+1) {
			return k + 1
		}
	}
	if k == 0 {
		return 1
	}
	return verb
}

// opensLine reports whether a line begins at a token that does not go on with the one before.
func (e *teller) opensLine(k int) bool {
	return e.lineStart(k) && e.proper(k) && !e.page.Wraps(k)
}

// readPart takes what begins at a token, and gives the token behind it.
func (e *teller) readPart(k, first int) int {
	if v, ok := recognise.At(catalogue.Date, e.flow(k), 0); ok && v.Score > 0.5 {
		e.tell(date, Value{First: k, Last: k + v.Last, Text: v.Text, Repaired: v.Repaired})
		return k + v.Last + 1
	}
	if v, ok := recognise.At(catalogue.Time, e.flow(k), 0); ok && k > first && timeLeads[e.sheet.Tokens[k-1].Fold] {
		e.tell(hour, Value{First: k, Last: k + v.Last, Text: v.Text, Repaired: v.Repaired})
		return k + v.Last + 1
	}
	if e.years(k) {
		e.tell(age, Value{First: k, Last: k, Text: e.sheet.Tokens[k].Fold})
		return k + 1
	}
	before := e.sheet.Tokens[k-1].Fold
	led := placeLeads[before] || atLeads[before]
	switch {
	case nearby[e.sheet.Tokens[k].Fold] && k > 1 && e.sheet.Tokens[k-1].Fold != "" && !is(e.sheet.Tokens[min(k+1, e.past-1)].Fold, particle):
		e.readNearby(k)
	case is(before, particle) && k > 1 && townLeads[e.sheet.Tokens[k-2].Fold] && e.proper(k):
		past, _ := e.readTown(k)
		return past
	case led && e.pastKind(k) > k:
		return e.readWhere(e.pastKind(k))
	case led && (e.proper(k) || is(e.sheet.Tokens[k].Fold, siteOf)):
		return e.readWhere(k)
	case e.proper(k) && (e.ends(k-1, ",-–/(") || e.sheet.Tokens[k-1].Fold == ""):
		if is(e.sheet.Tokens[k].Fold, siteOf) {
			return e.readWhere(k)
		}
		past, _ := e.readTown(k)
		return past
	}
	return k + 1
}

// tellsBirth reports whether the sentence of a death goes on with a birth: "faleceu Ana Lima, nascida em Natal".
func (e *teller) tellsBirth(k int) bool {
	c := e.says(k)
	return (c == born || c == native) && e.sheet.Tokens[k].Small()
}

// tell keeps what is told first.
func (e *teller) tell(t Thing, v Value) {
	if _, ok := e.Value(t); !ok {
		e.told[t] = v
	}
}

// years reports whether a number is an age: "61 anos", not "aos 3 dias do mês".
func (e *teller) years(k int) bool {
	t := &e.sheet.Tokens[k]
	return k+1 < e.past && yearsOfAge[e.sheet.Tokens[k+1].Fold] && layout.HasDigit(t.Text) && len(t.Fold) <= 3 && layout.OnlyDigits(t.Fold)
}

// readWhere takes the place behind "em", "no" or "na": a town with its state or of a known name, or
// what the place is called up to the next mark.
func (e *teller) readWhere(k int) int {
	if past, ok := e.readTown(k); ok {
		return past
	}
	first, last := k, k-1
	for ; k < e.past && (k == first || !e.ends(k-1, ",;(") && !e.sentenceEnd(k-1) || e.houseAt(first, k)) && !e.sheet.BlockStart(k) && !strings.HasPrefix(e.sheet.Tokens[k].Text, "("); k++ {
		last = k
	}
	last = e.beforeParticles(first, last)
	if v := e.told[site]; v.Last >= v.First && is(e.sheet.Tokens[first].Fold, siteOf) && !is(e.sheet.Tokens[v.First].Fold, siteOf) {
		e.told[site] = Value{Last: -1} // "em Lisboa, na Maternidade"
	}
	e.tell(site, Value{First: first, Last: last})
	return last + 1
}

// houseAt reports whether a token is the number of the house in the street that begins at another.
func (e *teller) houseAt(first, k int) bool {
	return e.ends(k-1, ",") && layout.HasDigit(e.sheet.Tokens[k].Text) && e.beginsAddress(first)
}

// readTown takes a town with its state, or of a known name: "Natal/RN", "na cidade de Natal, Estado do
// Rio Grande do Norte".
func (e *teller) readTown(k int) (past int, ok bool) {
	if is(e.sheet.Tokens[k].Fold, siteOf) {
		return k, false
	}
	d, next, known := e.town(k, e.past)
	if !known || !dictionary.TownAnywhere(e.sheet.FoldedText(d.City.First, d.City.Last)) || d.State.Last < 0 && !townLeads[e.sheet.Tokens[k-1].Fold] {
		return k, false
	}
	if d.State.Last < 0 {
		d.State = e.stateBehind(next)
		next = max(next, d.State.Last+1)
	}
	if _, ok := e.Value(city); !ok {
		e.told[city], e.told[state] = d.City, d.State
	}
	return next, true
}

const farTown = 400 // tokens back to where a text named its town: a page of prose

// readNearby takes the town that the text named before: "nesta cidade".
func (e *teller) readNearby(k int) {
	if !pointsNear[e.sheet.Tokens[k-1].Fold] {
		return
	}
	for i := k - 3; i > max(1, k-farTown); i-- {
		if nearby[e.sheet.Tokens[i-1].Fold] && is(e.sheet.Tokens[i].Fold, particle) {
			e.readTown(i + 1)
			return
		}
	}
}

// stateBehind is the state that follows a town: "neste Estado do Paraná", "Minas Gerais".
func (w *walk) stateBehind(k int) Value {
	for from := k; k < w.past && k-from < 4; k++ {
		if v, ok := recognise.At(catalogue.UF, w.flow(k), 0); ok && w.proper(k) {
			return Value{First: k, Last: k + v.Last, Text: v.Text}
		}
		if f := w.sheet.Tokens[k].Fold; f != "" && !stateLeads[f] && !placeLeads[f] && !is(f, particle) {
			break
		}
	}
	return Value{Last: -1}
}

var (
	nearby     = dictionary.Words("places nearby")
	townLeads  = dictionary.Words("before towns")
	stateLeads = dictionary.Words("before states")
	timeLeads  = dictionary.Words("before times")
	atLeads    = dictionary.Words("before sites")

	kindsOfSites = dictionary.Words("kinds of sites")
	betweenKinds = dictionary.Words("between two kinds of sites")
)

var (
	saidBefore = dictionary.Words("before what is said")
	yearsOfAge = dictionary.Words("years of age")
	pointsNear = dictionary.Words("pointing at what is near")
)

// pastKind is the token behind the words that say what kind of place one is, before its name: "no estabelecimento Santa
// Casa", "no hospital ou local Domicílio". The token itself where none do.
func (e *teller) pastKind(k int) int {
	i, kinds := k, false
	for ; i < e.past && e.sheet.Tokens[i].Small(); i++ {
		fold := e.sheet.Tokens[i].Fold
		kinds = kinds || kindsOfSites[fold]
		if !kindsOfSites[fold] && !is(fold, siteOf) && !(i > k && betweenKinds[fold]) {
			return k
		}
	}
	if !kinds || i >= e.past || !e.proper(i) {
		return k
	}
	return i
}

// readFamily takes the child behind the verb of a birth, and its parents: who stands before one that says who had it, "Caio Luz e
// Nina Luz tiveram", or whom the sentence names as such.
func (e *teller) readFamily(verb int, c cue) {
	e.at = c.last + 1
	if k := e.skipTo(); k < e.past {
		if last, company, ok := e.name(k); ok && !company {
			e.tell(childOf, Value{First: k, Last: last})
		}
	}
	var kin []Value
	if c.concept == bore {
		kin = e.Parents(e.saidFrom(verb), verb)
	}
	for k := c.last + 1; k < e.past && !e.sentenceEnd(k-1) && len(kin) == 0; k++ {
		if e.IntroducesParents(k, e.cues[k].last) {
			kin = e.Parents(e.cues[k].last+1, e.past)
		}
	}
	for _, v := range kin {
		e.tell(fatherOf+Thing(v.Attribute-Father), v)
	}
}
