package layout

import "math"

// takeOverflow gives the lines of a text that run over the bottom line of its box to that box: the line is
// drawn through them, and the line of text above, flush with them, stands in it.
func (b *pageBuilder) takeOverflow() {
	for i := range b.cells {
		c := &b.cells[i]
		if !b.closed(c.box) {
			continue
		}
		edge := b.grid.Boxes[c.box].Top
		if edge < c.Top+0.2*c.Height() || edge > c.MidY() {
			continue
		}
		for _, row := range b.rows[max(c.row-2, 0):c.row] {
			for _, k := range row {
				above := &b.cells[k]
				if b.whole(above.box) && math.Abs(b.grid.Boxes[above.box].Bottom-edge) < 1 && math.Abs(above.Left-c.Left) < c.char/2 && c.Top-above.Bottom < 0.3*c.size {
					c.box = above.box
				}
			}
		}
	}
}
