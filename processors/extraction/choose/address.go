package choose

import (
	"math"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/check"
)

// oneAddress makes parts of a printed address less likely where the likeliest street of their party is that of
// another: the town of the company that sends a bill is not the customer's.
func (x *Choice) oneAddress() {
	streets := map[int32]int32{} // where the street begins, by the words of the parts
	for i := range x.Found {
		if c := &x.Found[i]; c.Street > 0 {
			for _, t := range c.Tokens {
				streets[t] = c.Street - 1
			}
		}
	}
	if len(streets) == 0 {
		return
	}
	of := func(c *candidate.Value) (int32, bool) {
		if c == nil || len(c.Tokens) == 0 {
			return 0, false
		}
		at, ok := streets[c.Tokens[0]]
		return at, ok
	}
	for i := range x.Type.Parties {
		party := &x.Type.Parties[i]
		address, ok := party.Fields["address"]
		if !ok {
			continue
		}
		own, ok := of(x.likeliest(address, func(*candidate.Value) bool { return true }))
		if !ok {
			continue
		}
		foreign := func(c *candidate.Value) bool {
			at, ok := of(c)
			return ok && at != own && !check.SameStreet(x.Sheet, at, own)
		}
		for _, part := range []string{"district", "city", "state", "postal code"} {
			if field, ok := party.Fields[part]; ok {
				x.putBehind(field, foreign)
			}
		}
	}
}

// putBehind puts the values of a field that are foreign behind the likeliest that is not.
func (x *Choice) putBehind(field int, foreign func(*candidate.Value) bool) {
	most := math.Inf(1)
	if best := x.likeliest(field, func(c *candidate.Value) bool { return !foreign(c) }); best != nil {
		most = max(best.Odds, 0)
	}
	for i := range x.Found {
		if c := &x.Found[i]; c.Field == field && foreign(c) {
			c.Odds = min(c.Odds, most) + disagreement
		}
	}
}

// likeliest is the likeliest value of a field of those that count, nil for none.
func (x *Choice) likeliest(field int, counts func(*candidate.Value) bool) (best *candidate.Value) {
	for i := range x.Found {
		if c := &x.Found[i]; c.Field == field && (best == nil || c.Odds > best.Odds) && counts(c) {
			best = c
		}
	}
	return best
}
