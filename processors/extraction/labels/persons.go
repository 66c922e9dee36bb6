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
	if s := x.LabelOn(i); s != nil && s.Strength >= Leading && (s.Colon || s.Starts && s.Ends) {
		return true
	}
	return x.asksSeveral(x.Sheet.Tokens[i].Cell)
}

// severalLabels are so many that a line which says nothing else asks for them all.
const severalLabels = 3

// asksSeveral reports whether a cell is the heading of several attributes that are told under it, in whatever words:
// "Nomes completos, datas de nascimento, naturalidade e filiações dos cônjuges".
func (x *Labels) asksSeveral(c int32) bool {
	cell := &x.Sheet.Cells[c]
	found := 0
	for i := cell.First; i < cell.Past; i++ {
		if !x.Reading.Covered(i) && !x.Reading.Idle(i) {
			return false
		}
		if s := x.LabelOn(i); s != nil && s.First == i {
			found++
		}
	}
	return found >= severalLabels
}
