package check

import (
	"math"
	"slices"

	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// maxAmount is beyond what a document asks for, and what cents of a float hold exactly.
const maxAmount = 1e13

// Cents is an amount in its normal form, in whole cents.
func Cents(value string) (int64, bool) {
	amount, ok := recognise.Float(value)
	return int64(math.Round(amount * 100)), ok && math.Abs(amount) < maxAmount
}

func (v Values) cents(field int) (int64, bool) {
	value, ok := v(field)
	if !ok {
		return 0, false
	}
	return Cents(value.Text)
}

func abs(n int64) int64 { return max(n, -n) }

// Cent is by how much a product may differ from how it is printed, with what is lost by rounding.
const Cent = 0.0101

// Product is what the products of a row say of one of its cells: they make the third number as it
// is printed, to a cent. The row gives the values of its columns, "" for none.
func (d Document) Product(of Column, row func(column int) string) Verdict {
	f := &d.Type.Fields[of.List]
	for _, c := range d.Type.Checks {
		if c.Product != f.Name || !slices.Contains(c.OfColumns, f.Columns[of.Column].Name) {
			continue
		}
		var factors [3]float64
		for i, name := range c.OfColumns {
			cell := row(slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Name == name }))
			if cell == "" {
				return Silent
			}
			factors[i], _ = recognise.Float(cell)
		}
		if c.Percent {
			factors[1] /= 100
		}
		if factors[2] == 0 {
			return Silent
		}
		if off := factors[0]*factors[1] - factors[2]; math.Abs(off) < Cent {
			return Agrees
		}
		return Differs
	}
	return Silent
}
