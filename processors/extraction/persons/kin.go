package persons

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/entity"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/text/meaning"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// completeParents gives the rows of a list the parents that stand together under one label,
// "Filiação", in the order of the rows: where there are as many as rows, each row has its own.
func (x *Reader) completeParents(rows []candidate.Row, f catalogue.Field) {
	father, mother := f.ColumnIs("father"), f.ColumnIs("mother")
	if father < 0 || mother < 0 || slices.ContainsFunc(rows, func(r candidate.Row) bool { return r.Cell(father) != nil || r.Cell(mother) != nil }) {
		return
	}
	var pairs [][]entity.Value
	for i := range x.Placed {
		if s := &x.Placed[i]; x.Persons().IntroducesParents(s.First, s.Last) || x.meansParents(s) {
			pairs = append(pairs, x.parentsAt(s)...)
		}
	}
	if len(pairs) != len(rows) {
		return
	}
	for k, pair := range pairs {
		x.addParents(&rows[k], f, pair)
	}
}

// meansParents reports whether a label means both parents, in whatever words.
func (x *Reader) meansParents(s *labels.Label) bool {
	c, known := meaning.Shared().Concept("parents")
	return known && slices.ContainsFunc(x.Reading.Parses(s.First, s.Last, 0), func(parts []meaning.Part) bool {
		return slices.ContainsFunc(parts, func(p meaning.Part) bool { return slices.Contains(p.Concepts, c) })
	})
}

// addParents gives a row the parents that it lacks.
func (x *Reader) addParents(row *candidate.Row, f catalogue.Field, parents []entity.Value) {
	for _, v := range parents {
		column := f.ColumnIs("father")
		if v.Attribute == entity.Mother {
			column = f.ColumnIs("mother")
		}
		x.addName(row, column, f, v)
	}
}

// parentsAt are the parents that stand right of their label, in as many cells as there are persons,
// or else under it.
func (x *Reader) parentsAt(s *labels.Label) [][]entity.Value {
	var out [][]entity.Value
	for _, c := range x.Sheet.Behind(s.Cell) {
		if x.LabelCell(c) {
			break
		}
		if pair := x.parentsFrom(c); len(pair) > 0 {
			out = append(out, pair)
		}
	}
	if under, ok := x.Below(s, linesOfParents); len(out) == 0 && ok {
		if pair := x.parentsIn(under.Run); len(pair) > 0 {
			return [][]entity.Value{pair}
		}
	}
	return out
}

const linesOfParents = 2 // one for each

func (x *Reader) parentsIn(r recognise.Run) []entity.Value {
	return x.Persons().Parents(int(r.Index[0]), int(r.Index[r.Len()-1])+1)
}

// parentsFrom are the parents named in a cell and on the line under it.
func (x *Reader) parentsFrom(c int32) []entity.Value {
	return x.parentsIn(x.Onward(x.CellRun(c), linesOfParents))
}
