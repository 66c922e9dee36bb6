package extraction

import (
	"slices"
	"sort"

	"lavra.dev/processors/layout"
	"lavra.dev/schemas/catalogue"
)

func fold(s string) string { return layout.Fold(s) }

// assign gives each field its candidate: the best first, no words twice, so that
// a value which fits one field well is not taken for another.
func (x *extractor) assign() {
	n := len(x.plan.typ.Fields)
	x.chosen, x.rivals, x.repeats = make([]*candidate, n), make([]float64, n), make([]int, n)
	x.discountTables()
	x.discountIntroductions()
	x.attach()
	x.favourDerived()
	order := make([]int, len(x.candidates))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return x.better(&x.candidates[order[a]], &x.candidates[order[b]]) })
	taken := make([]int, len(x.sheet.Tokens)) // 1 + field that has the token
	for _, k := range order {
		c := &x.candidates[k]
		if x.chosen[c.field] != nil || x.conflicts(c, taken) || c.others && x.givenToOther(c) {
			continue
		}
		c = x.earlier(c, taken)
		x.chosen[c.field] = c
		for _, t := range c.tokens {
			if taken[t] == 0 {
				taken[t] = c.field + 1
			}
		}
	}
	for i := range x.candidates {
		c := &x.candidates[i]
		chosen := x.chosen[c.field]
		switch {
		case chosen == nil || chosen == c:
		case chosen.value == c.value:
			if independent(chosen, c) {
				x.repeats[c.field]++
			}
			chosen.checked = chosen.checked || c.checked
		case !x.conflicts(c, taken):
			x.rivals[c.field] = max(x.rivals[c.field], c.score)
		}
	}
}

// givenToOther tells whether a number that stands with the name of somebody else is already
// that one's: on the second copy of a document it is no less so.
func (x *extractor) givenToOther(c *candidate) bool {
	for i, o := range x.chosen {
		if o != nil && i != c.field && o.value == c.value && x.plan.typ.Fields[i].With != "" {
			return true
		}
	}
	return false
}

// independent tells whether two findings of one value are two witnesses: it is printed
// twice, or a label and a pattern both lead to it. Two labels over one value are one.
func independent(a, b *candidate) bool {
	return a.how != b.how || !slices.ContainsFunc(b.tokens, func(t int32) bool { return slices.Contains(a.tokens, t) })
}

// earlier is the first of the candidates that a label proposes as well as this one:
// who comes first on a document is whom it is about.
func (x *extractor) earlier(c *candidate, taken []int) *candidate {
	if f := x.plan.typ.Fields[c.field]; c.how != "label" || f.Last || f.Kind == catalogue.Text || len(c.tokens) == 0 {
		return c
	}
	first := c
	for i := range x.candidates {
		o := &x.candidates[i]
		if o.field == c.field && o.how == c.how && o.place == c.place && c.score-o.score < 0.025 && o.tokens[0] < first.tokens[0] && !x.conflicts(o, taken) {
			first = o
		}
	}
	return first
}

const inRow = 0.55 // of the score of a value stays where it stands in the row of a list

// discountTables makes candidates less likely that stand in the rows of a list.
func (x *extractor) discountTables() {
	for i := range x.candidates {
		c := &x.candidates[i]
		if len(c.tokens) > 0 && x.inTable[c.tokens[0]] && c.how != "total" && !x.plan.typ.Fields[c.field].Share {
			c.score *= inRow
			if c.how == "label" && c.place == catalogue.Right && x.plan.typ.Fields[c.field].Kind == catalogue.Money {
				c.score *= inRow // the label is a cell of the row itself
			}
		}
	}
	x.candidates = slices.DeleteFunc(x.candidates, func(c candidate) bool { return c.score < least && len(c.tokens) > 0 && x.inTable[c.tokens[0]] })
}

// wholeAnswer is the score from which on what stands beside a label of a text is its value.
const wholeAnswer = 0.7

// discountIntroductions makes what stands beside a label less likely where a pattern
// finds the text itself in it, after the words that introduce it. Where the pattern finds
// only some of it, what stands beside the label is the text.
func (x *extractor) discountIntroductions() {
	for i := range x.candidates {
		c := &x.candidates[i]
		if c.how != "label" && c.how != "prose" || len(c.tokens) == 0 || x.plan.typ.Fields[c.field].Kind != catalogue.Text {
			continue
		}
		for k := range x.candidates {
			o := &x.candidates[k]
			if o.field != c.field || o.how != "prose" || !slices.Contains(c.tokens[1:], o.tokens[0]) {
				continue
			}
			if c.how == "label" && 5*len(o.tokens) < 2*len(c.tokens) && c.score >= wholeAnswer {
				o.score = min(o.score, 0.95*c.score) // a part of what the label says
				continue
			}
			if (c.how == "label" || o.score > c.score) && 5*len(o.tokens) >= 2*len(c.tokens) {
				c.score *= 0.7
				break
			}
		}
	}
}

func (x *extractor) better(a, b *candidate) bool {
	if p, q := grade(a.score), grade(b.score); p != q {
		return p > q
	}
	if a.field != b.field {
		return a.field < b.field
	}
	text := x.plan.typ.Fields[a.field].Kind == catalogue.Text // of texts under several headings the one whose heading says it best
	if len(a.tokens) > 0 && len(b.tokens) > 0 && a.tokens[0] != b.tokens[0] && !(text && a.how == b.how) {
		if x.plan.typ.Fields[a.field].Last {
			return a.tokens[0] > b.tokens[0]
		}
		return a.tokens[0] < b.tokens[0]
	}
	return a.score > b.score
}

// grade makes scores that hardly differ equal, so that the order on the page decides.
func grade(score float64) int { return int(score * 40) }

// conflicts tells whether another field has words of the candidate.
func (x *extractor) conflicts(c *candidate, taken []int) bool {
	if x.plan.typ.Fields[c.field].Share {
		return false
	}
	for _, t := range c.tokens {
		if taken[t] > 0 && taken[t] != c.field+1 && !x.plan.typ.Fields[taken[t]-1].Share {
			return true
		}
	}
	return false
}
