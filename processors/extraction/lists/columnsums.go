package lists

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/lexicon"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// columnSum is what the amounts of a column come to, and how many there are.
func columnSum(rows []candidate.Row, column int) (sum float64, summands int) {
	for k := range rows {
		if c := rows[k].Cell(column); c != nil {
			amount, _ := recognise.Float(c.Text)
			sum, summands = sum+amount, summands+1
		}
	}
	return sum, summands
}

// worth is how much the reading of a list gives: more for each column whose sum is printed.
func (x *reader) worth(rows []candidate.Row, f catalogue.Field) float64 {
	return (candidate.Weight(rows) - candidate.Leaderless(rows, f)) * (1 + addsUp*float64(x.comesOut(rows, f)))
}

// addsUp is how much more a reading is worth for a column whose sum is printed.
const addsUp = 0.5

// comesOut is for how many columns of rows their sum is printed.
func (x *reader) comesOut(rows []candidate.Row, f catalogue.Field) int {
	return len(x.columnsThatAdd(rows, f))
}

// columnsThatAdd are the columns of rows whose sum is printed.
func (x *reader) columnsThatAdd(rows []candidate.Row, f catalogue.Field) (columns []int) {
	for _, c := range x.Type.Checks {
		list, name, _ := strings.Cut(c.Of, ".")
		if list != f.Name || c.Quiet || c.Only != "" {
			continue
		}
		k := f.ColumnIndex(name)
		sum, summands := columnSum(rows, k)
		if summands > 1 && slices.ContainsFunc(x.Found, func(v candidate.Value) bool {
			printed, ok := recognise.Float(v.Text)
			return ok && v.Field == x.Type.Index[c.Sum] && recognise.Same(printed, sum)
		}) {
			columns = append(columns, k)
		}
	}
	return columns
}

// withoutLeavers drops the rows that have no share where the others share the whole, in percent or of the printed
// capital: who leaves a company is named on its papers, and is none of its partners.
func (x *reader) withoutLeavers(rows []candidate.Row, f catalogue.Field) []candidate.Row {
	if len(f.Shares) == 0 {
		return rows
	}
	columns := x.columnsThatAdd(rows, f)
	for _, name := range f.Shares {
		if k := f.ColumnIndex(name); whole(rows, k) {
			columns = append(columns, k)
		}
	}
	for _, k := range columns {
		holders := slices.DeleteFunc(slices.Clone(rows), func(r candidate.Row) bool { return r.Cell(k) == nil || len(r.Cell(k).Tokens) == 0 })
		if len(holders) > 0 && len(holders) < len(rows) {
			slices.SortStableFunc(holders, func(a, b candidate.Row) int { return int(a.Cell(k).Tokens[0] - b.Cell(k).Tokens[0]) })
			return holders // in the order in which the shares are given
		}
	}
	return rows
}

// withoutProxies drops the rows of who acts for a party, as the role says, where there are parties beside him.
func withoutProxies(rows []candidate.Row, f catalogue.Field) []candidate.Row {
	role, all := f.ColumnIs("role"), len(rows)
	return slices.DeleteFunc(rows, func(r candidate.Row) bool { return all > 2 && proxies[fold.Text(r.Text(role))] })
}

var proxies = lexicon.Words("proxies")

// whole reports whether the shares in a column make the whole: 100 percent.
func whole(rows []candidate.Row, column int) bool {
	sum, _ := columnSum(rows, column)
	return math.Abs(sum-100) < rounded
}

const rounded = 0.05 // percent that the shares of a few partners miss of the whole
