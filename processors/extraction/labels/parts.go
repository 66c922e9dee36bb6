package labels

import (
	"slices"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// namesColumn reports whether a heading is but one of the labels of a list: others of
// the list stand beside it, or what a row begins with stands right over it, or it asks for a number once more
// beside itself, as cards do. "Rendimentos" between "CNPJ" and "IRRF" opens no part of the document.
func (x *Labels) namesColumn(s *Label) bool {
	return slices.ContainsFunc(s.Refs, func(r compile.Ref) bool {
		if r.Role != compile.ColumnLabel {
			return false
		}
		typed := recognise.Typed(x.Type.Fields[r.Field].Columns[r.Column].Kind)
		return slices.ContainsFunc(x.Placed, func(o Label) bool {
			return o.Page == s.Page && o.Strength >= Likely && (source.Beside(o.Box, s.Box) && (x.otherColumn(&o, r, false) || typed && x.sameWords(&o, s)) || straightOver(o.Box, s.Box) && x.otherColumn(&o, r, true))
		})
	})
}

// headsOwnList reports whether a label is a column of a list that stands in a part of the document of that name, which it
// opens: "Testemunha" beside "CPF".
func (x *Labels) headsOwnList(s *Label, part string) bool {
	return slices.ContainsFunc(s.Refs, func(r compile.Ref) bool {
		return r.Role == compile.ColumnLabel && slices.Contains(x.Type.Fields[r.Field].In, part)
	})
}

// sameWords reports whether two labels are the same words in two places.
func (x *Labels) sameWords(a, b *Label) bool {
	return a.First != b.First && slices.EqualFunc(x.Sheet.Tokens[a.First:a.Last+1], x.Sheet.Tokens[b.First:b.Last+1], func(t, o layout.Token) bool { return t.Fold == o.Fold })
}

// straightOver reports whether box a stands on the line over box b.
func straightOver(a, b layout.Rect) bool {
	return a.Overlap(b) > 0 && a.MidY() < b.Top && b.Top-a.Bottom < b.Height()
}

// otherColumn reports whether a label is of another column of the list, one further
// left and no sum where it should lead; headings are none.
func (x *Labels) otherColumn(s *Label, r compile.Ref, lead bool) bool {
	heads := s.OpensPart()
	return !heads && slices.ContainsFunc(s.Refs, func(o compile.Ref) bool {
		if o.Role != compile.ColumnLabel || o.Field != r.Field || o.Column == r.Column {
			return false
		}
		return !lead || o.Column < r.Column && x.Type.Fields[o.Field].Columns[o.Column].Kind != catalogue.Money
	})
}

// linesUnder is the box of a heading with the lines of its block that go on under it.
func (x *Labels) linesUnder(s *Label) layout.Rect {
	box := x.Sheet.Cells[s.Cell].Rect
	for c := int(s.Cell) + 1; c < len(x.Sheet.Cells) && x.Sheet.Cells[c].Block == x.Sheet.Cells[s.Cell].Block; c++ {
		box = box.Union(x.Sheet.Cells[c].Rect)
	}
	return box
}

// apart reports whether two headings stand in columns of the page side by side: at one
// height, or one of them beside the lines that go on under the other.
func apart(a, b Section) bool {
	if a.Right >= b.Left && b.Right >= a.Left {
		return false
	}
	return source.Beside(a.Rect, b.Rect) || besideLines(a.lines, b.Rect) || besideLines(b.lines, a.Rect)
}

// besideLines reports whether a box stands left or right of lines, between the first
// and the last one.
func besideLines(lines, box layout.Rect) bool {
	return box.Top > lines.Top && box.Bottom < lines.Bottom && (box.Left > lines.Right || box.Right < lines.Left)
}
