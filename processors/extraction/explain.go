package extraction

import (
	"lavra.dev/processors/document"
	"lavra.dev/processors/extraction/odds"
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
type Explanation struct{ Candidates, Values, Cells []Explained }

// Explain gives all candidates of a document, the values that the models choose of them,
// and the cells of its lists.
func Explain(doc document.Document, typ catalogue.Type, opts Options, models *Models) Explanation {
	x := read(doc, typ, opts, models)
	if x == nil {
		return Explanation{}
	}
	return x.explain()
}

func (x *extractor) explain() Explanation {
	var out Explanation
	for i := range x.candidates {
		c := &x.candidates[i]
		f := &x.plan.typ.Fields[c.field]
		out.Candidates = append(out.Candidates, Explained{Field: f.Name, Value: jsonValue(f.Kind, c.value), Vector: x.vectors[i]})
	}
	s := x.standing()
	for i, f := range x.plan.typ.Fields {
		if c := x.chosen[i]; c != nil && f.Kind != catalogue.List {
			out.Values = append(out.Values, Explained{Field: f.Name, Value: jsonValue(f.Kind, c.value), Vector: x.valueVector(i, c, s)})
		}
		if len(x.lists[i]) == 0 {
			continue
		}
		tally := tallyOf(x.lists[i], len(f.Columns))
		for r, row := range x.lists[i] {
			for k, c := range row.cells {
				column := &f.Columns[c.column]
				out.Cells = append(out.Cells, Explained{Field: f.Name, Row: r, Column: column.Name, Value: jsonValue(column.Kind, c.value), Vector: x.cellVector(i, r, k, tally, s)})
			}
		}
	}
	return out
}
