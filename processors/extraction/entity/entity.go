// Package entity finds the persons and companies that a text speaks of, each with what
// the text says of it: its number, identity card, address, profession, parents and so
// on, in any order.
//
// In comes a laid-out document and a stretch of its words; out go the entities in the
// order of the text, each from its name up to the next one, with the words of every
// attribute. What introduces an attribute stands in lexicon.tsv and nowhere else. No
// document type, no field and no place on the page is known here, and what an entity is
// to the document (a buyer, a witness) is told only as the words that say so.
//
// A walk goes through the text once. walk.go keeps of whom it speaks there, presented.go begins
// somebody where a name stands of which something is said, name.go says how far a name goes, cue.go
// takes what words of the lexicon are or introduce, role.go decides whose a role is, and numbers.go,
// place.go, work.go, kin.go and pronoun.go read one kind of thing each. words.go says how far words
// reach. event.go and dateline.go read sentences of births and deaths, and where and when a deed was done.
package entity

import (
	"sync"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/phrase"
)

// Attribute is what a value says of its entity.
type Attribute uint8

// The attributes of persons and companies.
const (
	Name Attribute = iota
	Number
	Card
	Council
	Nationality
	CivilState
	Profession
	Address
	BirthDate
	BirthPlace
	Father
	Mother
	LaterName
	Role
	attributes
)

// Value is one attribute as printed: tokens First to Last.
type Value struct {
	Attribute   Attribute
	First, Last int
	Text        string // the normal form where the attribute has one
	Checked     bool   // by its check digits
	Repaired    bool
}

// Entity is a person or a company.
type Entity struct {
	First, Past int  // the tokens that speak of it
	For         bool // it speaks for the one before it, as who signs for a company does
	Company     bool
	Opposed     bool // the text turns to the other side before it
	With        bool // "e" joins it to the one before: what is said of several is said of both
	Told        bool // the text says that it is known, or opposes it to another: its name alone is enough
	Values      []Value
}

// Value is the first value of an attribute.
func (e *Entity) Value(a Attribute) (Value, bool) {
	for _, v := range e.Values {
		if v.Attribute == a {
			return v, true
		}
	}
	return Value{}, false
}

func (e *Entity) add(v Value) {
	if _, ok := e.Value(v.Attribute); !ok && v.Last >= v.First {
		e.Values = append(e.Values, v)
	}
}

// Text is a document made ready to be searched.
type Text struct {
	sheet *layout.Sheet
	cues  []cue // of each token: the words that begin there
	page  Page

	All       func() []Entity   // the entities of the whole text
	Datelines func() []Dateline // the lines of a place and its date, and the dates that "aos" or the beginning of a block introduces and a place follows
}

// Page is what else is known of the document's words.
type Page struct {
	Wraps  func(token int) bool      // reports whether the line before a token was full, so that its words go on there
	GoesOn func(name, line int) bool // reports whether a name that begins at a token goes on in the line that begins at another
	Label  func(token int) bool      // reports whether a token belongs to a label with its colon or in a cell of its own
}

// cue is a word or a few that introduce an attribute, or are one.
type cue struct {
	concept concept
	last    int // token; below the first: none
}

// Over makes a document ready.
func Over(sheet *layout.Sheet, page Page) *Text {
	t := &Text{sheet: sheet, cues: make([]cue, len(sheet.Tokens)), page: page}
	for i := range t.cues {
		t.cues[i].last = -1
	}
	for _, h := range lexicon().phrases.Find(sheet) {
		if h.Last > t.cues[h.First].last && t.together(h) && t.whole(h) {
			t.cues[h.First] = cue{lexicon().concepts[h.ID], h.Last}
		}
	}
	t.All = sync.OnceValue(func() []Entity { return t.In(0, len(sheet.Tokens)) })
	t.Datelines = sync.OnceValue(t.datelines)
	return t
}

// whole reports whether the words that a text says of a person, or that stand for one, are in full: "América." is no
// short form of American, nor "provido" one of "promovido", nor "sob o n. 12" one of the bridegroom. Nor is there more
// of a place of birth: "município de Natal" is a town, and no "município natal".
func (t *Text) whole(h phrase.Hit) bool {
	c := lexicon().concepts[h.ID]
	if c != nation && c != civil && c != role && c != native && (c < he || c > another) {
		return true
	}
	letters := 0
	for i := h.First; i <= h.Last; i++ {
		letters += len(t.sheet.Tokens[i].Fold)
	}
	if c == native {
		return letters < h.Length+len("de")
	}
	return letters >= h.Length
}

// together reports whether the words of a hit stand in one sentence: no mark parts them.
func (t *Text) together(h phrase.Hit) bool {
	for i := h.First; i < h.Last; i++ {
		if t.ends(i, ",;:") || t.sheet.BlockStart(i+1) {
			return false
		}
	}
	return true
}

// In lists the entities of tokens first to before past.
func (t *Text) In(first, past int) []Entity {
	w := t.walk(first, past)
	w.run()
	return w.found
}

// names are the attributes as the catalogue calls them.
var names = map[string]Attribute{"name": Name, "number": Number, "identity card": Card, "council": Council, "nationality": Nationality, "civil state": CivilState, "profession": Profession,
	"address": Address, "birth date": BirthDate, "birth place": BirthPlace, "father": Father, "mother": Mother, "later name": LaterName, "role": Role}

// AttributeOf finds an attribute by its name in the catalogue.
func AttributeOf(name string) (Attribute, bool) {
	a, ok := names[name]
	return a, ok
}
