// Package address takes a printed address apart: its street with number and
// complement, the district, the town, the state and the postal code.
//
// In comes a run of words that begins with the street; out goes where each part
// stands. The parts may come in any order behind the street, parted by commas,
// dashes, slashes, brackets or lines. It does not look for addresses, knows no label
// but the word before a part ("Bairro Centro", "CEP 59000-000"), and never says
// what is not printed.
package address

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// Span is the positions First to Last of a run; none where Last is before First.
type Span struct{ First, Last int }

// Empty reports whether nothing stands there.
func (s Span) Empty() bool { return s.Last < s.First }

// Address is the parts of an address.
type Address struct {
	Street     Span // with number and complement
	District   Span // without the word "Bairro" before it
	City       Span
	State      Span
	PostalCode Span
	UF, CEP    string // normal forms
	Line       Span   // the street and the district with all between them
	Whole      Span   // the same with town and state, but for a town that words introduce: "na cidade de Natal"
	introduced bool
}

var none = Span{0, -1}

// Parse takes an address apart whose street begins with the run.
func Parse(r recognise.Run) Address {
	a := Address{District: none, City: none, State: none, PostalCode: none}
	pieces := split(r)
	if len(pieces) == 0 {
		return Address{Street: none, Line: none, Whole: none, District: none, City: none, State: none, PostalCode: none}
	}
	a.Street = Span{pieces[0].First, pieces[0].Last}
	var places []piece // what is neither of the house nor a code, in their order
	state := -1        // how many of them stand before the state
	for _, p := range pieces[1:] {
		switch p.kind {
		case house:
			if len(places) == 0 {
				a.Street.Last = p.Last
			}
		case code:
			if a.PostalCode.Empty() {
				a.PostalCode, a.CEP = p.Span, p.text
			}
		case uf:
			if state < 0 {
				state, a.State, a.UF = len(places), p.Span, p.text
			}
		default:
			places = append(places, p)
		}
	}
	a.settle(r, places, state)
	a.Line, a.Whole = a.Street, a.Street
	if !a.District.Empty() && a.District.First > a.Street.Last {
		a.Line.Last = a.District.Last
	}
	a.Whole = a.Line
	if a.introduced {
		return a
	}
	a.Whole.Last = max(a.Line.Last, a.City.Last)
	if !a.City.Empty() && a.State.First > a.City.Last {
		a.Whole.Last = a.State.Last
	}
	return a
}

// settle names the places behind a street: the one before the state is the town, the one
// before that the district. Without a state the first is the district.
func (a *Address) settle(r recognise.Run, places []piece, state int) {
	all := slices.Clone(places)
	named := func(p piece) bool { return leads.district[r.Token(p.First).Fold] && p.Last > p.First }
	for i, p := range places {
		if named(p) {
			a.District = Span{afterLead(r, p.Span, leads.district), p.Last}
			places = append(append([]piece{}, places[:i]...), places[i+1:]...)
			if i < state {
				state--
			}
			break
		}
	}
	switch {
	case state > 0:
		town := Span{afterLead(r, places[state-1].Span, leads.town), places[state-1].Last}
		a.City = Span{townStart(r, town, a.UF), town.Last}
		if places = places[:state-1]; a.City.First > town.First && len(places) == 0 && a.District.Empty() {
			a.District = Span{town.First, a.City.First - 1}
		}
	case state < 0 && len(places) > 1:
		a.City = Span{afterLead(r, places[1].Span, leads.town), places[1].Last}
		places = places[:1]
	case state < 0 && len(places) == 1 && (leadsTown(r, places[0].First) || !a.District.Empty()):
		a.City = Span{afterLead(r, places[0].Span, leads.town), places[0].Last}
		places = nil
	}
	a.introduced = slices.ContainsFunc(all, func(p piece) bool { return p.Last == a.City.Last && p.First < a.City.First })
	if len(places) > 0 && a.District.Empty() {
		p := places[len(places)-1]
		a.District = p.Span
		if len(places) > 1 {
			a.Street.Last = max(a.Street.Last, places[len(places)-2].Last)
		}
	}
}

