package headed

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// tableRows is a table while its lines are read.
type tableRows struct {
	x      *Reader
	h      *Heading
	field  int
	f      catalogue.Field
	rows   []candidate.Row
	above  carried
	page   int32
	bottom float64 // the foot of the line above
}

// rowsUnder reads the lines below a heading until the table ends.
func (x *Reader) rowsUnder(h *Heading, field int, f catalogue.Field, stop int) []candidate.Row {
	t := &tableRows{x: x, h: h, field: field, f: f, page: h.page, bottom: h.Bottom}
	for r := h.row + 1; r < min(stop, len(x.Sheet.Rows)); r++ {
		row := &x.Sheet.Rows[r]
		cell := &x.Sheet.Cells[row.Cells[0]]
		if !t.reaches(row, cell) {
			break
		}
		if cell.Top < t.bottom-cell.Height() {
			continue // of another column of the page
		}
		if _, title := x.SideTitle(r, f); title {
			t.bottom = cell.Bottom
			continue
		}
		if row = x.withinTable(h, row, f); len(row.Cells) == 0 {
			continue
		}
		if lines := t.subheads(row, r); lines > 0 {
			r += lines
			t.bottom = x.Sheet.Cells[x.Sheet.Rows[r].Cells[0]].Bottom
			continue
		}
		if t.ends(row, cell, r) {
			if x.SideFollows(r, f) {
				t.bottom = cell.Bottom
				continue
			}
			break
		}
	}
	return x.FullRows(t.rows, f)
}

// reaches reports whether a line is near enough to the one above to be of the table,
// which may go on at the head of the next page.
func (t *tableRows) reaches(row *layout.Row, cell *layout.Cell) bool {
	if row.Page != t.page {
		if len(t.rows) == 0 || t.f.Table == nil || row.Page != t.page+1 {
			return false
		}
		t.page, t.bottom = row.Page, cell.Top
	}
	gap := cell.Top - t.bottom
	return (gap <= source.RowGap*max(cell.Size, 6) || len(t.rows) == 0) && gap <= 60
}

// ends takes a line as a row or as a part of the row above, or tells that the table
// ends before it.
func (t *tableRows) ends(row *layout.Row, cell *layout.Cell, r int) bool {
	x, n := t.x, len(t.rows)
	if n > 0 && (x.underRow(t.h, &t.rows[n-1], row, t.f) || x.LabelledLine(t.h, t.rows, row, t.field, t.f)) {
		t.bottom = cell.Bottom
		return false
	}
	if n > 0 && x.labelLine(row) {
		return true
	}
	role := x.RowRole(row, t.field)
	if role == compile.TableEnd && x.groups(t.h, row, t.field) {
		if role = compile.FieldLabel; len(row.Cells) == 1 {
			role = compile.TableSkip
		}
	}
	if role == compile.TableEnd {
		return true
	}
	if n > 0 && x.isProse(t.h, row) {
		return true
	}
	line, any := x.readLine(t.h, row, t.f)
	t.above.pass(&line, t.rows, t.f)
	if role == compile.TableSkip {
		t.bottom = cell.Bottom
		return false
	}
	if !any {
		return n > 0 && x.foreign(row, t.field)
	}
	if n > 0 && !x.OpensRow(t.rows[0], line, t.f) && (x.foreign(row, t.field) || cell.Top-t.bottom > 1.2*max(cell.Size, 6)) {
		return true // what stands apart from a row, or under a label, does not go on with it
	}
	t.add(line, r)
	t.bottom = cell.Bottom
	return false
}

// isProse reports whether a line is one of a text that runs across the columns of a table.
func (x *Reader) isProse(h *Heading, row *layout.Row) bool {
	if len(row.Cells) != 1 {
		return false
	}
	cell := &x.Sheet.Cells[row.Cells[0]]
	columns, small := 0, 0
	for _, c := range h.columns {
		if c.Box.Overlap(cell.Rect) > 0 {
			columns++
		}
	}
	for i := cell.First; i < cell.Past; i++ {
		if t := &x.Sheet.Tokens[i]; len(t.Fold) > 1 && t.Small() {
			small++
		}
	}
	return columns > 2 && small >= labels.FullLine
}

// add takes a line into the table: the rest of a text that wraps goes to the row above.
func (t *tableRows) add(line candidate.Row, r int) {
	t.rows = t.x.addLine(t.rows, line, t.f)
}

// labelLine reports whether a line is the headings of what follows: most of its cells
// are labels of other things and nothing else.
func (x *Reader) labelLine(row *layout.Row) bool {
	labels := 0
	for _, c := range row.Cells {
		cell := &x.Sheet.Cells[c]
		if at := x.LabelAt[cell.First]; at > 0 {
			if s := &x.Placed[at-1]; s.Ends && s.Starts && !s.Colon && slices.ContainsFunc(s.Refs, func(r compile.Ref) bool { return r.Role <= compile.BoxLabel || r.Role == compile.NoiseLabel }) {
				labels++
			}
		}
	}
	return len(row.Cells) > 1 && 2*labels > len(row.Cells)
}

// foreign reports whether a line that gave nothing belongs to what follows the table.
func (x *Reader) foreign(row *layout.Row, field int) bool {
	for _, c := range row.Cells {
		if at := x.LabelAt[x.Sheet.Cells[c].First]; at > 0 && x.Placed[at-1].Bounds() {
			return true
		}
	}
	return false
}
