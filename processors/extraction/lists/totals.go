package lists

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/table"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// proposeTotal proposes the sums of a line that ends a table to the fields that ask for them.
func (x *reader) proposeTotal(t *table.Total, rows []candidate.Row, f catalogue.Field) {
	for i, total := range x.Type.Fields {
		sum, section, bound := strings.Cut(total.Total, " in ")
		list, name, ok := strings.Cut(sum, ".")
		head := &x.Sheet.Cells[x.Sheet.Tokens[t.Head].Cell]
		if !ok || list != f.Name || bound && !labels.Within(x.SectionsOf(head.Page, head.Rect), []string{section}) {
			continue
		}
		k := totalOf(t.Sums, f, name)
		if k < 0 {
			continue
		}
		c := t.Sums[k]
		if !bound && ofSome(rows, c) {
			continue
		}
		x.Propose(candidate.Value{Field: i, Tokens: c.Tokens, Text: strings.TrimPrefix(c.Text, "-"), Score: candidate.Placed, How: candidate.FromTotal})
	}
}

// ofSome reports whether a total is what some rows come to that follow each other, and not all.
func ofSome(rows []candidate.Row, total table.Sum) bool {
	printed, _ := recognise.Float(total.Text)
	whole, sum, part := cents(printed), int64(0), false
	before := map[int64]bool{0: true} // sums of the rows up to each
	for _, r := range rows {
		if c := r.Cell(total.Name.Column); c != nil {
			v, _ := recognise.Float(c.Text)
			sum += cents(v)
		}
		part = part || before[sum-whole]
		before[sum] = true
	}
	return whole != 0 && sum != whole && part
}

func cents(v float64) int64 { return int64(math.Round(100 * v)) }

// totalOf is the sum of a column by its name; + and - behind it mean the credits and the debits of a
// column that is printed as two.
func totalOf(sums []table.Sum, f catalogue.Field, name string) int {
	name, credits := strings.CutSuffix(name, "+")
	name, debits := strings.CutSuffix(name, "-")
	found, both := -1, 0
	for k, s := range sums {
		if f.Columns[s.Name.Column].Name != name {
			continue
		}
		both++
		if found < 0 && !(credits && s.Minus) && !(debits && !s.Minus) {
			found = k
		}
	}
	if (credits || debits) && both < 2 {
		return -1
	}
	return found
}

// proposeYear proposes the year in which all days and months of a list are to the field that asks for it.
func (x *reader) proposeYear(rows []candidate.Row, f catalogue.Field) {
	i := slices.IndexFunc(x.Type.Fields, func(total catalogue.Field) bool {
		return total.Kind == catalogue.Year && total.Total == f.Name
	})
	if i < 0 || len(rows) < 2 {
		return
	}
	var first *candidate.Cell
	for _, r := range rows {
		for k := range r.Cells {
			c := &r.Cells[k]
			if kind := f.Columns[c.Column].Kind; kind != catalogue.Date && kind != catalogue.Month || len(c.Text) < yearDigits || c.Text[0] == '-' {
				continue
			}
			if first == nil {
				first = c
			}
			if c.Text[:yearDigits] != first.Text[:yearDigits] {
				return
			}
		}
	}
	if first != nil {
		x.Propose(candidate.Value{Field: i, Tokens: first.Tokens, Text: first.Text[:yearDigits], Score: candidate.Fair, How: candidate.FromTotal})
	}
}

const yearDigits = 4
