package choose

import (
	"lavra.dev/processors/extraction/assign"
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/check"
)

// Log odds of a choice that a check speaks for or against. Amounts add up by chance less
// than once in a thousand; where they do not, as a rule one was misread, at times the
// document itself is wrong.
const (
	agreement    = 3
	disagreement = -2
)

// constraint is a check as a constraint of the choice.
type constraint struct {
	check      check.Check
	candidates []candidate.Value
}

// Fields are those that the check looks at.
func (c constraint) Fields() []int { return c.check.Fields }

// LogOdds is what the chosen candidates gain or lose by the check.
func (c constraint) LogOdds(chosen []int) float64 {
	switch c.check.Judge(func(field int) (check.Value, bool) {
		if chosen[field] == assign.None {
			return check.Value{}, false
		}
		return valueOf(&c.candidates[chosen[field]])
	}) {
	case check.Agrees:
		return agreement
	case check.Differs:
		return disagreement
	}
	return 0
}

// valueOf is a candidate as checks see it; false for none.
func valueOf(c *candidate.Value) (check.Value, bool) {
	if c == nil {
		return check.Value{}, false
	}
	return check.Value{Text: c.Text, Words: c.Tokens}, true
}

// checked is the document as checks see it.
func (x *Choice) checked() check.Document {
	return check.Document{Type: &x.Type.Type, Index: x.Type.Index, Sheet: x.Sheet, Cells: func(of check.Column) []string {
		out := make([]string, len(x.lists[of.List]))
		for r := range out {
			out[r] = x.lists[of.List][r].Text(of.Column)
		}
		return out
	}}
}

// verdicts are what the checks say of what was chosen.
func (x *Choice) verdicts() check.Verdicts {
	return x.checked().Of(func(field int) (check.Value, bool) { return valueOf(x.chosen[field]) })
}
