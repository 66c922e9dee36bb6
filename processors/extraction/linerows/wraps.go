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
// Under the first column it is so in smaller print or nearer to the row than to what follows: "Pix recebido | 25,00" over
// "Ana Lima". An hour there, "às 10:22", is of the row and no part of the text.
func (x *Reader) wraps(rows []candidate.Row, last, line int32, f catalogue.Field) bool {
	cells := x.Sheet.Rows[line].Cells
	if len(rows) == 0 || line != last+1 || len(cells) != 1 {
		return false
	}
	rest := &x.Sheet.Cells[cells[0]]
	for i, at := range x.Sheet.Rows[last].Cells {
		over := &x.Sheet.Cells[at]
		if i == 0 && over.Size-rest.Size < layout.OtherSize*over.Size && !x.nearer(over, rest) || over.Page != rest.Page || math.Abs(over.Left-rest.Left) > over.Char || rest.Top-over.Bottom > over.Size {
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

// nearer reports whether a line without a sum stands nearer to the cell over it than to the line that follows.
func (x *Reader) nearer(over, rest *layout.Cell) bool {
	next := int(rest.Row) + 1
	if next == len(x.Sheet.Rows) || x.Sheet.Rows[next].Page != rest.Page || len(recognise.All(catalogue.Money, x.Run(rest.Words()))) > 0 {
		return false
	}
	return x.Sheet.Cells[x.Sheet.Rows[next].Cells[0]].Top-rest.Bottom > rest.Top-over.Bottom+rest.Size/2
}

// isHour reports whether words are an hour, with a word before it at most.
func isHour(r recognise.Run) bool {
	v, ok := recognise.First(catalogue.Time, r)
	return ok && v.First <= 1 && v.Last == r.Len()-1
}
