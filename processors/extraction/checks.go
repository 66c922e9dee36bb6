package extraction

import (
	"math"
	"slices"

	"lavra.dev/processors/extraction/assign"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Log odds of a choice that a check speaks for or against. Amounts add up by chance less
// than once in a thousand; where they do not, as a rule one was misread, at times the
// document itself is wrong.
const (
	agreement    = 3
	disagreement = -2
)

// verdict is what a check says of the values that it looks at.
type verdict int8

const (
	silent verdict = iota
	agrees
	differs
)

// sign is the verdict as a feature.
func (v verdict) sign() float32 {
	return flag(v == agrees) - flag(v == differs)
}

// check is a check of the type's file over the candidates of one document.
type check struct {
	fields []int
	column [2]int // 1 + the list and the column that it adds up; 0 of others
	judge  func(value func(field int) *candidate) verdict
}

// Fields are those that the check looks at.
func (c check) Fields() []int { return c.fields }

// constraint is a check as a constraint of the choice.
type constraint struct {
	check
	candidates []candidate
}

// LogOdds is what the chosen candidates gain or lose by the check.
func (c constraint) LogOdds(chosen []int) float64 {
	switch c.judge(func(field int) *candidate {
		if chosen[field] == assign.None {
			return nil
		}
		return &c.candidates[chosen[field]]
	}) {
	case agrees:
		return agreement
	case differs:
		return disagreement
	}
	return 0
}

// checks are those of the type's file that speak of single values.
func (x *extractor) checks() []check {
	var out []check
	for _, c := range x.plan.typ.Checks {
		switch {
		case c.Total != "":
			out = append(out, x.totalCheck(c))
		case c.Sum != "":
			if k, ok := x.sumCheck(c); ok {
				out = append(out, k)
			}
		case len(c.Ordered) > 0:
			out = append(out, x.orderCheck(c))
		}
	}
	return append(out, x.distinctChecks()...)
}

// totalCheck compares a field with what others make.
func (x *extractor) totalCheck(c catalogue.Check) check {
	fields := []int{x.plan.index[c.Total]}
	for _, name := range slices.Concat(c.Plus, c.Minus) {
		fields = append(fields, x.plan.index[name])
	}
	return check{fields: fields, judge: func(value func(int) *candidate) verdict {
		want, ok := centsOf(value(fields[0]))
		if !ok || want == 0 {
			return silent
		}
		sum, complete := int64(0), true
		for i, name := range slices.Concat(c.Plus, c.Minus) {
			part, ok := centsOf(value(fields[i+1]))
			if !ok && !slices.Contains(c.Optional, name) {
				return silent
			}
			complete = complete && ok
			if i < len(c.Plus) {
				sum += abs(part)
			} else {
				sum -= abs(part)
			}
		}
		switch {
		case abs(want-sum) <= int64(len(fields)):
			return agrees
		case !complete || c.Quiet || c.Floor && want > sum:
			return silent
		}
		return differs
	}}
}

// sumCheck compares a field with what a column of a list makes.
func (x *extractor) sumCheck(c catalogue.Check) (check, bool) {
	name, column := c.Column()
	list := x.plan.index[name]
	k := columnIndex(x.plan.typ.Fields[list], column)
	rows := x.lists[list]
	sum, summands, complete := int64(0), 0, true
	for r := range rows {
		cell := rows[r].cell(k)
		if cell == nil {
			complete = complete && c.Sparse
			continue
		}
		amount, _ := cents(cell.value)
		switch c.Only {
		case "positive":
			amount = max(amount, 0)
		case "negative":
			amount = max(-amount, 0)
		}
		sum, summands = sum+amount, summands+1
	}
	if summands == 0 || sum == 0 {
		return check{}, false
	}
	field := x.plan.index[c.Sum]
	return check{fields: []int{field}, column: [2]int{list + 1, k + 1}, judge: func(value func(int) *candidate) verdict {
		want, ok := centsOf(value(field))
		switch {
		case !ok || want == 0:
			return silent
		case abs(abs(want)-sum) <= 1:
			return agrees
		case !complete || c.Quiet:
			return silent
		}
		return differs
	}}, true
}

// orderCheck compares two dates, whose normal form orders as text.
func (x *extractor) orderCheck(c catalogue.Check) check {
	first, second := x.plan.index[c.Ordered[0]], x.plan.index[c.Ordered[1]]
	return check{fields: []int{first, second}, judge: func(value func(int) *candidate) verdict {
		a, b := value(first), value(second)
		if a != nil && b != nil && a.value > b.value {
			return differs
		}
		return silent
	}}
}

// distinctChecks keep the numbers of two names apart, and the addresses of two parties.
func (x *extractor) distinctChecks() []check {
	var out []check
	for i, f := range x.plan.typ.Fields {
		for k, g := range x.plan.typ.Fields[:i] {
			numbers := f.With != "" && g.With != "" && f.With != g.With
			if !numbers && !(f.Is == "address" && g.Is == "address" && f.Of != g.Of) {
				continue
			}
			out = append(out, check{fields: []int{k, i}, judge: func(value func(int) *candidate) verdict {
				a, b := value(k), value(i)
				if a == nil || b == nil || a.value != b.value && (numbers || !x.sameStreet(a, b)) {
					return silent
				}
				return differs
			}})
		}
	}
	return out
}

// sameStreet reports whether two addresses begin alike up to the number of the house: what
// stands behind it may be printed on one of them only.
func (x *extractor) sameStreet(a, b *candidate) bool {
	for i := range min(len(a.tokens), len(b.tokens)) {
		p, q := &x.sheet.Tokens[a.tokens[i]], &x.sheet.Tokens[b.tokens[i]]
		if p.Fold != q.Fold {
			return false
		}
		if layout.HasDigit(p.Text) || p.Fold == "n" {
			return true
		}
	}
	return false
}

func centsOf(c *candidate) (int64, bool) {
	if c == nil {
		return 0, false
	}
	return cents(c.value)
}

func abs(n int64) int64 { return max(n, -n) }

// verdicts are what the checks say of what was chosen.
type verdicts struct {
	held, failed []int              // by field
	columns      map[[2]int]verdict // by list and column
}

func (x *extractor) verdicts() verdicts {
	v := verdicts{make([]int, len(x.plan.typ.Fields)), make([]int, len(x.plan.typ.Fields)), map[[2]int]verdict{}}
	for _, c := range x.checks() {
		count := v.held
		said := c.judge(func(field int) *candidate { return x.chosen[field] })
		if said == silent {
			continue
		}
		if said == differs {
			count = v.failed
		}
		for _, f := range c.fields {
			count[f]++
		}
		if c.column[0] > 0 {
			v.columns[[2]int{c.column[0] - 1, c.column[1] - 1}] = said
		}
	}
	return v
}

// product is what the products of a row say of one of its cells: they make the third
// number as it is printed, to a cent.
func (x *extractor) product(list int, row *rowValue, column int) verdict {
	f := &x.plan.typ.Fields[list]
	for _, c := range x.plan.typ.Checks {
		if c.Product != f.Name || !slices.Contains(c.OfColumns, f.Columns[column].Name) {
			continue
		}
		var factors [3]float64
		for i, name := range c.OfColumns {
			cell := row.cell(columnIndex(*f, name))
			if cell == nil {
				return silent
			}
			factors[i], _ = recognise.Float(cell.value)
		}
		if c.Percent {
			factors[1] /= 100
		}
		if factors[2] == 0 {
			return silent
		}
		if off := factors[0]*factors[1] - factors[2]; math.Abs(off) < cent {
			return agrees
		}
		return differs
	}
	return silent
}

const cent = 0.0101 // with what is lost by rounding
