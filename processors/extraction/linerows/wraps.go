package linerows

import (
	"math"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// wraps adds a line to the text of the last row, which ends on the line last, where it stands under that and is but the rest of what
// stands in a column of its own there: "Transferência recebida | ANA LIMA - BCO BOM FUTURO" over "Agência: 1 Conta: 2".
// Under the first column it is so in smaller print: "Pix recebido | 25,00" over "Ana Lima". An hour there, "às 10:22",
// is of the row and no part of the text.
func (x *Reader) wraps(rows []candidate.Row, last, line int32, f catalogue.Field) bool {
	cells := x.Sheet.Rows[line].Cells
	if len(rows) == 0 || line != last+1 || len(cells) != 1 {
		return false
	}
	rest := &x.Sheet.Cells[cells[0]]
	for i, at := range x.Sheet.Rows[last].Cells {
		over := &x.Sheet.Cells[at]
		if i == 0 && over.Size-rest.Size < layout.OtherSize*over.Size || over.Page != rest.Page || math.Abs(over.Left-rest.Left) > over.Char || rest.Top-over.Bottom > over.Size {
			continue
		}
		if isHour(x.Run(rest.Words())) {
			return true
		}
		row := &rows[len(rows)-1]
		for k := range row.Cells {
			if c := &row.Cells[k]; len(c.Tokens) > 0 && over.First <= int(c.Tokens[len(c.Tokens)-1]) && int(c.Tokens[len(c.Tokens)-1]) < over.Past && f.Columns[c.Column].Kind == catalogue.String {
				c.Tokens = append(c.Tokens, rest.Words()...)
				c.Text = x.Run(c.Tokens).Text(0, len(c.Tokens)-1)
				return true
			}
		}
	}
	return false
}

// isHour reports whether words are an hour, with a word before it at most.
func isHour(r recognise.Run) bool {
	v, ok := recognise.First(catalogue.Time, r)
	return ok && v.First <= 1 && v.Last == r.Len()-1
}
