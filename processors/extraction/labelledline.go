package extraction

import (
	"strings"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// labelledLine takes the line under a row that goes on with it as labels and values,
// in columns that have no heading: "NCM: 85183000 CFOP: 6102" under the name of a
// product. What the first row of a table has not, the others have not either: that line
// is of what follows the table.
func (x *extractor) labelledLine(h *heading, rows []rowValue, row *layout.Row, field int, f catalogue.Field) bool {
	words := x.rowTokens(row)
	if column, ok := x.labelHere(words, 0, field, f); !ok || h.names(column) {
		return false
	}
	last := &rows[len(rows)-1]
	var cells []cellValue
	for i := 0; i < len(words); {
		column, ok := x.labelHere(words, i, field, f)
		if !ok {
			i++
			continue
		}
		first := i + x.spots[x.spotAt[words[i]]-1].last - int(words[i]) + 1
		for i = first; i < len(words) && !x.boundary(int(words[i])); i++ {
			if _, next := x.labelHere(words, i, field, f); next {
				break
			}
		}
		if first == i || h.names(column) || last.cell(column) != nil || len(rows) > 1 && rows[0].cell(column) == nil {
			continue
		}
		if c, ok := x.cellOf(column, f.Columns[column], x.firstCell(x.run(words[first:i])), 0.9); ok {
			cells = append(cells, c)
		}
	}
	last.cells = append(last.cells, cells...)
	sortCells(last.cells)
	return len(cells) > 0
}

// labelHere is the column whose label begins at a word of a line: with a colon, or with
// digits behind it.
func (x *extractor) labelHere(words []int32, i int, field int, f catalogue.Field) (column int, ok bool) {
	at := x.spotAt[words[i]]
	if at == 0 || x.spots[at-1].first != int(words[i]) || x.spots[at-1].quality < 0.75 {
		return 0, false
	}
	s := &x.spots[at-1]
	r, ok := columnRef(s, field)
	next := i + s.last - s.first + 1
	if !ok || next >= len(words) {
		return 0, false
	}
	return r.column, s.colon || recognise.Typed(f.Columns[r.column].Kind) && layout.HasFigure(x.sheet.Tokens[words[next]].Text)
}

// behind takes the word behind the number of a column as that of another one which has
// no heading of its own: the unit in "13,00 PC x 135,42".
func (x *extractor) behind(h *heading, line *rowValue, f catalogue.Field) {
	if f.Table == nil || len(f.Table.Behind) < 2 {
		return
	}
	number, word := columnIndex(f, f.Table.Behind[0]), columnIndex(f, f.Table.Behind[1])
	c := line.cell(number)
	if c == nil || h.names(word) || line.cell(word) != nil {
		return
	}
	i := c.tokens[len(c.tokens)-1] + 1
	if int(i) >= len(x.sheet.Tokens) || x.sheet.LineStart(int(i)) {
		return
	}
	t := &x.sheet.Tokens[i]
	if n := len(t.Fold); n == 0 || n > longestUnit || t.Fold == "x" || strings.ContainsAny(t.Text, "0123456789,:") && n > 2 {
		return
	}
	line.cells = append(line.cells, cellValue{column: word, value: shape.Clean(t.Text), tokens: []int32{i}, score: 0.85})
}

const longestUnit = 4 // letters of a unit: UN, PÇ, KG, M2, CX12
