package lists

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/schemas/catalogue"
)

// readUntitled reads a list of which no part of the document has the title by its boxes of labels, wherever they
// stand: whom all columns tell of and no other list has, is of this one.
func (x *reader) readUntitled(list int, f catalogue.Field) {
	if !x.Untitled(f.In) {
		return
	}
	f.In = nil
	rows := slices.DeleteFunc(x.cards.ReadGroups(list, f), func(r candidate.Row) bool {
		return len(r.Cells) < len(f.Columns) || x.listed(r, f)
	})
	x.lists[list] = rows
	x.claim(rows, f)
}

// listed reports whether a list has the number of a row already, or a single value is likely that.
func (x *reader) listed(r candidate.Row, f catalogue.Field) bool {
	numbered := func(f catalogue.Field, number string) func(c candidate.Cell) bool {
		return func(c candidate.Cell) bool {
			return source.TaxNumber(f.Columns[c.Column].Kind) && (number == "" || c.Text == number)
		}
	}
	k := slices.IndexFunc(r.Cells, numbered(f, ""))
	if k < 0 {
		return true
	}
	for i, single := range x.Type.Fields {
		if c := x.BestOf(i); c != nil && source.TaxNumber(single.Kind) && c.Text == r.Cells[k].Text {
			return true
		}
	}
	for i, rows := range x.lists {
		if slices.ContainsFunc(rows, func(o candidate.Row) bool {
			return slices.ContainsFunc(o.Cells, numbered(x.Type.Fields[i], r.Cells[k].Text))
		}) {
			return true
		}
	}
	return false
}
