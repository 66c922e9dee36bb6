package headed

import (
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// LabelledLine takes the line under a row that goes on with it as labels and values,
// in columns that have no heading: "NCM: 85183000 CFOP: 6102" under the name of a
// product. What the first row of a table has not, the others have not either: that line
// is of what follows the table.
func (x *Reader) LabelledLine(h *Heading, rows []candidate.Row, row *layout.Row, field int, f catalogue.Field) bool {
	words := x.RowTokens(row)
	if column, ok := x.labelHere(words, 0, field, f); !ok || h.names(column) {
		return false
	}
	last := &rows[len(rows)-1]
	var cells []candidate.Cell
	for i := 0; i < len(words); {
		column, ok := x.labelHere(words, i, field, f)
		if !ok {
			i++
			continue
		}
		first := i + x.Placed[x.LabelAt[words[i]]-1].Last - int(words[i]) + 1
		for i = first; i < len(words) && !x.Boundary(int(words[i])); i++ {
			if _, next := x.labelHere(words, i, field, f); next {
				break
			}
		}
		if first == i || h.names(column) || last.Cell(column) != nil || len(rows) > 1 && rows[0].Cell(column) == nil {
			continue
		}
		if c, ok := x.CellOf(column, f.Columns[column], x.FirstCell(x.Run(words[first:i])), 0.9); ok {
			cells = append(cells, c)
		}
	}
	last.Cells = append(last.Cells, cells...)
	candidate.SortCells(last.Cells)
	return len(cells) > 0
}

// labelHere is the column whose label begins at a word of a line: with a colon, or with
// digits behind it.
func (x *Reader) labelHere(words []int32, i int, field int, f catalogue.Field) (column int, ok bool) {
	at := x.LabelAt[words[i]]
	if at == 0 || x.Placed[at-1].First != int(words[i]) || x.Placed[at-1].Strength < labels.Likely {
		return 0, false
	}
	s := &x.Placed[at-1]
	r, ok := labels.ColumnRef(s, field)
	next := i + s.Last - s.First + 1
	if !ok || next >= len(words) {
		return 0, false
	}
	return r.Column, s.Colon || recognise.Typed(f.Columns[r.Column].Kind) && layout.HasFigure(x.Sheet.Tokens[words[next]].Text)
}

// behind takes the word behind the number of a column as that of another one which has
// no heading of its own: the unit in "13,00 PC x 135,42".
func (x *Reader) behind(h *Heading, line *candidate.Row, f catalogue.Field) {
	if f.Table == nil || len(f.Table.Behind) < 2 {
		return
	}
	number, word := compile.ColumnIndex(f, f.Table.Behind[0]), compile.ColumnIndex(f, f.Table.Behind[1])
	c := line.Cell(number)
	if c == nil || h.names(word) || line.Cell(word) != nil {
		return
	}
	i := c.Tokens[len(c.Tokens)-1] + 1
	if int(i) >= len(x.Sheet.Tokens) || x.Sheet.LineStart(int(i)) {
		return
	}
	t := &x.Sheet.Tokens[i]
	if n := len(t.Fold); n == 0 || n > longestUnit || t.Fold == "x" || strings.ContainsAny(t.Text, "0123456789,:") && n > 2 {
		return
	}
	line.Cells = append(line.Cells, candidate.Cell{Column: word, Text: shape.Clean(t.Text), Tokens: []int32{i}, Score: 0.85})
}

const longestUnit = 4 // letters of a unit: UN, PÇ, KG, M2, CX12
