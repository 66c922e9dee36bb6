package persons

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/schemas/catalogue"
)

// completeSides gives the two parties that a text opposes without saying what they are the roles by which it
// calls them further down: "Ana Lima move em face de Alfa Ltda. [...] A autora pagou. A ré não apresentou a planilha".
func (x *Reader) completeSides(rows []candidate.Row, f catalogue.Field) {
	role := compile.ColumnIs(f, "role")
	if role < 0 || len(rows) != 2 || rows[0].Cell(role) != nil || rows[1].Cell(role) != nil {
		return
	}
	sides := x.Persons().Sides()
	if len(sides[0]) == 0 || len(sides[1]) == 0 {
		return
	}
	for k := range rows {
		row, _ := x.entityRow(f, &entity.Entity{First: sides[k][0].First, Values: sides[k]})
		candidate.Fill(&rows[k], row)
	}
}
