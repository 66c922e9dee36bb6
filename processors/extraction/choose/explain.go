package choose

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/nearby"
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
	First  int32 // token of its words, and Last
	Last   int32
	Nearby *nearby.Context // what stands around them; nil where it has none
}

// Explanation is all that was weighed on one document.
type Explanation struct{ Candidates, Guesses, Values, Cells []Explained }

// Explain gives all that was weighed.
func (x *Choice) Explain() Explanation {
	out := explaining{x: x, contexts: nearby.ContextsOf(x.Labels)}
	for i := range x.known {
		out.Candidates = append(out.Candidates, out.single(&x.Found[i], odds.VectorOf(&x.known[i])))
	}
	for i := range x.guesses {
		out.Guesses = append(out.Guesses, out.single(&x.guesses[i].Value, x.guesses[i].Vector()))
	}
	s := x.standing()
	for i, f := range x.Type.Fields {
		if c := x.chosen[i]; c != nil && f.Kind != catalogue.List {
			out.Values = append(out.Values, out.single(c, x.valueVector(i, c, s)))
		}
		out.cells(i, s)
	}
	return out.Explanation
}

// explaining is an explanation in the making.
type explaining struct {
	Explanation
	x        *Choice
	contexts *nearby.Contexts
}

func (e *explaining) single(c *candidate.Value, v odds.Vector) Explained {
	f := &e.x.Type.Fields[c.Field]
	return e.around(Explained{Field: f.Name, Value: render.JSON(f.Kind, c.Text), Vector: v}, c.Tokens)
}

// cells adds those of a list.
func (e *explaining) cells(list int, s standing) {
	f, rows := &e.x.Type.Fields[list], e.x.lists[list]
	if len(rows) == 0 {
		return
	}
	tally := tallyOf(rows, len(f.Columns))
	for r, row := range rows {
		for k, c := range row.Cells {
			column := &f.Columns[c.Column]
			cell := Explained{Field: f.Name, Row: r, Column: column.Name, Value: render.JSON(column.Kind, c.Text), Vector: e.x.cellVector(list, r, k, tally, s)}
			e.Cells = append(e.Cells, e.around(cell, c.Tokens))
		}
	}
}

// around adds where words stand, and what stands around them.
func (e *explaining) around(v Explained, tokens []int32) Explained {
	if len(tokens) > 0 {
		v.First, v.Last = nearby.Span(tokens)
		v.Nearby = e.contexts.At(v.First, v.Last)
	}
	return v
}
