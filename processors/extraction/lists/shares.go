package lists

import (
	"math"
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/catalogue"
)

// withoutLeavers drops the rows that have no share where the others share the whole, in percent or of the printed
// capital: who leaves a company is named on its papers, and is none of its partners.
func (x *reader) withoutLeavers(rows []candidate.Row, f catalogue.Field) []candidate.Row {
	if len(f.Shares) == 0 {
		return rows
	}
	columns := x.columnsThatAdd(rows, f)
	for _, name := range f.Shares {
		if k := compile.ColumnIndex(f, name); whole(rows, k) {
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
	role, all := compile.ColumnIs(f, "role"), len(rows)
	return slices.DeleteFunc(rows, func(r candidate.Row) bool { return all > 2 && proxies[fold.Text(r.Text(role))] })
}

var proxies = lexicon.Words("proxies")

// whole reports whether the shares in a column make the whole: 100 percent.
func whole(rows []candidate.Row, column int) bool {
	sum, _ := columnSum(rows, column)
	return math.Abs(sum-100) < rounded
}

const rounded = 0.05 // percent that the shares of a few partners miss of the whole
