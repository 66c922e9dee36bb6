package persons

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/schemas/catalogue"
)

// completeSides gives the parties that a text opposes without saying what they are the roles by which it calls them
// further down: "Ana Lima e Caio Luz movem em face de Alfa Ltda. [...] Os autores pagaram. A ré não apresentou a planilha".
func (x *Reader) completeSides(rows []candidate.Row, f catalogue.Field) {
	role, name := compile.ColumnIs(f, "role"), compile.ColumnIs(f, "name")
	if role < 0 || name < 0 || len(rows) < 2 || slices.ContainsFunc(rows, func(r candidate.Row) bool { return r.Cell(role) != nil || r.Cell(name) == nil }) {
		return
	}
	turn := slices.IndexFunc(rows, func(r candidate.Row) bool { return x.opposed(r.Cell(name)) })
	sides := x.Persons().Sides()
	if turn <= 0 && len(rows) > 2 || len(sides[0]) == 0 || len(sides[1]) == 0 {
		return
	}
	for side, of := range [][]candidate.Row{rows[:max(turn, 1)], rows[max(turn, 1):]} {
		said := sides[side]
		if len(of) > 1 {
			said = said[:1] // whose number it is, nobody says
		}
		row, _ := x.entityRow(f, &entity.Entity{First: said[0].First, Values: said})
		for k := range of {
			of[k].Fill(row)
		}
	}
}

// opposed reports whether a name is that of somebody to whom the text turns as the other side.
func (x *Reader) opposed(name *candidate.Cell) bool {
	return slices.ContainsFunc(x.Persons().All(), func(e entity.Entity) bool {
		return e.Opposed && slices.Contains(name.Tokens, int32(e.First))
	})
}
