package extraction

import (
	"slices"

	"lavra.dev/processors/extraction/assign"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/schemas/catalogue"
)

// leastConfidence is where a value is rather wrong than right, and so better not given.
const leastConfidence = 0.3

// assign weighs all candidates by what is known about them, and chooses the values of all
// fields at once.
func (x *extractor) assign() {
	x.vectors = x.features()
	p := assign.Problem{Fields: len(x.plan.typ.Fields), Words: len(x.sheet.Tokens), Candidates: make([]assign.Candidate, len(x.candidates))}
	for _, f := range x.plan.typ.Fields {
		p.Share = append(p.Share, f.Share)
	}
	none := odds.LogOdds(leastConfidence)
	for i := range x.candidates {
		c := &x.candidates[i]
		c.odds = x.models.Candidate.Of(x.vectors[i])
		p.Candidates[i] = assign.Candidate{Field: c.field, Words: c.tokens, LogOdds: c.odds - none}
	}
	x.pool(p)
	for _, c := range x.checked().Checks() {
		p.Constraints = append(p.Constraints, constraint{c, x.candidates})
	}
	x.choose(assign.Solve(p))
}

// pool gives candidates of one value the odds of the likeliest of them: wherever it
// stands, the value is right or wrong. Where it should stand decides among them.
func (x *extractor) pool(p assign.Problem) {
	type value struct {
		field int
		key   string
	}
	best := map[value][2]float64{}
	for i := range x.candidates {
		c := &x.candidates[i]
		k := value{c.field, c.key}
		if b, ok := best[k]; ok {
			best[k] = [2]float64{max(b[0], p.Candidates[i].LogOdds), max(b[1], c.score)}
		} else {
			best[k] = [2]float64{p.Candidates[i].LogOdds, c.score}
		}
	}
	for i := range x.candidates {
		c := &x.candidates[i]
		b := best[value{c.field, c.key}]
		p.Candidates[i].LogOdds = b[0] - (b[1] - c.score)
	}
}

// choose keeps what was chosen, and what of it was found again.
func (x *extractor) choose(chosen []int) {
	n := len(x.plan.typ.Fields)
	x.chosen, x.rivals, x.repeats = make([]*candidate, n), make([]*candidate, n), make([]int, n)
	taken := make([]int, len(x.sheet.Tokens)) // 1 + field that has the token
	for f, i := range chosen {
		if i == assign.None {
			continue
		}
		c := &x.candidates[i]
		x.chosen[f] = c
		for _, t := range c.tokens {
			taken[t] = f + 1
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
		case !x.conflicts(c, taken) && (x.rivals[c.field] == nil || c.odds > x.rivals[c.field].odds):
			x.rivals[c.field] = c
		}
	}
}

// independent tells whether two findings of one value are two witnesses: it is printed
// twice, or found in two ways.
func independent(a, b *candidate) bool {
	return a.how != b.how || !slices.ContainsFunc(b.tokens, func(t int32) bool { return slices.Contains(a.tokens, t) })
}

const inRow = 0.55 // of the score of a value stays where it stands in the row of a list

// discountTables makes candidates less likely that stand in the rows of a list.
func (x *extractor) discountTables() {
	for i := range x.candidates {
		c := &x.candidates[i]
		if len(c.tokens) > 0 && x.inTable[c.tokens[0]] > 0 && c.how != fromTotal && !x.plan.typ.Fields[c.field].Share {
			c.score *= inRow
			if c.how == fromLabel && c.place == catalogue.Right && x.plan.typ.Fields[c.field].Kind == catalogue.Money {
				c.score *= inRow // the label is a cell of the row itself
			}
		}
	}
	x.candidates = slices.DeleteFunc(x.candidates, func(c candidate) bool { return c.score < least && len(c.tokens) > 0 && x.inTable[c.tokens[0]] > 0 })
}

// wholeAnswer is the score from which on what stands beside a label of a text is its value.
const wholeAnswer = 0.7

// discountIntroductions makes what stands beside a label less likely where a pattern
// finds the text itself in it, after the words that introduce it. Where the pattern finds
// only some of it, what stands beside the label is the text.
func (x *extractor) discountIntroductions() {
	for i := range x.candidates {
		c := &x.candidates[i]
		if c.how != fromLabel && c.how != fromProse || len(c.tokens) == 0 || x.plan.typ.Fields[c.field].Kind != catalogue.Text {
			continue
		}
		for k := range x.candidates {
			o := &x.candidates[k]
			if o.field != c.field || o.how != fromProse || !slices.Contains(c.tokens[1:], o.tokens[0]) {
				continue
			}
			if c.how == fromLabel && 5*len(o.tokens) < 2*len(c.tokens) && c.score >= wholeAnswer {
				o.score = min(o.score, 0.95*c.score) // a part of what the label says
				continue
			}
			if (c.how == fromLabel || o.score > c.score) && 5*len(o.tokens) >= 2*len(c.tokens) {
				c.score *= 0.7
				break
			}
		}
	}
}

func (x *extractor) better(a, b *candidate) bool {
	if a.score != b.score {
		return a.score > b.score
	}
	if a.field != b.field {
		return a.field < b.field
	}
	if len(a.tokens) > 0 && len(b.tokens) > 0 && a.tokens[0] != b.tokens[0] {
		if x.plan.typ.Fields[a.field].Last {
			return a.tokens[0] > b.tokens[0]
		}
		return a.tokens[0] < b.tokens[0]
	}
	return false
}

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
