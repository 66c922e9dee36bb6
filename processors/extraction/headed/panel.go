package headed

import (
	"math"
	"slices"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// withinTable is a printed line without the cells that stand right of all headings, or
// in a panel left of them. OCR may have missed the last heading.
func (x *Reader) withinTable(h *Heading, row *layout.Row, f catalogue.Field) *layout.Row {
	left, right := x.leftEdge(h, f), x.rightEdge(h)
	inside := layout.Row{Page: row.Page}
	for _, c := range row.Cells {
		if cell := &x.Sheet.Cells[c]; cell.Left < right+2*cell.Char && cell.Right > left {
			inside.Cells = append(inside.Cells, c)
		}
	}
	return &inside
}

// rightEdge is where the last column of a table ends. OCR may have missed its heading:
// then most lines have a cell there, and it ends with the page.
func (x *Reader) rightEdge(h *Heading) float64 {
	edge := h.columns[len(h.columns)-1].Box.Right
	if !x.Sheet.Pages[h.page].OCR {
		return edge
	}
	const most = 12 // lines that are asked
	lines, beyond := 0, 0
	for r := h.row + 1; r < len(x.Sheet.Rows) && lines < most; r++ {
		row := &x.Sheet.Rows[r]
		if row.Page != h.page {
			break
		}
		first, last := &x.Sheet.Cells[row.Cells[0]], &x.Sheet.Cells[row.Cells[len(row.Cells)-1]]
		if len(row.Cells) < 2 || first.Left > edge {
			continue
		}
		if lines++; last.Left > edge+2*last.Char {
			beyond++
		}
	}
	if 3*beyond > 2*lines || lines < 3 {
		return x.Sheet.Pages[h.page].Width
	}
	return edge
}

const panelGap = 2.5 // letters between a panel and the table beside it

// leftEdge is where a table begins whose values stand flush under its first heading:
// what ends before it belongs to something beside. Of other tables nothing tells.
func (x *Reader) leftEdge(h *Heading, f catalogue.Field) float64 {
	first := h.columns[0].Box.Left
	if f.Table != nil && f.Table.Margin != "" || first < x.Sheet.Pages[h.page].Width/6 {
		return 0
	}
	lines, flush := 0, 0
	for r := h.row + 1; r < len(x.Sheet.Rows) && lines < 4; r++ {
		row := &x.Sheet.Rows[r]
		if row.Page != h.page {
			break
		}
		lines++
		for _, c := range row.Cells {
			if cell := &x.Sheet.Cells[c]; math.Abs(cell.Left-first) < cell.Char {
				flush++
			}
		}
	}
	if flush == 0 {
		return 0
	}
	return first - panelGap*x.Sheet.Cells[x.Sheet.Rows[h.row].Cells[0]].Char
}

// panelLabels is how many labels stand under the first one of a panel, at least.
const panelLabels = 2

// inPanel reports whether a label at the height of a heading row belongs to a panel right of
// the table, of labels each over its value: no other label stands on their lines.
func (x *Reader) inPanel(s *labels.Label) bool {
	row := x.Sheet.Rows[x.Sheet.Cells[s.Cell].Row].Cells
	if !s.Starts || !s.Ends || s.Colon || row[len(row)-1] != s.Cell {
		return false
	}
	labels, value, bottom := 0, false, s.Box.Bottom
	for _, c := range x.ByTop[s.Page] {
		cell := &x.Sheet.Cells[c]
		if cell.Top < s.Box.Bottom-0.2*s.Box.Height() || cell.Overlap(s.Box) <= 0 {
			continue
		}
		if cell.Top-bottom > panelGap*2*cell.Height() {
			return false
		}
		bottom = cell.Bottom
		if at := x.LabelAt[cell.First]; at == 0 || !x.Placed[at-1].Ends || !x.Placed[at-1].Starts {
			value = true
			continue
		} else if !value || !x.Placed[at-1].Names(compile.FieldLabel) && !x.Placed[at-1].Unwanted() || !x.aloneAmongLabels(c) {
			return false
		}
		if labels, value = labels+1, false; labels == panelLabels {
			return true
		}
	}
	return false
}

// aloneAmongLabels reports whether a label has no other one on its line.
func (x *Reader) aloneAmongLabels(c int32) bool {
	return !slices.ContainsFunc(x.Sheet.Rows[x.Sheet.Cells[c].Row].Cells, func(k int32) bool {
		at := x.LabelAt[x.Sheet.Cells[k].First]
		return k != c && at > 0 && x.Placed[at-1].Ends
	})
}

// besidePanel reports whether a cell at the height of a heading row is the label of
// something else, in a panel beside the table.
func (x *Reader) besidePanel(h *Heading, c int32) bool {
	cell := &x.Sheet.Cells[c]
	if at := x.LabelAt[cell.First]; at > 0 && cell.Left > h.Right && x.inPanel(&x.Placed[at-1]) {
		return true
	}
	if cell.Right > h.Left-panelGap*cell.Char {
		return false
	}
	at := x.LabelAt[cell.First]
	if at == 0 || x.Placed[at-1].Strength < labels.Marked || !x.Placed[at-1].Ends {
		return false
	}
	for _, r := range x.Placed[at-1].Refs {
		if r.Role == compile.FieldLabel && x.mayBelow(r.Field) {
			kind := x.Type.Fields[r.Field].Kind
			if below, ok := x.Below(&x.Placed[at-1], 1); ok && source.Holds(kind, below.Run) && !x.headsRows(h, cell, kind) {
				return true
			}
		}
	}
	return false
}

// otherPart reports whether a cell at the height of a heading row, right of what the entry
// names there, belongs to another part of the document beside the table: it stands under
// the heading of that part, or a sum stands on its line, and no heading is one.
func (x *Reader) otherPart(h *Heading, cell *layout.Cell) bool {
	if cell.Left < h.Right {
		return false
	}
	here, there := x.SectionsOf(h.page, h.Rect), x.SectionsOf(h.page, cell.Rect)
	if len(here) > 0 && len(there) > 0 && !labels.Within(here, there) {
		return true
	}
	return slices.ContainsFunc(x.Sheet.Rows[cell.Row].Cells, func(c int32) bool {
		other := &x.Sheet.Cells[c]
		return other.Left > h.Right && source.Holds(catalogue.Money, x.Between(other.First, other.Past-1))
	})
}

// mayBelow reports whether the value of a field may stand under its label.
func (x *Reader) mayBelow(field int) bool {
	places := x.Type.Fields[field].Place
	return len(places) == 0 || slices.Contains(places, catalogue.Below)
}

// headsRows reports whether two of the lines under a heading row begin with values of a kind
// under a cell of it: then it is a column of the table and no panel beside it.
func (x *Reader) headsRows(h *Heading, cell *layout.Cell, kind catalogue.Kind) bool {
	found := 0
	for r := h.row + 1; r < min(h.row+4, len(x.Sheet.Rows)) && x.Sheet.Rows[r].Page == h.page; r++ {
		row := x.Sheet.Rows[r].Cells
		first := x.Sheet.Cells[row[0]]
		if len(row) > 2 && first.Overlap(cell.Rect) > 0 && source.Holds(kind, x.Between(first.First, first.Past-1)) {
			found++
		}
	}
	return found > 1
}
