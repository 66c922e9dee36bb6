package extraction

import (
	"math"
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// withinTable is a printed line without the cells that stand right of all headings, or
// in a panel left of them. OCR may have missed the last heading.
func (x *extractor) withinTable(h *heading, row *layout.Row, f catalogue.Field) *layout.Row {
	left, right := x.leftEdge(h, f), x.rightEdge(h)
	inside := layout.Row{Page: row.Page}
	for _, c := range row.Cells {
		if cell := &x.sheet.Cells[c]; cell.Left < right+2*cell.Char && cell.Right > left {
			inside.Cells = append(inside.Cells, c)
		}
	}
	return &inside
}

// rightEdge is where the last column of a table ends. OCR may have missed its heading:
// then most lines have a cell there, and it ends with the page.
func (x *extractor) rightEdge(h *heading) float64 {
	edge := h.columns[len(h.columns)-1].box.Right
	if !x.sheet.Pages[h.page].OCR {
		return edge
	}
	const most = 12 // lines that are asked
	lines, beyond := 0, 0
	for r := h.row + 1; r < len(x.sheet.Rows) && lines < most; r++ {
		row := &x.sheet.Rows[r]
		if row.Page != h.page {
			break
		}
		first, last := &x.sheet.Cells[row.Cells[0]], &x.sheet.Cells[row.Cells[len(row.Cells)-1]]
		if len(row.Cells) < 2 || first.Left > edge {
			continue
		}
		if lines++; last.Left > edge+2*last.Char {
			beyond++
		}
	}
	if 3*beyond > 2*lines || lines < 3 {
		return x.sheet.Pages[h.page].Width
	}
	return edge
}

const panelGap = 2.5 // letters between a panel and the table beside it

// leftEdge is where a table begins whose values stand flush under its first heading:
// what ends before it belongs to something beside. Of other tables nothing tells.
func (x *extractor) leftEdge(h *heading, f catalogue.Field) float64 {
	first := h.columns[0].box.Left
	if f.Table != nil && f.Table.Margin != "" || first < x.sheet.Pages[h.page].Width/6 {
		return 0
	}
	lines, flush := 0, 0
	for r := h.row + 1; r < len(x.sheet.Rows) && lines < 4; r++ {
		row := &x.sheet.Rows[r]
		if row.Page != h.page {
			break
		}
		lines++
		for _, c := range row.Cells {
			if cell := &x.sheet.Cells[c]; math.Abs(cell.Left-first) < cell.Char {
				flush++
			}
		}
	}
	if flush == 0 {
		return 0
	}
	return first - panelGap*x.sheet.Cells[x.sheet.Rows[h.row].Cells[0]].Char
}

// panelLabels is how many labels stand under the first one of a panel, at least.
const panelLabels = 2

// inPanel tells whether a label at the height of a heading row belongs to a panel right of
// the table, of labels each over its value: no other label stands on their lines.
func (x *extractor) inPanel(s *spot) bool {
	row := x.sheet.Rows[x.sheet.Cells[s.cell].Row].Cells
	if !s.starts || !s.ends || s.colon || row[len(row)-1] != s.cell {
		return false
	}
	labels, value, bottom := 0, false, s.box.Bottom
	for _, c := range x.byTop[s.page] {
		cell := &x.sheet.Cells[c]
		if cell.Top < s.box.Bottom-0.2*s.box.Height() || cell.Overlap(s.box) <= 0 {
			continue
		}
		if cell.Top-bottom > panelGap*2*cell.Height() {
			return false
		}
		bottom = cell.Bottom
		if at := x.spotAt[cell.First]; at == 0 || !x.spots[at-1].ends || !x.spots[at-1].starts {
			value = true
			continue
		} else if !value || !x.spots[at-1].names(fieldLabel) && !x.spots[at-1].unwanted() || !x.aloneAmongLabels(c) {
			return false
		}
		if labels, value = labels+1, false; labels == panelLabels {
			return true
		}
	}
	return false
}

// aloneAmongLabels tells whether a label has no other one on its line.
func (x *extractor) aloneAmongLabels(c int32) bool {
	return !slices.ContainsFunc(x.sheet.Rows[x.sheet.Cells[c].Row].Cells, func(k int32) bool {
		at := x.spotAt[x.sheet.Cells[k].First]
		return k != c && at > 0 && x.spots[at-1].ends
	})
}

func (s *spot) names(what role) bool {
	return slices.ContainsFunc(s.refs, func(r ref) bool { return r.role == what })
}

// besidePanel tells whether a cell at the height of a heading row is the label of
// something else, in a panel beside the table.
func (x *extractor) besidePanel(h *heading, c int32) bool {
	cell := &x.sheet.Cells[c]
	if at := x.spotAt[cell.First]; at > 0 && cell.Left > h.Right && x.inPanel(&x.spots[at-1]) {
		return true
	}
	if cell.Right > h.Left-panelGap*cell.Char {
		return false
	}
	at := x.spotAt[cell.First]
	if at == 0 || x.spots[at-1].quality < 0.95 || !x.spots[at-1].ends {
		return false
	}
	for _, r := range x.spots[at-1].refs {
		if r.role == fieldLabel && x.mayBelow(r.field) {
			kind := x.plan.typ.Fields[r.field].Kind
			if below, ok := x.below(&x.spots[at-1], 1); ok && holds(kind, below.run) && !x.headsRows(h, cell, kind) {
				return true
			}
		}
	}
	return false
}

// otherPart tells whether a cell at the height of a heading row, right of what the entry
// names there, belongs to another part of the document beside the table: it stands under
// the heading of that part, or a sum stands on its line, and no heading is one.
func (x *extractor) otherPart(h *heading, cell *layout.Cell) bool {
	if cell.Left < h.Right {
		return false
	}
	here, there := x.sectionsOf(h.page, h.Rect), x.sectionsOf(h.page, cell.Rect)
	if len(here) > 0 && len(there) > 0 && !within(here, there) {
		return true
	}
	return slices.ContainsFunc(x.sheet.Rows[cell.Row].Cells, func(c int32) bool {
		other := &x.sheet.Cells[c]
		return other.Left > h.Right && holds(catalogue.Money, x.between(other.First, other.Past-1))
	})
}

// mayBelow tells whether the value of a field may stand under its label.
func (x *extractor) mayBelow(field int) bool {
	places := x.plan.typ.Fields[field].Place
	return len(places) == 0 || slices.Contains(places, catalogue.Below)
}

// headsRows tells whether two of the lines under a heading row begin with values of a kind
// under a cell of it: then it is a column of the table and no panel beside it.
func (x *extractor) headsRows(h *heading, cell *layout.Cell, kind catalogue.Kind) bool {
	found := 0
	for r := h.row + 1; r < min(h.row+4, len(x.sheet.Rows)) && x.sheet.Rows[r].Page == h.page; r++ {
		row := x.sheet.Rows[r].Cells
		first := x.sheet.Cells[row[0]]
		if len(row) > 2 && first.Overlap(cell.Rect) > 0 && holds(kind, x.between(first.First, first.Past-1)) {
			found++
		}
	}
	return found > 1
}
