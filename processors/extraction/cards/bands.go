package cards

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/extraction/table"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// band is the lines of one row of a list: the first names a person and the number of that person,
// and the values up to the next such line are of that row.
type band struct {
	line int
	last int // of its values
	row  candidate.Row
}

// ReadBands reads a list of persons each of whom a line names, with labelled values under it:
// "ANA LIMA - CPF 111.444.777-35 - Filha" over "Pago: 100,00   Reembolsado: 20,00".
func (x *Reader) ReadBands(field int, f catalogue.Field) []candidate.Row {
	name := table.TitleColumn(f)
	number := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return source.TaxNumber(c.Kind) })
	if name < 0 || number < 0 || f.Table.Result == "" {
		return nil
	}
	var bands []band
	for line := range x.Sheet.Rows {
		if row, ok := x.personOn(line, name, number, f); ok {
			bands = append(bands, band{line: line, row: row})
		}
	}
	if len(bands) < 2 {
		return nil // a form
	}
	x.fillBands(bands, field, f)
	var rows []candidate.Row
	for _, b := range bands {
		if b.row.Cell(f.ColumnIndex(f.Table.Result)) == nil {
			continue
		}
		x.findKnown(&b, name, f)
		rows = append(rows, b.row)
	}
	return rows
}

// personOn is the row that a line begins which holds the number of a person and, before it, the name.
func (x *Reader) personOn(line, name, number int, f catalogue.Field) (candidate.Row, bool) {
	row := candidate.Row{How: candidate.FromLabel}
	run := x.RowRun(line)
	for i := 1; i < run.Len(); i++ {
		v, ok := recognise.At(f.Columns[number].Kind, run, i)
		if !ok || !v.Checked {
			continue
		}
		first, past := x.nameBefore(run, i)
		if past-first < 2 {
			return row, false
		}
		called, ok := x.CellOf(name, f.Columns[name], x.Run(run.Index[first:past]), candidate.Placed)
		row.Cells = append(row.Cells, called, candidate.Cell{Column: number, Text: v.Text, Tokens: slices.Clone(run.Index[i : v.Last+1]), Score: candidate.Placed, Checked: true, Repaired: v.Repaired})
		return row, ok
	}
	return row, false
}

// nameBefore is where a name begins and ends among the first words of a line: behind the labels that
// begin it, and before the next cell, label or mark.
func (x *Reader) nameBefore(run recognise.Run, number int) (first, past int) {
	for first < number && (run.Token(first).Fold == "" || x.LabelOn(int(run.Index[first])) != nil) {
		first++
	}
	for past = first; past < number; past++ {
		t := run.Token(past)
		on := x.LabelOn(int(run.Index[past]))
		if past > first && (t.Cell != run.Token(first).Cell || t.Fold == "" || t.Text[0] == '(' || on != nil && on.First == int(run.Index[past])) {
			break
		}
	}
	return first, past
}

// fillBands gives each band the values in its lines that labels of the other columns have. Of several
// of the column that the others come to, such as what was paid in all, the last counts. The values of the last
// band reach no further than those of the one before.
func (x *Reader) fillBands(bands []band, field int, f catalogue.Field) {
	all := make([]*labels.Label, len(x.Placed))
	for i := range x.Placed {
		all[i] = &x.Placed[i]
	}
	slices.SortStableFunc(all, labels.InReadingOrder)
	result, last := f.ColumnIndex(f.Table.Result), len(bands)-1
	for _, s := range all {
		c, ok := x.bandValue(s, field, f)
		if !ok {
			continue
		}
		line := x.Sheet.RowOf(c.Tokens[0])
		at := slices.IndexFunc(bands, func(b band) bool { return b.line > line })
		switch {
		case at < 0:
			at = last
		case at == 0:
			continue
		default:
			at--
		}
		b := &bands[at]
		old := b.row.Cell(c.Column)
		switch {
		case at == last && line-b.line > bands[last-1].last-bands[last-1].line:
			continue // a sum of them all
		case old == nil:
			b.row.Cells = append(b.row.Cells, c)
		case c.Column == result:
			*old = c
		}
		b.last = max(b.last, line)
	}
}

// findKnown finds the known words of columns without a value on the line of a person: behind the name,
// or else before it.
func (x *Reader) findKnown(b *band, name int, f catalogue.Field) {
	run := x.RowRun(b.line)
	called := b.row.Cell(name).Tokens
	x.addKnown(&b.row, run, slices.Index(run.Index, called[0])+len(called), run.Len()-len(called), f)
	b.row.Sort()
}

// addKnown adds the known words of columns without a value that stand at so many positions of a run, from one on
// and then from its start.
func (x *Reader) addKnown(row *candidate.Row, run recognise.Run, from, positions int, f catalogue.Field) {
	for k, c := range f.Columns {
		for i := 0; i < positions && len(c.Known) > 0 && row.Cell(k) == nil; i++ {
			at := (from + i) % run.Len()
			n := longestKnown(run, at, c.Known)
			if v, ok := x.CellOf(k, c, x.Run(run.Index[at:at+n]), candidate.Placed); ok {
				row.Cells = append(row.Cells, v)
			}
		}
	}
}

// longestKnown is how many words at a position of a run the longest of the values has that stands there.
func longestKnown(run recognise.Run, at int, values []string) (words int) {
	longest := 0
	for _, text := range values {
		if folded := fold.Text(text); len(folded) > longest && run.Begins(at, folded) {
			for longest, words = 0, 0; longest < len(folded); words++ {
				longest += len(run.Token(at + words).Fold)
			}
		}
	}
	return words
}

// bandValue is the value of a label of a column; of words that begin with one, "Reembolso de despesas", the
// value in the last cell of the line.
func (x *Reader) bandValue(s *labels.Label, field int, f catalogue.Field) (candidate.Cell, bool) {
	if column, ok := x.groupColumn(s, field, f); ok {
		return x.labelledCell(s, column, f.Columns[column])
	}
	ref, ok := labels.ColumnRef(s, field)
	cells := x.Sheet.LineOf(s.Cell)
	value := cells[len(cells)-1]
	if !ok || s.Strength < labels.Likely || len(cells) != 2 || cells[0] != s.Cell || s.First != x.Sheet.Cells[s.Cell].First || !recognise.Typed(f.Columns[ref.Column].Kind) {
		return candidate.Cell{}, false
	}
	return x.CellOf(ref.Column, f.Columns[ref.Column], x.CellRun(value), candidate.Fair)
}
