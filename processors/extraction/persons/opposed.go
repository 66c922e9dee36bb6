package persons

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/text/fold"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/catalogue"
)

// PartSides tells whom of the persons of two opposite lists each has: who signs over the name of the side that a document
// prints first is on it, and where a side has nobody, it has those of whom the text speaks besides.
func (x *Reader) PartSides(before, rows []candidate.Row, a, b catalogue.Field) (first, second []candidate.Row) {
	p, q := a.ColumnIs("name"), b.ColumnIs("name")
	if p < 0 || q < 0 || a.Passages == nil || b.Passages == nil {
		return before, rows
	}
	first, second = x.partOpposed(before, rows, a, b)
	return x.asCalled(first, second, a, b)
}

// partOpposed does so by the words that introduce both sides, and by who signs.
func (x *Reader) partOpposed(before, rows []candidate.Row, a, b catalogue.Field) (first, second []candidate.Row) {
	p, q := a.ColumnIs("name"), b.ColumnIs("name")
	first, second = x.partBoth(before, rows, a, b)
	if signers := x.signers(a); len(first) > 0 && len(signers) > 0 && !anyNamed(first, p, signers, p) {
		second = slices.DeleteFunc(append(recast(first, a, b), second...), func(r candidate.Row) bool { return anyNamed([]candidate.Row{r}, q, signers, p) })
		return signers, x.completed(x.withoutRepeated(second, b), b)
	}
	switch {
	case bare(first) && !bare(second):
		first = x.others(a, second, q, first)
	case bare(second) && !bare(first):
		second = x.others(b, first, p, second)
	}
	if turn := x.turn(second, q); len(first) == 0 {
		return recast(second[:turn], b, a), second[turn:]
	}
	if turn := x.turn(first, p); len(second) == 0 && turn > 0 {
		return first[:turn], recast(first[turn:], a, b)
	}
	return first, second
}

// asCalled gives both of two opposite lists those of whom the text says so, "Ana Lima, CPF 529.982.247-25, ora mandante, confere
// a Pedro Luz", where that tells against the words that introduce them and no less, or those tell nothing.
func (x *Reader) asCalled(first, second []candidate.Row, a, b catalogue.Field) (_, _ []candidate.Row) {
	p, q := a.ColumnIs("name"), b.ColumnIs("name")
	own, other := x.called(a), x.called(b)
	if len(own) == 0 && len(other) == 0 {
		return first, second
	}
	against := anyNamed(first, p, other, q) || anyNamed(second, q, own, p)
	if !against && len(own) == 0 {
		own = first
	}
	if !against && len(other) == 0 {
		other = second
	}
	if len(own) == 0 {
		own = x.others(a, other, q, own)
	}
	if len(other) == 0 {
		other = x.others(b, own, p, other)
	}
	if against && candidate.Weight(own)+candidate.Weight(other) >= candidate.Weight(first)+candidate.Weight(second) {
		return own, other
	}
	if len(first) == 0 && !anyNamed(own, p, second, q) {
		first = own
	}
	if len(second) == 0 && !anyNamed(other, q, first, p) {
		second = other
	}
	return first, second
}

// called are the rows of whom the text calls what those of a list are, with those whom "e" joins to them before.
func (x *Reader) called(f catalogue.Field) []candidate.Row {
	var out []candidate.Row
	name, so := f.ColumnIs("name"), false
	for _, e := range slices.Backward(x.Persons().All()) {
		row, ok := x.entityRow(f, &e)
		if !ok || row.Cell(name) == nil {
			continue
		}
		if role, told := e.Value(entity.Role); told {
			so = x.OfText(x.Sheet.Tokens[role.First].Cell) && x.calls(f, role) // captions under signatures may be of others
		}
		if so {
			out = append(out, row)
		}
		so = so && x.joined(row.Cell(name))
	}
	slices.Reverse(out)
	return x.withoutRepeated(out, f)
}

// calls reports whether a role is that of the rows of a list.
func (x *Reader) calls(f catalogue.Field, role entity.Value) bool {
	return slices.ContainsFunc(f.In, func(part string) bool { return x.means(x.Type.OwnerMeanings[part], role.First, role.Last) })
}

// anyNamed reports whether one of some rows names whom another list has, too.
func anyNamed(rows []candidate.Row, name int, others []candidate.Row, of int) bool {
	return slices.ContainsFunc(rows, func(r candidate.Row) bool { return r.Cell(name) != nil && named(others, of, r.Text(name)) >= 0 })
}

// turn is the first row whose name is not joined to what is said before it: in words that nobody knows the
// other side begins there. 0: there is none.
func (x *Reader) turn(rows []candidate.Row, name int) int {
	if len(rows) < 2 {
		return 0
	}
	return 1 + slices.IndexFunc(rows[1:], func(r candidate.Row) bool { return r.Cell(name) != nil && !x.joined(r.Cell(name)) })
}

