package extraction

import (
	"slices"
	"strings"

	"lavra.dev/schemas/catalogue"
)

// chooseSide settles on which side of the account the sum of a line is, where a table
// has one column of sums: by its sign, or by the mark in a column of its own.
func (x *extractor) chooseSide(h *heading, dealt [][]int32, line *rowValue, f catalogue.Field) {
	if f.Table == nil {
		return
	}
	debit := x.markedDebit(h, dealt)
	if len(f.Table.Balance) > 0 {
		if c := line.cell(columnIndex(f, f.Table.Balance[0])); c != nil && debit && c.value[0] != '-' {
			c.value = "-" + c.value
		}
		return
	}
	if len(f.Table.Either) != 2 {
		return
	}
	plus, minus := columnIndex(f, f.Table.Either[0]), columnIndex(f, f.Table.Either[1])
	if c := line.cell(plus); c != nil && line.cell(minus) == nil && (debit || c.value[0] == '-' || !h.names(minus) && x.titled(c, minus, f)) {
		c.column, c.value = minus, strings.TrimPrefix(c.value, "-")
	}
}

// titled tells whether the last line above a sum that names one side of the account and
// nothing else names this one: "DESCONTOS" over lines of their own.
func (x *extractor) titled(c *cellValue, side int, f catalogue.Field) bool {
	here := x.sheet.Cells[x.sheet.Tokens[c.tokens[0]].Cell]
	for r := int(here.Row) - 1; r >= 0; r-- {
		if column, ok := x.sideTitle(r, f); ok {
			return column == side
		}
	}
	return false
}

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

// markedDebit tells whether a column that the entry does not name says that the line
// is a debit: D beside P, V or C.
func (x *extractor) markedDebit(h *heading, dealt [][]int32) bool {
	for k, c := range h.columns {
		if c.column >= 0 || len(dealt[k]) != 1 {
			continue
		}
		switch x.sheet.Tokens[dealt[k][0]].Fold {
		case "d", "deb", "debito", "desc", "desconto":
			return true
		}
	}
	return false
}
