package labels

import (
	"cmp"
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/extraction/valuebox"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// Label is a place where a label stands.
type Label struct {
	First, Last int
	Refs        []compile.Ref
	Box         layout.Rect
	Cell        int32
	Page        int32
	Strength    float64 // how much it looks like a label and not like a word of the text
	Colon       bool
	Starts      bool // it begins its cell
	Ends        bool // it ends its cell
	Sections    []string
	year        int // digits that the wildcard of the label took, 0 for none
	In          valuebox.Set
	Paired      bool  // it stands in a row of labels over a row of values
	Value       int32 // its cell in that row, or -1
}

// How much words look like a label, and not like words of the text: a Label's Strength. The ways in
// which one may stand make the steps; their distances weigh its value against those of others.
const (
	Word     = candidate.Least  // it is a word of a text, or the value of another label
	Repeated = 0.6              // it begins a line and the same label stands elsewhere by itself, or one of its words is unknown
	Likely   = 0.75             // it stands behind a break, or behind the value of another label
	Leading  = candidate.Fair   // it begins its cell
	Marked   = candidate.Placed // it has a colon, or ends its cell behind a number
	Plain    = 1                // it begins its cell and ends it, or has a colon
)

// Of reports whether the label is one of a field.
func (s *Label) Of(field int) bool {
	return slices.ContainsFunc(s.Refs, func(r compile.Ref) bool { return r.Role == compile.FieldLabel && r.Field == field })
}

// Names reports whether the label is one of such.
func (s *Label) Names(what compile.Role) bool {
	return slices.ContainsFunc(s.Refs, func(r compile.Ref) bool { return r.Role == what })
}

// asksFor reports whether a label is one of a field that is so.
func (x *Labels) asksFor(s *Label, is func(f *catalogue.Field) bool) bool {
	return slices.ContainsFunc(s.Refs, func(r compile.Ref) bool { return r.Role == compile.FieldLabel && is(&x.Type.Fields[r.Field]) })
}

// InReadingOrder compares where two labels stand: side by side from the left, else
// from the top.
func InReadingOrder(a, b *Label) int {
	switch {
	case a.Page != b.Page:
		return int(a.Page - b.Page)
	case source.Beside(a.Box, b.Box):
		return cmp.Compare(a.Box.Left, b.Box.Left)
	}
	return cmp.Compare(a.Box.Top, b.Box.Top)
}

// Bounds reports whether the label ends the value before it. The words that end a
// table do not: they are words of text elsewhere.
func (s *Label) Bounds() bool {
	for _, r := range s.Refs {
		if r.Role == compile.SectionLabel && !s.Starts && !s.Colon {
			continue // a word of a value: headings begin their line
		}
		if r.Role != compile.TableEnd && r.Role != compile.TableSkip && (r.Role != compile.ColumnLabel || s.Strength >= Marked) {
			return true
		}
	}
	return false
}

// findValueBoxes says of each label in which boxes its value may stand.
func (x *Labels) findValueBoxes() {
	labels := make([]valuebox.Label, 0, len(x.Placed))
	of := make([]int, 0, len(x.Placed))
	for i := range x.Placed {
		if s := &x.Placed[i]; s.Strength >= Repeated {
			labels, of = append(labels, valuebox.Label{First: s.First, Last: s.Last}), append(of, i)
		}
	}
	for k, r := range valuebox.Of(x.Sheet, labels) {
		x.Placed[of[k]].In = r
	}
}

// Boxed reports whether the boxes drawn on the page say where a label's value stands.
func (s *Label) Boxed() bool { return len(s.In.Boxes) > 0 }

// LabelCell reports whether a cell is a label and nothing else.
func (x *Labels) LabelCell(c int32) bool {
	cell := x.Sheet.Cells[c]
	on := x.LabelOn(cell.First)
	return on != nil && on.First == cell.First && on.Ends
}
