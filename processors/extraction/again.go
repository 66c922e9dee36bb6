package extraction

import (
	"strings"

	"github.com/agnivade/levenshtein"

	"lavra.dev/schemas/catalogue"
)

// settleNames gives a name that stands in the row of somebody else to the row whose
// it is, or drops it.
func (x *extractor) settleNames(rows []rowValue, f catalogue.Field) {
	for k, c := range f.Columns {
		if c.Again == "" {
			continue
		}
		of := columnNamed(f, c.Again)
		var astray []cellValue
		for i := range rows {
			name, cell := rows[i].cell(of), rows[i].cell(k)
			if name != nil && cell != nil && !sameGiven(name.value, cell.value) {
				astray = append(astray, *cell)
				rows[i].drop(k)
			}
		}
		for _, cell := range astray {
			for i := range rows {
				if name := rows[i].cell(of); name != nil && rows[i].cell(k) == nil && sameGiven(name.value, cell.value) {
					rows[i].cells = append(rows[i].cells, cell)
					sortCells(rows[i].cells)
					break
				}
			}
		}
	}
}

func (r *rowValue) drop(column int) {
	kept := r.cells[:0]
	for _, c := range r.cells {
		if c.column != column {
			kept = append(kept, c)
		}
	}
	r.cells = kept
}

// sameGiven tells whether two names begin with the same given name, but for a letter.
func sameGiven(a, b string) bool {
	a, _, _ = strings.Cut(strings.TrimSpace(a), " ")
	b, _, _ = strings.Cut(strings.TrimSpace(b), " ")
	a, b = fold(a), fold(b)
	return a == b || min(len(a), len(b)) >= 5 && levenshtein.ComputeDistance(a, b) <= 1
}
