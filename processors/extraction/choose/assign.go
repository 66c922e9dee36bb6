package choose

import (
	"slices"

	"lavra.dev/processors/extraction/assign"
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/guess"
	"lavra.dev/processors/extraction/odds"
)

// leastConfidence is where a value is rather wrong than right, and so better not given.
const leastConfidence = candidate.Least

// leastGuess is how likely a value is at least that stands with a label which nobody understands: one
// that is as often wrong as right costs as much as it gains.
const leastGuess = 0.5

// assign weighs all candidates by what is known about them, and chooses the values of all
// fields at once.
func (x *Choice) assign() {
	x.known = x.features()
	p := assign.Problem{Fields: len(x.Type.Fields), Words: len(x.Sheet.Tokens)}
	for _, f := range x.Type.Fields {
		p.Share = append(p.Share, f.Share)
	}
	for i := range x.Found {
		x.Found[i].Odds = x.models.Candidate.Of(odds.VectorOf(&x.known[i]))
	}
	x.guess()
	none := odds.LogOdds(leastConfidence)
	p.Candidates = make([]assign.Candidate, len(x.Found))
	for i := range x.Found {
		c := &x.Found[i]
		p.Candidates[i] = assign.Candidate{Field: c.Field, Words: c.Tokens, LogOdds: c.Odds - none}
		if c.How == candidate.FromGuess {
			p.Candidates[i].LogOdds = c.Odds - odds.LogOdds(leastGuess)
		}
	}
	x.pool(p)
	for _, c := range x.checked().Checks() {
		p.Constraints = append(p.Constraints, constraint{c, x.Found})
	}
	x.choose(assign.Solve(p))
}

// guess adds what nobody has found by what it means, as likely as the model has it.
func (x *Choice) guess() {
	if x.models.Guess == nil {
		return
	}
	x.guesses = guess.Read(x.Found, x.Regions, x.inTable, x.near)
	for _, g := range x.guesses {
		g.Odds = x.models.Guess.Of(g.Vector())
		x.Found = append(x.Found, g.Value)
		x.setKey(&x.Found[len(x.Found)-1])
	}
}

// pool gives candidates of one value the odds of the likeliest of them: wherever it
// stands, the value is right or wrong. Where it should stand decides among them. A guess says nothing
// of what was found.
func (x *Choice) pool(p assign.Problem) {
	type value struct {
		field int
		key   string
	}
	type likeliest struct{ odds, score float64 }
	best := map[value]likeliest{}
	found := x.Found[:len(x.Found)-len(x.guesses)]
	for i := range found {
		c, own := &found[i], p.Candidates[i].LogOdds
		k := value{c.Field, c.Key}
		if b, ok := best[k]; ok {
			best[k] = likeliest{max(b.odds, own), max(b.score, c.Score)}
		} else {
			best[k] = likeliest{own, c.Score}
		}
	}
	for i := range found {
		c := &found[i]
		b := best[value{c.Field, c.Key}]
		p.Candidates[i].LogOdds = b.odds - (b.score - c.Score)
	}
}

// choose keeps what was chosen, and what of it was found again.
func (x *Choice) choose(chosen []int) {
	n := len(x.Type.Fields)
	x.chosen, x.rivals, x.repeats = make([]*candidate.Value, n), make([]*candidate.Value, n), make([]int, n)
	taken := make([]int, len(x.Sheet.Tokens)) // 1 + field that has the token
	for f, i := range chosen {
		if i == assign.None {
			continue
		}
		c := &x.Found[i]
		x.chosen[f] = c
		for _, t := range c.Tokens {
			taken[t] = f + 1
		}
	}
	for i := range x.Found[:len(x.Found)-len(x.guesses)] {
		c := &x.Found[i]
		chosen := x.chosen[c.Field]
		switch {
		case chosen == nil || chosen == c:
		case chosen.Text == c.Text:
			if independent(chosen, c) {
				x.repeats[c.Field]++
			}
			chosen.Checked = chosen.Checked || c.Checked
		case !x.conflicts(c, taken) && (x.rivals[c.Field] == nil || c.Odds > x.rivals[c.Field].Odds):
			x.rivals[c.Field] = c
		}
	}
}

// independent reports whether two findings of one value are two witnesses: it is printed
// twice, or found in two ways.
func independent(a, b *candidate.Value) bool {
	return a.How != b.How || !slices.ContainsFunc(b.Tokens, func(t int32) bool { return slices.Contains(a.Tokens, t) })
}

// conflicts reports whether another field has words of the candidate.
func (x *Choice) conflicts(c *candidate.Value, taken []int) bool {
	return !x.Type.Fields[c.Field].Share && slices.ContainsFunc(c.Tokens, func(t int32) bool {
		return taken[t] > 0 && taken[t] != c.Field+1 && !x.Type.Fields[taken[t]-1].Share
	})
}
