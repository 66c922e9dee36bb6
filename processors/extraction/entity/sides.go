package entity

import (
	"slices"
	"strings"
)

// Sides are what a text calls the side that claims something and the other one where it speaks of them, each
// with the number in brackets behind it: "A autora (CPF 529.982.247-25) efetuou". Empty is a side that it
// calls nothing.
func (t *Text) Sides() [2][]Value {
	var out [2][]Value
	for k, side := range []concept{claims, answers} {
		at := t.calledMost(side)
		if at < 0 {
			continue
		}
		out[k] = []Value{{Attribute: Role, First: at, Last: at}}
		for i := range t.sheet.Tokens {
			if t.sheet.Tokens[i].Fold != t.sheet.Tokens[at].Fold || i+1 >= len(t.sheet.Tokens) || !strings.HasPrefix(t.sheet.Tokens[i+1].Text, "(") {
				continue
			}
			w := t.walk(i+1, i+1+cueReach)
			w.found, w.cur = []Entity{{First: i, Past: i + 1}}, 0
			for w.at < w.past && !w.readTyped() {
				w.at++
			}
			out[k] = append(out[k], w.found[0].Values...)
		}
	}
	return out
}

// calledMost is the word for a side that stands most often in sentences, with an article or the like before
// it, at its first place; -1 where none does.
func (t *Text) calledMost(side concept) int {
	var places []int
	for i := 1; i < len(t.sheet.Tokens); i++ {
		if is(t.sheet.Tokens[i].Fold, side) && t.sheet.Tokens[i].Small() && definite[t.sheet.Tokens[i-1].Fold] && !t.page.Label(i) {
			places = append(places, i)
		}
	}
	count := func(i int) (n int) {
		for _, k := range places {
			if t.sheet.Tokens[k].Fold == t.sheet.Tokens[i].Fold {
				n++
			}
		}
		return n
	}
	if len(places) == 0 {
		return -1
	}
	return slices.MaxFunc(places, func(a, b int) int { return count(a) - count(b) })
}
