package entity

import (
	"lavra.dev/processors/text/recognise"
)

// mention keeps a name for the pronouns behind it: of "Ana Lima e Pedro Luz" both.
func (w *walk) mention(first, last int) {
	v := Value{Attribute: Name, First: first, Last: last}
	before := w.two[1]
	if before.Last > 0 && first-before.Last <= 4 && joins(&w.sheet.Tokens[w.beforeTitles(first)]) {
		w.two[0], w.two[1] = before, v
		return
	}
	if w.two[0].Last == 0 || w.two[1] == w.two[0] {
		w.two[0], w.two[1] = v, v
	}
}

// resume goes on with whom of the two that were named together some words stand for, unless a name follows that may
// be his or hers: "os contraentes: ele, PEDRO LUZ" presents him.
func (w *walk) resume(c concept) {
	v, ok := w.standsFor(c)
	if !ok {
		return
	}
	if _, _, named := w.name(w.at); named {
		if woman, known := recognise.Woman(w.sheet.Tokens[w.at].Fold); known && (c == one || c == another || woman == (c == she)) {
			w.cur, w.side = -1, -1
			return
		}
	}
	w.speakOf(v)
}

// standsFor is the name for which words stand: of the two named together, else of the only man or woman of whom the
// text spoke.
func (w *walk) standsFor(c concept) (Value, bool) {
	two := w.two
	if two[0].Last == 0 || two[0] == two[1] {
		two = w.couple()
	}
	k := 0
	if c == she || c == another {
		k = 1
	}
	if woman, known := recognise.Woman(w.sheet.Tokens[two[k].First].Fold); known && (c == he || c == she) && woman != (c == she) {
		k = 1 - k
	}
	return two[k], two[k].Last > 0
}

// couple are the only two persons of whom the text spoke.
func (w *walk) couple() (two [2]Value) {
	n := 0
	for _, e := range w.found {
		if v, ok := e.Value(Name); ok && !e.For && !e.Company {
			if n == len(two) {
				return [2]Value{}
			}
			two[n] = v
			n++
		}
	}
	if n < len(two) {
		return [2]Value{}
	}
	return two
}

// speakOf goes on with somebody named before.
func (w *walk) speakOf(v Value) {
	w.side = -1
	for i := range w.found {
		if w.found[i].First == v.First {
			w.cur = i
			w.found[i].Past = w.at
			return
		}
	}
	e := Entity{First: v.First, Past: w.at}
	e.add(v)
	w.found = append(w.found, e)
	w.cur = len(w.found) - 1
}
