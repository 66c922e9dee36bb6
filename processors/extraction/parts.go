package extraction

import (
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// namesColumn tells whether a heading is but one of the labels of a list: others of
// the list stand beside it, or what a row begins with stands right over it.
// "Rendimentos" between "CNPJ" and "IRRF" opens no part of the document.
func (x *extractor) namesColumn(s *spot) bool {
	return slices.ContainsFunc(s.refs, func(r ref) bool {
		return r.role == columnLabel && slices.ContainsFunc(x.spots, func(o spot) bool {
			return o.page == s.page && o.quality >= 0.75 && (beside(o.box, s.box) && x.otherColumn(&o, r, false) || straightOver(o.box, s.box) && x.otherColumn(&o, r, true))
		})
	})
}

// straightOver tells whether box a stands on the line over box b.
func straightOver(a, b layout.Rect) bool {
	return a.Overlap(b) > 0 && a.MidY() < b.Top && b.Top-a.Bottom < b.Height()
}

// otherColumn tells whether a label is of another column of the list, one further
// left and no sum where it should lead; headings are none.
func (x *extractor) otherColumn(s *spot, r ref, lead bool) bool {
	heads := slices.ContainsFunc(s.refs, func(o ref) bool { return o.role == sectionLabel })
	return !heads && slices.ContainsFunc(s.refs, func(o ref) bool {
		if o.role != columnLabel || o.field != r.field || o.column == r.column {
			return false
		}
		return !lead || o.column < r.column && x.plan.typ.Fields[o.field].Columns[o.column].Kind != catalogue.Money
	})
}

// linesUnder is the box of a heading with the lines of its block that go on under it.
func (x *extractor) linesUnder(s *spot) layout.Rect {
	box := x.sheet.Cells[s.cell].Rect
	for c := int(s.cell) + 1; c < len(x.sheet.Cells) && x.sheet.Cells[c].Block == x.sheet.Cells[s.cell].Block; c++ {
		box = box.Union(x.sheet.Cells[c].Rect)
	}
	return box
}

// apart tells whether two headings stand in columns of the page side by side: at one
// height, or one of them beside the lines that go on under the other.
func apart(a, b section) bool {
	if a.Right >= b.Left && b.Right >= a.Left {
		return false
	}
	return beside(a.Rect, b.Rect) || besideLines(a.lines, b.Rect) || besideLines(b.lines, a.Rect)
}

// besideLines tells whether a box stands left or right of lines, between the first
// and the last one.
func besideLines(lines, box layout.Rect) bool {
	return box.Top > lines.Top && box.Bottom < lines.Bottom && (box.Left > lines.Right || box.Right < lines.Left)
}

// answersItself tells whether a label is what another label of its field asks for:
// "Retificadora" beside "Situação".
func (x *extractor) answersItself(s *spot) bool {
	if s.colon {
		return false
	}
	return slices.ContainsFunc(s.refs, func(r ref) bool {
		if r.role != fieldLabel || !x.means(r.field, foldedText(x.sheet, s.first, s.last)) {
			return false
		}
		return slices.ContainsFunc(x.spots, func(o spot) bool {
			asks := slices.ContainsFunc(o.refs, func(q ref) bool { return q.role == fieldLabel && q.field == r.field })
			return asks && o.page == s.page && (x.nextLabel(&o) == s.first && beside(o.box, s.box) && o.box.Right < s.box.Left || o.ends && s.starts && straightOver(o.box, s.box))
		})
	})
}

// repeatsLabel tells whether a label is but the first word of the value of the same label,
// which stands right over it: "CARROCERIA ABERTA" under "Carroceria".
func (x *extractor) repeatsLabel(s *spot) bool {
	if s.colon || s.ends || !s.starts || layout.HasFigure(x.sheet.Tokens[s.last+1].Text) {
		return false
	}
	return slices.ContainsFunc(x.spots, func(o spot) bool {
		return o.page == s.page && o.ends && o.starts && !o.colon && o.quality >= 0.95 && straightOver(o.box, s.box) && s.box.Top-o.box.Bottom < o.box.Height() &&
			slices.ContainsFunc(o.refs, func(r ref) bool { return r.role == fieldLabel && slices.Contains(s.refs, r) })
	})
}

// nextLabel is where the next label behind one begins on its line.
func (x *extractor) nextLabel(s *spot) int {
	row := x.rowTokens(&x.sheet.Rows[x.sheet.Cells[s.cell].Row])
	at := slices.Index(row, int32(s.last))
	for k := at + 1; k < min(at+1+optionWords, len(row)); k++ {
		if x.spotAt[row[k]] > 0 {
			return int(row[k])
		}
	}
	return -1
}

const optionWords = 6 // words before an option of a label, such as "( ) Original (X)"

// means tells whether words are among those that the entry gives for a value of a field.
func (x *extractor) means(field int, folded string) bool {
	for _, phrases := range x.plan.typ.Fields[field].Values {
		if slices.ContainsFunc(phrases, func(text string) bool { return layout.Fold(text) == folded }) {
			return true
		}
	}
	return false
}