// partBoth parts the persons whom two lists both have, for want of words that say on which side
// each is: the first is of the list that a document prints first, with those whom "e" joins to him, and
// the others of the other list.
func (x *Reader) partBoth(before, rows []candidate.Row, a, b catalogue.Field) (first, second []candidate.Row) {
	p, q := a.ColumnIs("name"), b.ColumnIs("name")
	if len(before) == 0 || len(rows) == 0 {
		return before, rows
	}
	inRows := func(r candidate.Row) bool { return r.Cell(p) != nil && named(rows, q, r.Text(p)) >= 0 }
	inBefore := func(r candidate.Row) bool { return r.Cell(q) != nil && named(before, p, r.Text(q)) >= 0 }
	others := slices.DeleteFunc(slices.Clone(rows), inBefore)
	switch both := len(rows) - len(others); {
	case both == 0:
		return before, rows
	case both < len(before): // one of the two knows where its persons begin
		return slices.DeleteFunc(slices.Clone(before), inRows), rows
	case both < len(rows):
		return before, others
	case len(rows) < 2:
		return before, rows
	}
	turn := max(1, x.turn(rows, q))
	return before[:min(turn, len(before))], rows[turn:]
}

// joined reports whether nothing but "e" or a semicolon parts a name from what is said of somebody before:
// both are on one side.
func (x *Reader) joined(name *candidate.Cell) bool {
	if len(name.Tokens) == 0 {
		return true
	}
	i := int(name.Tokens[0]) - 1
	return i >= 0 && (lexicon.And(x.Sheet.Tokens[i].Fold) || strings.HasSuffix(x.Sheet.Tokens[i].Text, ";"))
}

// bare reports whether no row says more than a name.
func bare(rows []candidate.Row) bool {
	return !slices.ContainsFunc(rows, func(r candidate.Row) bool { return len(r.Cells) > 1 })
}

// others are whom the text speaks of at length and the rows of the opposite list do not name: where words that nobody
// knows introduce them, they are on the other side. Where there are none, the rows stay as they are.
func (x *Reader) others(f catalogue.Field, opposite []candidate.Row, name int, rows []candidate.Row) []candidate.Row {
	own := f.ColumnIs("name")
	out := x.atLength(f, func(row candidate.Row, _ entity.Entity) bool {
		return row.Cell(own) != nil && named(opposite, name, row.Text(own)) < 0
	})
	if len(out) == 0 {
		return rows
	}
	return out
}

// atLength are the rows of whom the text speaks at length and who are so, each once.
func (x *Reader) atLength(f catalogue.Field, is func(row candidate.Row, e entity.Entity) bool) (out []candidate.Row) {
	for _, e := range x.Persons().All() {
		if row, ok := x.entityRow(f, &e); ok && len(row.Cells) >= fullRow && is(row, e) {
			out = append(out, row)
		}
	}
	return x.withoutRepeated(out, f)
}

const fullRow = 3 // cells of a row that tells who somebody is

// named is the row that has a name, -1 where none has.
func named(rows []candidate.Row, name int, text string) int {
	text = fold.Text(text)
	return slices.IndexFunc(rows, func(r candidate.Row) bool { return r.Cell(name) != nil && fold.Text(r.Text(name)) == text })
}

// signers are the rows of whom the text speaks at length and who stand again under the place and date: of two opposite
// sides the one that a document prints first signs it.
func (x *Reader) signers(f catalogue.Field) []candidate.Row {
	foot := x.Foot()
	return x.atLength(f, func(_ candidate.Row, e entity.Entity) bool {
		name, named := e.Value(entity.Name)
		return named && x.SignedBy(name.First, foot)
	})
}

// completed fills rows made of those of another list with what the text says of them that only this one has a column for.
func (x *Reader) completed(rows []candidate.Row, f catalogue.Field) []candidate.Row {
	name := f.ColumnIs("name")
	for _, e := range x.Persons().All() {
		if row, ok := x.entityRow(f, &e); ok && row.Cell(name) != nil {
			if k := named(rows, name, row.Text(name)); k >= 0 {
				rows[k].Fill(row)
			}
		}
	}
	return rows
}

// recast makes rows of one list those of another one, column by column of the same attribute.
func recast(rows []candidate.Row, from, to catalogue.Field) []candidate.Row {
	out := make([]candidate.Row, 0, len(rows))
	for _, r := range rows {
		cells := make([]candidate.Cell, 0, len(r.Cells))
		for _, c := range r.Cells {
			if k := to.ColumnIs(from.Columns[c.Column].Is); k >= 0 {
				c.Column = k
				cells = append(cells, c)
			}
		}
		r.Cells = cells
		r.Sort()
		out = append(out, r)
	}
	return out
}
