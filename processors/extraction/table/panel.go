package table

import (
	"slices"

	"lavra.dev/processors/text/layout"
)

// besidePanel is the table under a heading line without the panel of something else at its side, where
// that has more: sums at the right of the goods, who the statement is for at the left of the papers.
func (r *reader) besidePanel(row int, best part) part {
	first, _ := r.reach(row)
	for _, e := range r.edges(row) {
		if p := r.readHalf(first, e.at, e.left); r.worthOf(p.rows) > r.worthOf(best.rows) {
			best = p
		}
	}
	return best
}

// edge is where a table ends and a panel beside it begins.
type edge struct {
	at   float64
	left bool // the panel is at the left
}

// panelGap is how many heights of the type a panel stands from the headings of a table, at least.
const panelGap = 1.0

// edges are the ends of a line of headings, of those that name columns, and without the last: a label of
// the panel may stand at the height of the headings. Lines under them stand wholly beyond.
func (r *reader) edges(row int) (out []edge) {
	pieces, ok := r.headingLine(row)
	if !ok {
		return []edge{{r.beyond(pieces), false}}
	}
	pieces = slices.DeleteFunc(slices.Clone(pieces), func(p piece) bool { return p.other })
	n := len(pieces)
	if n < 3 {
		return nil
	}
	gap := panelGap * pieces[0].Height()
	named := n - 1
	for named > 0 && len(pieces[named].names) == 0 {
		named--
	}
	for _, e := range []edge{{pieces[n-1].Right + gap, false}, {pieces[n-2].Right + gap, false}, {pieces[named].Right + gap, false}, {pieces[0].Left - gap, true}} {
		if !slices.Contains(out, e) && r.standsBeyond(row, e) {
			out = append(out, e)
		}
	}
	return out
}

// beyond is where a panel right of headings begins.
func (r *reader) beyond(pieces []piece) float64 {
	last := &pieces[len(pieces)-1]
	return last.Right + panelGap*last.Height()
}

// besideHeadings is how many headings tell that a value on their line is one of a panel, at least.
const besideHeadings = 3

// besideValue reports whether a line is one of headings all the same: the value on it is of a panel.
func (r *reader) besideValue(row int, pieces []piece) bool {
	return distinctNames(pieces) >= besideHeadings && slices.ContainsFunc(r.Sheet.Rows[row].Cells, func(c int32) bool {
		return r.Sheet.Cells[c].Left >= r.beyond(pieces)
	})
}

// panelLabels is how many labels of something else under a heading make a panel of what stands there.
const panelLabels = 2

// ofOther reports whether a cell is nothing but a label of something else.
func (r *reader) ofOther(cell *layout.Cell) bool {
	at, ok := r.labelAt[int32(cell.First)]
	return ok && int(r.Labels[at].Last) == cell.Past-1 && len(r.Labels[at].Names) == 0
}

// standsBeyond reports whether one of the first lines under a heading stands wholly beyond an edge, or
// labels of something else do.
func (r *reader) standsBeyond(row int, e edge) bool {
	labels := 0
	for at := row + 1; at < min(row+1+sampleLines, len(r.Sheet.Rows)) && r.Sheet.Rows[at].Page == r.Sheet.Rows[row].Page; at++ {
		if box := r.lineBox(at); e.left && box.Right <= e.at || !e.left && box.Left >= e.at {
			return true
		}
		for _, c := range r.Sheet.Rows[at].Cells {
			if cell := &r.Sheet.Cells[c]; !e.left && cell.Left >= e.at && r.ofOther(cell) {
				labels++
			}
		}
	}
	return labels >= panelLabels
}
