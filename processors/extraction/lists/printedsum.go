package lists

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// proposePrintedSums proposes what the rows of a list add up to to the fields that ask for
// it, where it is printed on a line that names a total: rows that were read as sentences or
// cards have no table whose last line it is.
func (x *reader) proposePrintedSums(rows []candidate.Row, field int, f catalogue.Field) {
	if len(rows) < 2 || rows[0].How == candidate.FromTable {
		return
	}
	for i, total := range x.Type.Fields {
		list, name, ok := strings.Cut(total.Total, ".")
		column := compile.ColumnIndex(f, name)
		if !ok || list != f.Name || column < 0 || f.Columns[column].Kind != catalogue.Money {
			continue
		}
		if sum, summands := columnSum(rows, column); summands > 1 {
			x.proposePrinted(i, field, sum)
		}
	}
}

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
func (x *reader) comesOut(rows []candidate.Row, f catalogue.Field) (columns int) {
	for _, c := range x.Type.Checks {
		list, name, _ := strings.Cut(c.Of, ".")
		if list != f.Name || c.Quiet || c.Only != "" {
			continue
		}
		sum, summands := columnSum(rows, compile.ColumnIndex(f, name))
		if summands > 1 && slices.ContainsFunc(x.Found, func(v candidate.Value) bool {
			printed, ok := recognise.Float(v.Text)
			return ok && v.Field == x.Type.Index[c.Sum] && recognise.Same(printed, sum)
		}) {
			columns++
		}
	}
	return columns
}

// proposePrinted proposes a sum for a field wherever it stands behind the name of a total.
func (x *reader) proposePrinted(field, list int, sum float64) {
	for r := range x.Sheet.Rows {
		named := false
		for _, c := range x.Sheet.Rows[r].Cells {
			cell := &x.Sheet.Cells[c]
			if mark, ok := x.Ends[[2]int{x.HeadOf(c, cell.Past-1), list}]; ok && mark.Role == compile.TableEnd {
				named = true
			}
			if !named {
				continue
			}
			run := x.CellRun(c)
			for _, v := range recognise.All(catalogue.Money, run) {
				if printed, _ := recognise.Float(v.Text); recognise.Same(printed, sum) {
					x.Propose(candidate.Value{Field: field, Tokens: run.Index[v.First : v.Last+1], Text: v.Text, Score: candidate.Placed, How: candidate.FromTotal})
				}
			}
		}
	}
}
