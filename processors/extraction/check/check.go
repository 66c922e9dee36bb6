// Package check reports whether the values of a document agree with each other, as the checks of
// its type's file have it: totals, columns of lists, products, the order of dates, and numbers and
// addresses of two parties.
//
// In come values in their normal form; out go verdicts. Nothing is chosen or corrected here.
package check

import (
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/catalogue"
)

// Verdict is what a check says of the values that it looks at.
type Verdict int8

// The verdicts; a check that lacks a value is silent.
const (
	Silent Verdict = iota
	Agrees
	Differs
)

// Sign is the verdict as a number: 1 where values agree, -1 where they differ.
func (v Verdict) Sign() float32 {
	switch v {
	case Agrees:
		return 1
	case Differs:
		return -1
	}
	return 0
}

// Value is what a field may have, and the words that it stands in.
type Value struct {
	Text  string
	Words []int32
}

// Values gives the value of each field; false where it has none.
type Values func(field int) (Value, bool)

// Check compares the values of a few fields.
type Check struct {
	Fields []int
	Column *Column // that it adds up; nil for none
	Judge  func(Values) Verdict
}

// Column is a column of a list.
type Column struct{ List, Column int }

// Document is what checks look at beside the values of fields.
type Document struct {
	Type  *catalogue.Type
	Index map[string]int // of the fields of the type, by name
	Sheet *layout.Sheet
	Cells func(Column) []string // of each row of a list, "" for none
}

// Checks are those of the type's file that speak of single values.
func (d Document) Checks() []Check {
	var out []Check
	for _, c := range d.Type.Checks {
		switch {
		case c.Total != "":
			out = append(out, d.total(c))
		case c.Sum != "":
			if k, ok := d.sum(c); ok {
				out = append(out, k)
			}
		case len(c.Ordered) > 0:
			out = append(out, d.ordered(c))
		}
	}
	return append(out, d.distinct()...)
}

// total compares a field with what others make.
func (d Document) total(c catalogue.Check) Check {
	fields := []int{d.Index[c.Total]}
	for _, name := range slices.Concat(c.Plus, c.Minus) {
		fields = append(fields, d.Index[name])
	}
	return Check{Fields: fields, Judge: func(value Values) Verdict {
		want, sum, complete, ok := Total(c, func(name string) (int64, bool) { return value.cents(d.Index[name]) })
		if !ok || want == 0 {
			return Silent
		}
		switch {
		case abs(want-sum) <= int64(len(fields)): // each part is rounded to a cent
			return Agrees
		case !complete || c.Quiet || c.Floor && want > sum:
			return Silent
		}
		return Differs
	}}
}

// sum compares a field with what a column of a list makes; false where that has no amounts.
func (d Document) sum(c catalogue.Check) (Check, bool) {
	name, columnName := c.Column()
	list := d.Index[name]
	column := Column{list, slices.IndexFunc(d.Type.Fields[list].Columns, func(f catalogue.Field) bool { return f.Name == columnName })}
	parts, complete := Summands(c, d.Cells(column))
	sum := int64(0)
	for _, part := range parts {
		sum += part
	}
	if sum == 0 {
		return Check{}, false
	}
	field := d.Index[c.Sum]
	return Check{Fields: []int{field}, Column: &column, Judge: func(value Values) Verdict {
		want, ok := value.cents(field)
		switch {
		case !ok || want == 0:
			return Silent
		case abs(abs(want)-sum) <= 1:
			return Agrees
		case !complete || c.Quiet:
			return Silent
		}
		return Differs
	}}, true
}

// ordered compares two dates, whose normal form orders as text, also with a month or a year.
func (d Document) ordered(c catalogue.Check) Check {
	first, second := d.Index[c.Ordered[0]], d.Index[c.Ordered[1]]
	return Check{Fields: []int{first, second}, Judge: func(value Values) Verdict {
		a, okA := value(first)
		b, okB := value(second)
		if n := min(len(a.Text), len(b.Text)); okA && okB && a.Text[:n] > b.Text[:n] {
			return Differs
		}
		return Silent
	}}
}

// distinct keeps the numbers of two names apart, and the addresses of two parties.
func (d Document) distinct() []Check {
	var out []Check
	for i, f := range d.Type.Fields {
		for k, g := range d.Type.Fields[:i] {
			numbers := f.With != "" && g.With != "" && f.With != g.With
			if !numbers && !(f.Is == "address" && g.Is == "address" && f.Of != g.Of) {
				continue
			}
			out = append(out, Check{Fields: []int{k, i}, Judge: func(value Values) Verdict {
				a, okA := value(k)
				b, okB := value(i)
				if !okA || !okB || a.Text != b.Text && (numbers || len(a.Words) == 0 || len(b.Words) == 0 || !SameStreet(d.Sheet, a.Words[0], b.Words[0])) {
					return Silent
				}
				return Differs
			}})
		}
	}
	return out
}

// SameStreet reports whether the addresses that begin at two words are alike up to the number of the house: what
// stands behind it may be printed on one of them only.
func SameStreet(sheet *layout.Sheet, a, b int32) bool {
	for ; int(max(a, b)) < len(sheet.Tokens); a, b = a+1, b+1 {
		p, q := &sheet.Tokens[a], &sheet.Tokens[b]
		if p.Fold != q.Fold {
			return false
		}
		if layout.HasDigit(p.Text) || beforeHouses[p.Fold] {
			return true
		}
	}
	return false
}

var beforeHouses = lexicon.Words("before numbers of houses")

// Verdicts are what all checks say of the values of a document.
type Verdicts struct {
	Held, Failed []int // checks, by field
	Columns      map[Column]Verdict
}

// Of gives the verdicts on the values that were chosen.
func (d Document) Of(value Values) Verdicts {
	v := Verdicts{make([]int, len(d.Type.Fields)), make([]int, len(d.Type.Fields)), map[Column]Verdict{}}
	for _, c := range d.Checks() {
		count := v.Held
		said := c.Judge(value)
		if said == Silent {
			continue
		}
		if said == Differs {
			count = v.Failed
		}
		for _, f := range c.Fields {
			count[f]++
		}
		if c.Column != nil {
			v.Columns[*c.Column] = said
		}
	}
	return v
}