// townStart is where the town begins that ends a place, where no mark stands between it and
// the district before it: "Centro Natal".
func townStart(r recognise.Run, s Span, state string) int {
	start, name := s.First, ""
	for i := s.Last; i >= s.First && i > s.Last-lexicon.LongestTown; i-- {
		if name = r.Token(i).Fold + name; lexicon.Town(name, state) {
			start = i
		}
	}
	return start
}

// afterLead is where a place begins behind the words that say what it is: "na cidade de
// Natal".
func afterLead(r recognise.Run, s Span, words map[string]bool) int {
	i := s.First
	for i < s.Last && (words[r.Token(i).Fold] && (!leads.town[r.Token(i).Fold] || leadsTown(r, i)) || r.Token(i).Fold == "") {
		i++
	}
	if i > s.First {
		for i < s.Last && small(r.Token(i).Text) && len(r.Token(i).Fold) <= 2 {
			i++
		}
	}
	return i
}

// leadsTown reports whether a word introduces a town: "em", "na cidade de"; "Cidade Nova" is a
// district.
func leadsTown(r recognise.Run, i int) bool {
	if !leads.town[r.Token(i).Fold] {
		return false
	}
	return small(r.Token(i).Text) || i+1 < r.Len() && small(r.Token(i+1).Text)
}

type kind uint8

const (
	place kind = iota
	house
	uf
	code
)

// piece is what stands between two separators.
type piece struct {
	Span
	kind kind
	text string // of a code its normal form
}

// split cuts a run at its separators, and before and behind codes.
func split(r recognise.Run) []piece {
	var out []piece
	first := 0
	cut := func(last, next int) {
		for first <= last && r.Token(first).Fold == "" {
			first++
		}
		for last >= first && r.Token(last).Fold == "" {
			last--
		}
		if first <= last {
			out = append(out, classify(r, Span{first, last}, len(out) == 0)...)
		}
		first = next
	}
	for i := 0; i < r.Len(); i++ {
		if v, ok := postalCode(r, i); ok {
			cut(i-1, i)
			out = append(out, piece{Span{v.First, v.Last}, code, v.Text})
			first, i = v.Last+1, v.Last
			continue
		}
		t := r.Token(i)
		switch {
		case i > first && (strings.HasPrefix(t.Text, "(") || strings.HasPrefix(t.Text, "-") && len(t.Text) > 1):
			cut(i-1, i)
		case t.Fold == "" && i > 0 && strings.Trim(t.Text, "-–—/|•·,.") == "":
			cut(i-1, i+1)
			continue
		}
		if separates(r, i) {
			cut(i, i+1)
		}
	}
	cut(r.Len()-1, r.Len())
	return out
}

// separates reports whether a word ends its piece: by a comma, a dash, a slash between
// words, or the end of a line that a state or the number of a house ended.
func separates(r recognise.Run, i int) bool {
	text := r.Token(i).Text
	if i+1 == r.Len() {
		return false
	}
	switch text[len(text)-1] {
	case ',', ';', ')':
		return true
	case '/', '-':
		return !layout.HasDigit(text) && len(r.Token(i).Fold) > 1
	}
	return r.Sheet.LineStart(int(r.Index[i+1])) && lineEnds(r, i)
}

// lineEnds reports whether a part of the address ends with the line that ends at position i:
// the number of the house stands before, and the words at the break belong to no one name.
func lineEnds(r recognise.Run, i int) bool {
	last, next := r.Token(i), r.Token(i+1)
	if small(last.Text) || small(next.Text) || leads.head[last.Fold] || leads.house[last.Fold] && !wholeAt(r, i) || leads.house[next.Fold] && !leads.area[next.Fold] || layout.HasDigit(next.Text) {
		return false
	}
	for k := 0; k <= i; k++ {
		if layout.HasDigit(r.Token(k).Text) || withoutNumber(r, k) {
			return true
		}
	}
	return false
}

// wholeAt reports whether a word of a house needs no number behind it: "Fundos", or the "N" of "S/N".
func wholeAt(r recognise.Run, i int) bool {
	return WholeOfHouse(r.Token(i).Fold) || i > 0 && withoutNumber(r, i-1)
}

