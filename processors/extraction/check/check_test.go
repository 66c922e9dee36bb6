package check

import (
	"slices"
	"testing"

	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// document is one of a type with the fields that a test names, and the columns of its list.
func document(columns [][]string, checks ...catalogue.Check) Document {
	fields := []catalogue.Field{
		{Name: "total"}, {Name: "gross"}, {Name: "discount"}, {Name: "begin"}, {Name: "end"},
		{Name: "items", Kind: catalogue.List, Columns: []catalogue.Field{{Name: "count"}, {Name: "each", Kind: catalogue.Money}, {Name: "amount", Kind: catalogue.Money}}},
		{Name: "payer_number", With: "payer"}, {Name: "payee_number", With: "payee"},
		{Name: "payer_street", Is: "address", Of: "payer"}, {Name: "payee_street", Is: "address", Of: "payee"},
	}
	d := Document{Type: &catalogue.Type{Fields: fields, Checks: checks}, Index: map[string]int{}, Sheet: &layout.Sheet{}, Cells: func(c Column) []string { return columns[c.Column] }}
	for i, f := range fields {
		d.Index[f.Name] = i
	}
	return d
}

func values(d Document, given map[string]string) Values {
	return func(field int) (Value, bool) {
		text, ok := given[d.Type.Fields[field].Name]
		return Value{Text: text}, ok
	}
}

func TestVerdicts(t *testing.T) {
	total := catalogue.Check{Total: "total", Plus: []string{"gross"}, Minus: []string{"discount"}}
	optional, quiet, floor := total, total, total
	optional.Optional, quiet.Quiet, floor.Floor = []string{"discount"}, true, true
	sum := catalogue.Check{Sum: "total", Of: "items.amount"}
	credits, debits, sparse := sum, sum, sum
	credits.Only, debits.Only, sparse.Sparse = "positive", "negative", true
	ordered := catalogue.Check{Ordered: []string{"begin", "end"}}
	amounts := [][]string{nil, nil, {"10.00", "-4.00", "1.50"}}
	gap := [][]string{nil, nil, {"10.00", "", "1.50"}}
	for name, c := range map[string]struct {
		check   catalogue.Check
		columns [][]string
		given   map[string]string
		want    Verdict
	}{
		"a total":                            {total, nil, map[string]string{"total": "90.00", "gross": "100.00", "discount": "10.00"}, Agrees},
		"a total with a discount below zero": {total, nil, map[string]string{"total": "90.00", "gross": "100.00", "discount": "-10.00"}, Agrees},
		"a total off by what is rounded":     {total, nil, map[string]string{"total": "90.03", "gross": "100.00", "discount": "10.00"}, Agrees},
		"a total off by more":                {total, nil, map[string]string{"total": "90.04", "gross": "100.00", "discount": "10.00"}, Differs},
		"a total without a part":             {total, nil, map[string]string{"total": "90.00", "gross": "100.00"}, Silent},
		"an optional part is zero":           {optional, nil, map[string]string{"total": "100.00", "gross": "100.00"}, Agrees},
		"an optional part may be missing":    {optional, nil, map[string]string{"total": "90.00", "gross": "100.00"}, Silent},
		"a quiet total":                      {quiet, nil, map[string]string{"total": "80.00", "gross": "100.00", "discount": "10.00"}, Silent},
		"more than the parts":                {floor, nil, map[string]string{"total": "95.00", "gross": "100.00", "discount": "10.00"}, Silent},
		"less than the parts":                {floor, nil, map[string]string{"total": "85.00", "gross": "100.00", "discount": "10.00"}, Differs},
		"a column":                           {sum, amounts, map[string]string{"total": "7.50"}, Agrees},
		"a column by a cent":                 {sum, amounts, map[string]string{"total": "7.51"}, Agrees},
		"a column by two cents":              {sum, amounts, map[string]string{"total": "7.52"}, Differs},
		"the credits of a column":            {credits, amounts, map[string]string{"total": "11.50"}, Agrees},
		"the debits of a column":             {debits, amounts, map[string]string{"total": "4.00"}, Agrees},
		"a column with a gap":                {sum, gap, map[string]string{"total": "20.00"}, Silent},
		"a column that may have gaps":        {sparse, gap, map[string]string{"total": "20.00"}, Differs},
		"dates in order":                     {ordered, nil, map[string]string{"begin": "2026-01-31", "end": "2026-02-01"}, Silent},
		"dates out of order":                 {ordered, nil, map[string]string{"begin": "2026-02-01", "end": "2026-01-31"}, Differs},
		"a day of the month":                 {ordered, nil, map[string]string{"begin": "2026-01-31", "end": "2026-01"}, Silent},
		"a day after the year":               {ordered, nil, map[string]string{"begin": "2026-01-31", "end": "2025"}, Differs},
		"a date alone":                       {ordered, nil, map[string]string{"begin": "2026-02-01"}, Silent},
	} {
		d := document(c.columns, c.check)
		v := d.Of(values(d, c.given))
		got := Silent
		if slices.Max(v.Held) > 0 {
			got = Agrees
		} else if slices.Max(v.Failed) > 0 {
			got = Differs
		}
		if got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
		if said := v.Columns[Column{d.Index["items"], 2}]; c.columns != nil && said != c.want {
			t.Errorf("%s: %d of the column, want %d", name, said, c.want)
		}
	}
}

func TestDistinct(t *testing.T) {
	d := document(nil)
	for _, word := range []string{"Rua", "Azul", "10", "Rua", "Azul", "10", "sala", "Rua", "Azul", "12"} {
		d.Sheet.Tokens = append(d.Sheet.Tokens, layout.Token{Text: word, Fold: fold.Text(word)})
	}
	for name, c := range map[string]struct {
		field, other string
		a, b         Value
		want         int
	}{
		"one number of two names":            {"payer_number", "payee_number", Value{Text: "1"}, Value{Text: "1"}, 1},
		"two numbers":                        {"payer_number", "payee_number", Value{Text: "1"}, Value{Text: "2"}, 0},
		"one house, said with more":          {"payer_street", "payee_street", Value{"Rua Azul 10", []int32{0, 1, 2}}, Value{"Rua Azul 10 sala", []int32{3, 4, 5, 6}}, 1},
		"two houses of a street":             {"payer_street", "payee_street", Value{"Rua Azul 10", []int32{0, 1, 2}}, Value{"Rua Azul 12", []int32{7, 8, 9}}, 0},
		"a number and an address may be one": {"payer_number", "payee_street", Value{Text: "1"}, Value{Text: "1"}, 0},
	} {
		v := d.Of(func(field int) (Value, bool) {
			switch field {
			case d.Index[c.field]:
				return c.a, true
			case d.Index[c.other]:
				return c.b, true
			}
			return Value{}, false
		})
		if got := v.Failed[d.Index[c.field]]; got != c.want {
			t.Errorf("%s: %d checks failed, want %d", name, got, c.want)
		}
	}
}

func TestProduct(t *testing.T) {
	times := catalogue.Check{Product: "items", OfColumns: []string{"count", "each", "amount"}}
	percent := times
	percent.Percent = true
	for name, c := range map[string]struct {
		check catalogue.Check
		row   []string
		want  Verdict
	}{
		"a product":            {times, []string{"3", "1.50", "4.50"}, Agrees},
		"by a cent":            {times, []string{"3", "1.50", "4.51"}, Agrees},
		"by two cents":         {times, []string{"3", "1.50", "4.52"}, Differs},
		"a part of a hundred":  {percent, []string{"200", "18", "36.00"}, Agrees},
		"a factor is missing":  {times, []string{"", "1.50", "4.50"}, Silent},
		"the product is zero":  {times, []string{"3", "1.50", "0.00"}, Silent},
		"the list has no such": {catalogue.Check{Product: "others"}, []string{"3", "1.50", "9.00"}, Silent},
	} {
		d := document(nil, c.check)
		got := d.Product(Column{d.Index["items"], 2}, func(column int) string { return c.row[column] })
		if got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}

func TestBalances(t *testing.T) {
	for name, c := range map[string]struct {
		amounts, balances []string
		opening           string
		want              []Verdict
	}{
		"after each row":           {[]string{"10.00", "-4.00"}, []string{"110.00", "106.00"}, "100.00", []Verdict{Agrees, Agrees}},
		"after the rows of a day":  {[]string{"10.00", "-4.00", "1.00"}, []string{"", "106.00", "107.00"}, "100.00", []Verdict{Agrees, Agrees, Agrees}},
		"where nothing was before": {[]string{"10.00", "-4.00"}, []string{"110.00", "106.00"}, "", []Verdict{Silent, Agrees}},
		"where an amount is wrong": {[]string{"10.00", "-5.00", "1.00"}, []string{"110.00", "106.00", "107.00"}, "100.00", []Verdict{Agrees, Silent, Agrees}},
		"where an amount is gone":  {[]string{"", "-4.00"}, []string{"", "96.00"}, "100.00", []Verdict{Silent, Silent}},
		"without any":              {[]string{"10.00", "-4.00"}, []string{"", ""}, "100.00", []Verdict{Silent, Silent}},
	} {
		t.Run(name, func(t *testing.T) {
			d := document([][]string{c.balances, nil, c.amounts})
			d.Type.Fields[d.Index["items"]].Table = &catalogue.Table{Balance: []string{"amount", "count", "gross"}}
			given := map[string]string{}
			if c.opening != "" {
				given["gross"] = c.opening
			}
			if got := d.Balances(d.Index["items"], values(d, given)); !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
