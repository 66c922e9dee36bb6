package extraction

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// addSpanned takes the line under a heading row that says what the columns are which one
// heading spans: "% | BASE | VALOR" under "ICMS". Each is the column that both words name.
func (x *extractor) addSpanned(h *heading, f catalogue.Field, named map[int]bool) {
	for _, r := range []int{h.row, h.row + 1} {
		if r < len(x.sheet.Rows) && x.sheet.Rows[r].Page == h.page {
			x.addSpannedAt(r, h, f, named)
		}
	}
}

func (x *extractor) addSpannedAt(r int, h *heading, f catalogue.Field, named map[int]bool) {
	row := &x.sheet.Rows[r]
	names := x.plan.columns[x.plan.index[f.Name]]
	spans := map[int32][]headColumn{} // by the cell of the heading over them
	known := map[int32]bool{}
	for _, c := range row.Cells {
		cell := &x.sheet.Cells[c]
		if cell.Top-h.Bottom > max(cell.Height(), 1.2*cell.Size) || slices.ContainsFunc(x.sheet.Tokens[cell.First:cell.Past], func(t layout.Token) bool { return layout.HasFigure(t.Text) }) {
			return
		}
		over := x.spanOver(h, cell, names)
		if over < 0 {
			continue
		}
		column, ok := names[x.spanName(cell, &x.sheet.Cells[over])]
		if !ok {
			column = -1
		}
		known[over] = known[over] || ok
		spans[over] = append(spans[over], headColumn{column: column, second: -1, box: cell.Rect})
	}
	for over, under := range spans {
		if known[over] && len(under) > 1 {
			x.replaceSpan(h, &x.sheet.Cells[over], under, named)
			h.row = r
		}
	}
}

// replaceSpan puts the columns under a heading in its place.
func (x *extractor) replaceSpan(h *heading, over *layout.Cell, under []headColumn, named map[int]bool) {
	h.columns = slices.DeleteFunc(h.columns, func(c headColumn) bool {
		spanned := c.box.Overlap(over.Rect) > 0 || slices.ContainsFunc(under, func(u headColumn) bool {
			return u.box.Overlap(c.box) > 0 && u.box.Top < c.box.Bottom+1 && c.box.Top > over.Top+1
		})
		if spanned {
			delete(named, c.column)
		}
		return spanned
	})
	for _, u := range under {
		if u.column >= 0 && named[u.column] {
			u.column = -1
		}
		named[u.column] = true
		h.columns = append(h.columns, u)
		h.Rect = h.Rect.Union(u.box)
	}
	delete(named, -1)
}

const spanReach = 8 // letters from a column to the middle heading over it, at most

// spanOver is the cell of the heading row that spans a cell, or -1: the nearest with which
// it names a column, else the nearest.
func (x *extractor) spanOver(h *heading, under *layout.Cell, names map[string]int) int32 {
	best, least := int32(-1), math.Inf(1)
	for _, c := range x.level(h.page, h.Rect) {
		cell := &x.sheet.Cells[c]
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
func (x *extractor) spanName(under, over *layout.Cell) string {
	text := ""
	for i := under.First; i < under.Past; i++ {
		if x.sheet.Tokens[i].Text == "%" {
			text += "aliq"
		}
		text += x.sheet.Tokens[i].Fold
	}
	for i := over.First; i < over.Past; i++ {
		text += x.sheet.Tokens[i].Fold
	}
	return text
}

// columnsByName are the columns of a list by their labels, without small words.
func columnsByName(f catalogue.Field) map[string]int {
	names := map[string]int{}
	for k, c := range f.Columns {
		for _, label := range c.Labels {
			words := strings.Fields(label)
			words = slices.DeleteFunc(words, func(w string) bool { return w == "do" || w == "da" || w == "de" })
			if name := layout.Fold(strings.Join(words, "")); name != "" {
				if _, taken := names[name]; !taken {
					names[name] = k
				}
			}
		}
	}
	return names
}
