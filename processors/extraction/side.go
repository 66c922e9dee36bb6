package extraction

import (
	"slices"

	"lavra.dev/schemas/catalogue"
)

// sideTitle is the side of the account that a line names, where it does nothing else.
func (x *extractor) sideTitle(r int, f catalogue.Field) (column int, ok bool) {
	if f.Table == nil || len(f.Table.Either) != 2 || r >= len(x.sheet.Rows) || len(x.sheet.Rows[r].Cells) != 1 {
		return 0, false
	}
	cell := x.sheet.Cells[x.sheet.Rows[r].Cells[0]]
	at := x.spotAt[x.headOf(x.sheet.Rows[r].Cells[0], cell.Past-1)]
	if at == 0 || !x.spots[at-1].ends {
		return 0, false
	}
	ref, found := columnRef(&x.spots[at-1], x.plan.index[f.Name])
	return ref.column, found && slices.Contains(f.Table.Either, f.Columns[ref.column].Name)
}

// sideFollows tells whether the lines of the other side of the account stand under the
// line that ends a table: its name comes next, and no headings.
func (x *extractor) sideFollows(r int, f catalogue.Field) bool {
	_, ok := x.sideTitle(r+1, f)
	return ok && x.sheet.Rows[r+1].Page == x.sheet.Rows[r].Page
}
