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

// Total is what a field has and what its parts make, by the amounts of fields; it is complete where no part is
// missing, and ok is false where one that must be there is.
func Total(c catalogue.Check, cents func(name string) (int64, bool)) (want, sum int64, complete, ok bool) {
	if want, ok = cents(c.Total); !ok {
		return 0, 0, false, false
	}
	complete = true
	for i, name := range slices.Concat(c.Plus, c.Minus) {
		part, known := cents(name)
		if !known && !slices.Contains(c.Optional, name) {
			return 0, 0, false, false
		}
		complete = complete && known
		if part = abs(part); i >= len(c.Plus) {
			part = -part
		}
		sum += part
	}
	return want, sum, complete, true
}

// Summands are what each cell of a column adds to its sum; complete where no cell is missing that must be there.
func Summands(c catalogue.Check, cells []string) (parts []int64, complete bool) {
	parts, complete = make([]int64, len(cells)), true
	for i, cell := range cells {
		amount, _ := Cents(cell)
		switch c.Only {
		case "positive":
			amount = max(amount, 0)
		case "negative":
			amount = max(-amount, 0)
		}
		parts[i], complete = amount, complete && (cell != "" || c.Sparse)
	}
	return parts, complete
}

// cent is by how much a product may differ from how it is printed, with what is lost by rounding.
const cent = 0.0101

// Product is what the products of a row say of one of its cells. The row gives the values of its columns,
// "" for none.
func (d Document) Product(of Column, row func(column int) string) Verdict {
	f := &d.Type.Fields[of.List]
	for _, c := range d.Type.Checks {
		if c.Product == f.Name && slices.Contains(c.OfColumns, f.Columns[of.Column].Name) {
			return Product(c, func(name string) string {
				return row(f.ColumnIndex(name))
			})
		}
	}
	return Silent
}

// Product says whether two numbers of a row make the third as it is printed, to a cent.
func Product(c catalogue.Check, row func(column string) string) Verdict {
	var factors [3]float64
	for i, name := range c.OfColumns {
		value, known := recognise.Float(row(name))
		if !known {
			return Silent
		}
		factors[i] = value
	}
	if c.Percent {
		factors[1] /= 100
	}
	switch off := factors[0]*factors[1] - factors[2]; {
	case factors[2] == 0:
		return Silent
	case math.Abs(off) < cent:
		return Agrees
	}
	return Differs
}
