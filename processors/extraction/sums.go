package extraction

import (
	"math"
	"slices"

	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// sumFeatures find the amounts that others add up to: the rows of a list in one column, or
// all other amounts that the field could have.
func (x *extractor) sumFeatures(out []odds.Vector) {
	columns := x.columnSums()
	byField := make([][]int64, len(x.plan.typ.Fields))
	for i := range x.candidates {
		c := &x.candidates[i]
		if amount, ok := cents(c.value); ok && amount != 0 && x.plan.typ.Fields[c.field].Kind == catalogue.Money {
			byField[c.field] = addOnce(byField[c.field], amount)
		}
	}
	for i := range x.candidates {
		c := &x.candidates[i]
		amount, ok := cents(c.value)
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

// columnSums are what the columns of all lists of two rows and more add up to, and the
// credits and the debits among them.
func (x *extractor) columnSums() []int64 {
	var sums []int64
	for i, f := range x.plan.typ.Fields {
		for k, column := range f.Columns {
			if column.Kind != catalogue.Money || len(x.lists[i]) < 2 {
				continue
			}
			credits, debits, summands := int64(0), int64(0), 0
			for r := range x.lists[i] {
				if c := x.lists[i][r].cell(k); c != nil {
					amount, _ := cents(c.value)
					credits, debits = credits+max(amount, 0), debits+max(-amount, 0)
					summands++
				}
			}
			if summands > 1 {
				sums = append(sums, credits-debits, credits, debits)
			}
		}
	}
	return sums
}

// maxAmount is beyond what a document asks for, and what cents of a float hold exactly.
const maxAmount = 1e13

// cents is an amount in its normal form, in whole cents.
func cents(value string) (int64, bool) {
	amount, ok := recognise.Float(value)
	return int64(math.Round(amount * 100)), ok && math.Abs(amount) < maxAmount
}
