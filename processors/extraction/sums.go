package extraction

import (
	"slices"

	"lavra.dev/processors/extraction/assign"
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
	candidates []candidate
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
func valueOf(c *candidate) (check.Value, bool) {
	if c == nil {
		return check.Value{}, false
	}
	return check.Value{Text: c.value, Words: c.tokens}, true
}

// checked is the document as checks see it.
func (x *extractor) checked() check.Document {
	return check.Document{Type: &x.plan.typ, Index: x.plan.index, Sheet: x.sheet, Cells: func(of check.Column) []string {
		out := make([]string, len(x.lists[of.List]))
		for r := range out {
			out[r] = x.lists[of.List][r].text(of.Column)
		}
		return out
	}}
}

// verdicts are what the checks say of what was chosen.
func (x *extractor) verdicts() check.Verdicts {
	return x.checked().Of(func(field int) (check.Value, bool) { return valueOf(x.chosen[field]) })
}

// sumFeatures find the amounts that others add up to: the rows of a list in one column, or
// all other amounts that the field could have.
func (x *extractor) sumFeatures(out []odds.Vector) {
	columns := x.checked().ColumnSums()
	byField := make([][]int64, len(x.plan.typ.Fields))
	for i := range x.candidates {
		c := &x.candidates[i]
		if amount, ok := check.Cents(c.value); ok && amount != 0 && x.plan.typ.Fields[c.field].Kind == catalogue.Money {
			byField[c.field] = addOnce(byField[c.field], amount)
		}
	}
	for i := range x.candidates {
		c := &x.candidates[i]
		amount, ok := check.Cents(c.value)
		if !ok || amount == 0 || x.plan.typ.Fields[c.field].Kind != catalogue.Money {
			continue
		}
		out[i][fColumnSum] = flag(slices.Contains(columns, amount))
		rest := int64(0)
		for _, o := range byField[c.field] {
			rest += o
		}
		out[i][fOthersSum] = flag(len(byField[c.field]) > 2 && rest == 2*amount)
	}
}
