package extraction

import (
	"strings"

	"lavra.dev/processors/pattern"
	"lavra.dev/schemas/catalogue"
)

// findAgain fills the columns that give the name of another one again, such as the
// name after a marriage. The text tells them apart from those of other rows only by
// the given name, and may speak of them far from the row, even behind the passage;
// where the row has no name yet, only what it says itself counts.
func (x *extractor) findAgain(row *rowValue, p *passage, f catalogue.Field, s stretch) {
	for k, c := range f.Columns {
		if c.Again == "" || row.cell(k) != nil {
			continue
		}
		where, given := s, ""
		if name := row.cell(columnNamed(f, c.Again)); name != nil {
			where, given = stretch{0, len(x.sheet.Tokens)}, name.value
		}
		if cell, ok := x.nameAgain(p.find[k], k, c, where, given); ok {
			row.cells = append(row.cells, cell)
		}
	}
	sortCells(row.cells)
}

// nameAgain is the first name that the patterns find of somebody with that given name,
// or of anybody where it is empty.
func (x *extractor) nameAgain(patterns []*pattern.Pattern, column int, c catalogue.Field, s stretch, name string) (cellValue, bool) {
	for _, find := range patterns {
		for _, m := range find.All(x.flow(), s.first, s.past) {
			for _, slot := range m.Slots {
				if cell, ok := x.slotCell(column, c, slot); ok && (name == "" || sameGiven(cell.value, name)) {
					return cell, true
				}
			}
		}
	}
	return cellValue{}, false
}

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
	return a == b || min(len(a), len(b)) >= 5 && distance(a, b) <= 1
}
