package choose

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/check"
	"lavra.dev/processors/extraction/odds"
)

// valueFeatures are what is known about a chosen value, behind what is of the candidate that it is.
type valueFeatures struct {
	candidateFeatures

	odds, rivalOdds, gap, sameOdds, otherOdds float32 // of itself, of the next best, of the same value and of other fields for its words
	requiredFound, found, meanOdds, held      float32 // of the document as a whole
}

// ValueFeatures names what is known about a chosen value.
var ValueFeatures = odds.Names[valueFeatures]()

// nobody is the log odds of a rival that there is not.
const nobody float64 = -10

// standing is how well the document as a whole is understood: in a layout that is not,
// each single value is less sure.
type standing struct {
	required, found, odds float32
	check.Verdicts
	balances [][]check.Verdict // of the rows of each list
}

func (x *Choice) standing() standing {
	var s standing
	s.Verdicts = x.verdicts()
	wanted, have := 0, 0
	s.balances = make([][]check.Verdict, len(x.lists))
	for i, f := range x.Type.Fields {
		if len(x.lists[i]) > 0 {
			s.balances[i] = x.checked().Balances(i, func(field int) (check.Value, bool) { return valueOf(x.chosen[field]) })
		}
		if c := x.chosen[i]; c != nil {
			s.found++
			s.odds += float32(c.Odds)
		}
		if f.Required {
			wanted++
			if x.chosen[i] != nil || len(x.lists[i]) > 0 {
				have++
			}
		}
	}
	s.odds /= max(s.found, 1)
	s.required, s.found = float32(have)/float32(max(wanted, 1)), s.found/float32(len(x.Type.Fields))
	return s
}

// valueVector is what is known about the value chosen for a field.
func (x *Choice) valueVector(field int, c *candidate.Value, s standing) odds.Vector {
	v := valueFeatures{candidateFeatures: x.featuresOf(c)}
	best, other := nobody, nobody
	for i := range x.Found[:len(x.Found)-len(x.guesses)] {
		o := &x.Found[i]
		if o.Field == field && o.Key == c.Key {
			best = max(best, o.Odds)
		} else if o.Field != field && len(o.Tokens) > 0 && len(c.Tokens) > 0 && o.Tokens[0] == c.Tokens[0] {
			other = max(other, o.Odds)
		}
	}
	rival := nobody
	if r := x.rivals[field]; r != nil {
		rival = r.Odds
	}
	v.odds, v.rivalOdds, v.gap, v.sameOdds, v.otherOdds = float32(c.Odds), float32(rival), float32(c.Odds-rival), float32(best), float32(other)
	v.requiredFound, v.found, v.meanOdds = s.required, s.found, s.odds
	v.held = float32(s.Held[field])
	return odds.VectorOf(&v)
}

// featuresOf are those of a candidate; of a value that was derived, or guessed at, what is known of it without
// where it stands and those beside it.
func (x *Choice) featuresOf(c *candidate.Value) (v candidateFeatures) {
	for i := range x.known {
		if &x.Found[i] == c {
			return x.known[i]
		}
	}
	x.ownFeatures(c, &v)
	x.fieldFeatures(c.Field, &v)
	return v
}
