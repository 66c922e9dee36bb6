package entity

import (
	"lavra.dev/processors/text/recognise"
)

// mention keeps a name for the pronouns behind it: of "Ana Lima e Pedro Luz" both.
func (w *walk) mention(first, last int) {
	v := Value{Attribute: Name, First: first, Last: last}
	before, and := w.two[1], first-1
	for and > 0 && is(w.sheet.Tokens[and].Fold, title) {
		and--
	}
	if before.Last > 0 && first-before.Last <= 4 && joins(&w.sheet.Tokens[and]) {
		w.two[0], w.two[1] = before, v
		return
	}
	if w.two[0].Last == 0 || w.two[1] == w.two[0] {
		w.two[0], w.two[1] = v, v
	}
}

// resume goes on with the man or the woman of the two that were named together, unless his or her name follows: "os
// contraentes: ele, PEDRO LUZ" presents him.
func (w *walk) resume(woman bool) {
	if w.two[0].Last == 0 || w.two[0] == w.two[1] {
		return
	}
	if _, _, ok := w.name(w.at); ok {
		if sex, known := recognise.Woman(w.sheet.Tokens[w.at].Fold); known && sex == woman {
			w.cur, w.side = -1, -1
			return
		}
	}
	v := w.two[0]
	if woman {
		v = w.two[1]
	}
	if sex, ok := recognise.Woman(w.sheet.Tokens[v.First].Fold); ok && sex != woman {
		if other := w.two[0]; v == w.two[0] {
			v = w.two[1]
		} else {
			v = other
		}
	}
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
