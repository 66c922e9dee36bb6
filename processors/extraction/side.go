package extraction

import (
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
	if c := line.cell(plus); c != nil && line.cell(minus) == nil && (debit || c.value[0] == '-') {
		c.column, c.value = minus, strings.TrimPrefix(c.value, "-")
	}
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