// postalCode reads a postal code at a position, with its label or without.
func postalCode(r recognise.Run, i int) (recognise.Value, bool) {
	if lexicon.PostalCode(r.Token(i).Fold) {
		for k := i + 1; k < min(i+4, r.Len()); k++ {
			if v, ok := recognise.At(catalogue.CEP, r, k); ok {
				v.First = i
				return v, true
			}
			if r.Token(k).Fold != "" && len(r.Token(k).Fold) > 2 {
				break
			}
		}
		return recognise.Value{First: i, Last: i}, true
	}
	if text := r.Token(i).Text; !layout.HasDigit(text) || !strings.Contains(text, "-") && !setApart(r, i) {
		return recognise.Value{}, false
	}
	return recognise.At(catalogue.CEP, r, i)
}

// setApart reports whether eight digits stand alone behind a dash, a state or the end of a line.
func setApart(r recognise.Run, i int) bool {
	if i == 0 || len(r.Token(i).Fold) != 8 {
		return false
	}
	before := r.Token(i - 1)
	_, state := stateAt(r, i-1, i-1)
	return state || before.Fold == "" || r.Sheet.LineStart(int(r.Index[i])) || strings.HasSuffix(before.Text, "-")
}

// classify says what a piece is; a state that ends it without a mark is one of its own.
func classify(r recognise.Run, s Span, street bool) []piece {
	if state, ok := stateAt(r, s.First, s.Last); ok && !street {
		return []piece{{s, uf, state}}
	}
	if s.Last > s.First {
		if state, ok := stateAt(r, s.Last, s.Last); ok && len(r.Token(s.Last).Fold) == 2 && recognise.Bare(r.Token(s.Last).Text) == strings.ToUpper(recognise.Bare(r.Token(s.Last).Text)) {
			end := recognise.LastOfStreet(r, s.First, s.Last)
			if end == s.Last { // no town that is known
				return append(classifyPlace(r, Span{s.First, s.Last - 1}, street), piece{Span{s.Last, s.Last}, uf, state})
			}
			return append(classifyPlace(r, Span{s.First, end}, street), piece{Span{end + 1, s.Last - 1}, place, ""}, piece{Span{s.Last, s.Last}, uf, state})
		}
	}
	return classifyPlace(r, s, street)
}

func classifyPlace(r recognise.Run, s Span, street bool) []piece {
	if street {
		return []piece{{s, house, ""}}
	}
	first := r.Token(s.First)
	if layout.HasDigit(first.Text) || leads.house[first.Fold] && !leads.district[first.Fold] || roadAt(r, s) {
		return []piece{{s, house, ""}}
	}
	return []piece{{s, place, ""}}
}

// roadAt reports whether a piece is a road with a number, which says where on it an estate lies:
// "Faz. Rio Um, S/N, Est. Municipal km 34".
func roadAt(r recognise.Run, s Span) bool {
	road := Begins(r, s.First) && !leads.area[r.Token(s.First).Fold]
	for i := s.First + 1; road && i <= s.Last; i++ {
		if layout.HasDigit(r.Token(i).Text) {
			return true
		}
	}
	return false
}

// stateAt reads the state that fills positions first to last: its code or its name behind
// "Estado de".
func stateAt(r recognise.Run, first, last int) (string, bool) {
	for first < last && (r.Token(first).Fold == "estado" || first > 0 && small(r.Token(first).Text) && len(r.Token(first).Fold) <= 2) {
		if r.Token(first).Fold != "estado" && (first == 0 || r.Token(first-1).Fold != "estado") {
			break
		}
		first++
	}
	if code := recognise.Bare(strings.Trim(r.Token(first).Text, "-/()., ")); first == last {
		if len(code) == 2 && code == strings.ToUpper(code) && checkdigit.UF(code) {
			return code, true
		}
	}
	if first == 0 || r.Token(first-1).Fold != "estado" && !small(r.Token(first-1).Text) {
		return "", false
	}
	if v, ok := recognise.At(catalogue.UF, r, first); ok && v.Last == last {
		return v.Text, true
	}
	return "", false
}

func small(s string) bool {
	c, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, "\"“'(-"))
	return unicode.IsLower(c)
}
