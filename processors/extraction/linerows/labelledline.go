package linerows

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// labelledLine takes the line under a row that goes on with it as labels and values:
// "NCM: 85183000 CFOP: 6102" under the name of a product. What the first row has not, the others
// have not either: that line is of what follows the list.
func (x *Reader) labelledLine(rows []candidate.Row, row *layout.Row, field int, f catalogue.Field) bool {
	words := x.RowTokens(row)
	if _, ok := x.labelHere(words, 0, field, f); !ok {
		return false
	}
	last := &rows[len(rows)-1]
	found := 0
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
		if first == i || last.Cell(column) != nil || len(rows) > 1 && rows[0].Cell(column) == nil {
			continue
		}
		if c, ok := x.CellOf(column, f.Columns[column], x.FirstCell(x.Run(words[first:i])), candidate.Placed); ok {
			last.Cells = append(last.Cells, c)
			found++
		}
	}
	candidate.SortCells(last.Cells)
	return found > 0
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
