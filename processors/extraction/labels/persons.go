package labels

import (
	"lavra.dev/processors/extraction/entity"
)

// Persons is the text made ready for entities, when the first reader asks for it. It is told
// whether a name that begins at a token goes on in the line that begins at another one.
func (x *Labels) Persons(goesOn func(name, line int) bool) *entity.Text {
	if x.entities == nil {
		x.entities = entity.Over(x.Sheet, entity.Page{Wraps: x.Flow().Wraps, GoesOn: goesOn, Label: x.standsAlone})
	}
	return x.entities
}

// standsAlone reports whether a token is of a label that no sentence goes on with.
func (x *Labels) standsAlone(i int) bool {
	s := x.LabelOn(i)
	return s != nil && s.Strength >= Leading && (s.Colon || s.Starts && s.Ends)
}
