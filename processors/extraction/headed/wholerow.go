package headed

import (
	"slices"

	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
)

// wholeRow is the printed row that begins with row r of the sheet, and the last row
// that belongs to it: on skewed pages the cells of one table row may come as two
// lines at the same height.
func (x *Reader) wholeRow(r int) (*layout.Row, int) {
	row := &x.Sheet.Rows[r]
	if !x.Sheet.Pages[row.Page].OCR {
		return row, r
	}
	last := r
	for last+1 < len(x.Sheet.Rows) && x.sameHeight(row, &x.Sheet.Rows[last+1]) {
		last++
		both := layout.Row{Page: row.Page, Cells: slices.Concat(row.Cells, x.Sheet.Rows[last].Cells)}
		slices.SortStableFunc(both.Cells, func(a, b int32) int {
			if x.Sheet.Cells[a].Left < x.Sheet.Cells[b].Left {
				return -1
			}
			return 1
		})
		row = &both
	}
	return row, last
}

// sameHeight reports whether each cell of row b stands at the height of row a, and beside its cells.
func (x *Reader) sameHeight(a, b *layout.Row) bool {
	if a.Page != b.Page {
		return false
	}
	for _, p := range a.Cells {
		for _, q := range b.Cells {
			one, other := x.Sheet.Cells[p], x.Sheet.Cells[q]
			if one.Overlap(other.Rect) > 0 || source.Shared(one.Rect, other.Rect) < 0.6*min(one.Height(), other.Height()) {
				return false
			}
		}
	}
	return true
}
