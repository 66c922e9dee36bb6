package lists

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
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
		k := compile.ColumnIndex(f, name)
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
