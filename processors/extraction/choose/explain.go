package choose

import (
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/extraction/render"
	"lavra.dev/schemas/catalogue"
)

// Explained is a value with what is known about it, from which the models are fitted.
type Explained struct {
	Field  string
	Row    int    // of a cell
	Column string // of a cell
	Value  string // JSON
	Vector odds.Vector
}

// Explanation is all that was weighed on one document.
type Explanation struct{ Candidates, Guesses, Values, Cells []Explained }

func (x *Choice) Explain() Explanation {
	var out Explanation
	for i := range x.vectors {
		c := &x.Found[i]
		f := &x.Type.Fields[c.Field]
		out.Candidates = append(out.Candidates, Explained{Field: f.Name, Value: render.JSON(f.Kind, c.Text), Vector: x.vectors[i]})
	}
	for _, g := range x.guesses {
		f := &x.Type.Fields[g.Field]
		out.Guesses = append(out.Guesses, Explained{Field: f.Name, Value: render.JSON(f.Kind, g.Text), Vector: g.Vector})
	}
	s := x.standing()
	for i, f := range x.Type.Fields {
		if c := x.chosen[i]; c != nil && f.Kind != catalogue.List {
			out.Values = append(out.Values, Explained{Field: f.Name, Value: render.JSON(f.Kind, c.Text), Vector: x.valueVector(i, c, s)})
		}
		if len(x.lists[i]) == 0 {
			continue
		}
		tally := tallyOf(x.lists[i], len(f.Columns))
		for r, row := range x.lists[i] {
			for k, c := range row.Cells {
				column := &f.Columns[c.Column]
				out.Cells = append(out.Cells, Explained{Field: f.Name, Row: r, Column: column.Name, Value: render.JSON(column.Kind, c.Text), Vector: x.cellVector(i, r, k, tally, s)})
			}
		}
	}
	return out
}
