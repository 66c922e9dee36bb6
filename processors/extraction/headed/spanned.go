package headed

import (
	"math"
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// addSpanned takes the line under a heading row that says what the columns are which one
// heading spans: "% | BASE | VALOR" under "ICMS". Each is the column that both words name.
func (x *Reader) addSpanned(h *Heading, f catalogue.Field, named map[int]bool) {
	for _, r := range []int{h.row, h.row + 1} {
		if r < len(x.Sheet.Rows) && x.Sheet.Rows[r].Page == h.page {
			x.addSpannedAt(r, h, f, named)
		}
	}
}

func (x *Reader) addSpannedAt(r int, h *Heading, f catalogue.Field, named map[int]bool) {
	row := &x.Sheet.Rows[r]
	names := x.Type.ColumnsByName[x.Type.Index[f.Name]]
	spans := map[int32][]HeadColumn{} // by the cell of the heading over them
	known := map[int32]bool{}
	for _, c := range row.Cells {
		cell := &x.Sheet.Cells[c]
		if cell.Top-h.Bottom > max(cell.Height(), 1.2*cell.Size) || slices.ContainsFunc(x.Sheet.Tokens[cell.First:cell.Past], func(t layout.Token) bool { return layout.HasFigure(t.Text) }) {
			return
		}
		over := x.spanOver(h, cell, names)
		if over < 0 {
			continue
		}
		column, ok := names[x.spanName(cell, &x.Sheet.Cells[over])]
		if !ok {
			column = -1
		}
		known[over] = known[over] || ok
		spans[over] = append(spans[over], HeadColumn{Column: column, second: -1, Box: cell.Rect})
	}
	for over, under := range spans {
		if known[over] && len(under) > 1 {
			x.replaceSpan(h, &x.Sheet.Cells[over], under, named)
			h.row = r
		}
	}
}

// replaceSpan puts the columns under a heading in its place.
func (x *Reader) replaceSpan(h *Heading, over *layout.Cell, under []HeadColumn, named map[int]bool) {
	h.columns = slices.DeleteFunc(h.columns, func(c HeadColumn) bool {
		spanned := c.Box.Overlap(over.Rect) > 0 || slices.ContainsFunc(under, func(u HeadColumn) bool {
			return u.Box.Overlap(c.Box) > 0 && u.Box.Top < c.Box.Bottom+1 && c.Box.Top > over.Top+1
		})
		if spanned {
			delete(named, c.Column)
		}
		return spanned
	})
	for _, u := range under {
		if u.Column >= 0 && named[u.Column] {
			u.Column = -1
		}
		named[u.Column] = true
		h.columns = append(h.columns, u)
		h.Rect = h.Rect.Union(u.Box)
	}
	delete(named, -1)
}

const spanReach = 8 // letters from a column to the middle heading over it, at most

// spanOver is the cell of the heading row that spans a cell, or -1: the nearest with which
// it names a column, else the nearest.
func (x *Reader) spanOver(h *Heading, under *layout.Cell, names map[string]int) int32 {
	best, least := int32(-1), math.Inf(1)
	for _, c := range x.Level(h.page, h.Rect) {
		cell := &x.Sheet.Cells[c]
		if cell.Row == under.Row || cell.Bottom > under.Top+0.3*under.Height() {
			continue
		}
		d := math.Abs(cell.MidX()-under.MidX()) - (cell.Width()+under.Width())/2
		if d > spanReach*under.Char {
			continue
		}
		if _, known := names[x.spanName(under, cell)]; !known {
			d += spanReach * under.Char
		}
		if d < least {
			best, least = c, d
		}
	}
	return best
}

// spanName is what the words of a column and those of the heading over it say together.
func (x *Reader) spanName(under, over *layout.Cell) string {
	text := ""
	for i := under.First; i < under.Past; i++ {
		if x.Sheet.Tokens[i].Text == "%" {
			text += "aliq"
		}
		text += x.Sheet.Tokens[i].Fold
	}
	for i := over.First; i < over.Past; i++ {
		text += x.Sheet.Tokens[i].Fold
	}
	return text
}
