package lists

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/extraction/table"
	"lavra.dev/schemas/catalogue"
)

// readUntitled reads a list outside the parts of the document that have its title, where no part has or they hold no
// row of it: by its boxes of labels, or by tables in other parts whose headings name most of its columns. Whom they
// tell of and no other list has, is of this one. Rows that were found without the title stay where they say as much each.
func (x *reader) readUntitled(list int, f catalogue.Field) {
	if len(f.In) == 0 || f.Table == nil {
		return
	}
	untitled, of, least := x.Untitled(f.In), *f.Table, min(len(f.Columns), columnsElsewhere)
	of.In, f.In, f.Table = nil, nil, &of
	var rows []candidate.Row
	if untitled {
		rows = x.cards.ReadGroups(list, f)
	} else {
		rows, _ = x.readTables(list, table.Over(x.tableInput(list, f)), f)
	}
	rows = slices.DeleteFunc(rows, func(r candidate.Row) bool { return len(r.Cells) < least || x.listed(r, list) })
	if found := x.lists[list]; len(found) > 0 && x.worthEach(rows, f) <= x.worthEach(found, f) {
		return
	}
	x.lists[list] = rows
	x.claim(rows, f)
}

// worthEach is what the rows of a list are worth each.
func (x *reader) worthEach(rows []candidate.Row, f catalogue.Field) float64 {
	return x.worth(rows, f) / float64(max(len(rows), 1))
}

// columnsElsewhere is how many columns tell a table in a part of something else, at least.
const columnsElsewhere = 4

// listed reports whether another list has the number of a row already, or a single value is likely that.
func (x *reader) listed(r candidate.Row, list int) bool {
	numbered := func(f catalogue.Field, number string) func(c candidate.Cell) bool {
		return func(c candidate.Cell) bool {
			return source.TaxNumber(f.Columns[c.Column].Kind) && (number == "" || c.Text == number)
		}
	}
	k := slices.IndexFunc(r.Cells, numbered(x.Type.Fields[list], ""))
	if k < 0 {
		return true
	}
	for i, single := range x.Type.Fields {
		if c := x.BestOf(i); c != nil && source.TaxNumber(single.Kind) && c.Text == r.Cells[k].Text {
			return true
		}
	}
	for i, rows := range x.lists {
		if i != list && slices.ContainsFunc(rows, func(o candidate.Row) bool {
			return slices.ContainsFunc(o.Cells, numbered(x.Type.Fields[i], r.Cells[k].Text))
		}) {
			return true
		}
	}
	return false
}
