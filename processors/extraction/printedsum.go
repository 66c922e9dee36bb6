package extraction

import (
	"math"
	"strings"

	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// proposePrintedSums proposes what the rows of a list add up to to the fields that ask for
// it, where it is printed on a line that names a total: rows that were read as sentences or
// cards have no table whose last line it is.
func (x *extractor) proposePrintedSums(rows []rowValue, field int, f catalogue.Field) {
	if len(rows) < 2 || rows[0].how == fromTable {
		return
	}
	for i, total := range x.plan.typ.Fields {
		list, name, ok := strings.Cut(total.Total, ".")
		column := columnIndex(f, name)
		if !ok || list != f.Name || column < 0 || f.Columns[column].Kind != catalogue.Money {
			continue
		}
		sum, summands := 0.0, 0
		for k := range rows {
			if c := rows[k].cell(column); c != nil {
				amount, _ := recognise.Float(c.value)
				sum, summands = sum+amount, summands+1
			}
		}
		if summands > 1 {
			x.proposePrinted(i, field, sum)
		}
	}
}

// proposePrinted proposes a sum for a field wherever it stands behind the name of a total.
func (x *extractor) proposePrinted(field, list int, sum float64) {
	for r := range x.sheet.Rows {
		named := false
		for _, c := range x.sheet.Rows[r].Cells {
			cell := &x.sheet.Cells[c]
			if mark, ok := x.ends[[2]int{x.headOf(c, cell.Past-1), list}]; ok && mark.role == tableEnd {
				named = true
			}
			if !named {
				continue
			}
			run := x.between(cell.First, cell.Past-1)
			for _, v := range recognise.All(catalogue.Money, run) {
				if printed, _ := recognise.Float(v.Text); math.Abs(printed-sum) < halfCent {
					x.propose(candidate{field: field, tokens: run.Index[v.First : v.Last+1], value: v.Text, score: printedScore, how: fromTotal})
				}
			}
		}
	}
}

const printedScore = 0.93 // of a sum that its rows confirm
