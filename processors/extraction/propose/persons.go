package propose

import (
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/schemas/catalogue"
)

// Persons is the text made ready for entities.
func (x *Reader) Persons() *entity.Text { return x.Labels.Persons(x.nameGoesOn) }

var personName = catalogue.Field{Kind: catalogue.String, Like: "name"}

// nameGoesOn asks the model of wrapped values where the line is the one under the end of the name,
// and whether that end had no room for it elsewhere.
func (x *Reader) nameGoesOn(name, line int) bool {
	last := int32(line - 1)
	if x.Wraps.Under(last) != x.Sheet.Tokens[line].Cell {
		return x.Flow().Wraps(line)
	}
	return x.Wraps.Odds(personName, int32(name), last, x.Sheet.Tokens[line].Cell) > 0
}
