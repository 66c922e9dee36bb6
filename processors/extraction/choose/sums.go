package choose

import (
	"slices"

	"lavra.dev/processors/extraction/assign"
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/check"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/schemas/catalogue"
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

// sumFeatures find the amounts that others add up to: the rows of a list in one column, or
// all other amounts that the field could have.
func (x *Choice) sumFeatures(out []odds.Vector) {
	columns := x.checked().ColumnSums()
	byField := make([][]int64, len(x.Type.Fields))
	for i := range x.Found {
		c := &x.Found[i]
		if amount, ok := check.Cents(c.Text); ok && amount != 0 && x.Type.Fields[c.Field].Kind == catalogue.Money {
			byField[c.Field] = addOnce(byField[c.Field], amount)
		}
	}
	for i := range x.Found {
		c := &x.Found[i]
		amount, ok := check.Cents(c.Text)
		if !ok || amount == 0 || x.Type.Fields[c.Field].Kind != catalogue.Money {
			continue
		}
		out[i][fColumnSum] = odds.Flag(slices.Contains(columns, amount))
		rest := int64(0)
		for _, o := range byField[c.Field] {
			rest += o
		}
		out[i][fOthersSum] = odds.Flag(len(byField[c.Field]) > 2 && rest == 2*amount)
	}
}
