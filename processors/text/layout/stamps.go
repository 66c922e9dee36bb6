package layout

import (
	"slices"

	"lavra.dev/processors/text/grid"
)

// findStamps marks the words that are printed askew over the page, "SEGUNDA VIA": much taller than what
// the page is set in, and too narrow for level letters of that height, or around words of other lines. They
// stand in no box and beside nothing.
func (b *pageBuilder) findStamps() {
	if len(b.cells) == 0 {
		return
	}
	sizes := make([]float64, len(b.cells))
	for i := range b.cells {
		sizes[i] = b.cells[i].size
	}
	slices.Sort(sizes)
	usual := sizes[len(sizes)/2]
	for i := range b.cells {
		c := &b.cells[i]
		if c.Height() > stampSize*usual && (c.char < stampChar*c.Height() || b.coveredRows(c) >= stampRows) {
			c.stamp, c.box = true, grid.None
		}
	}
}

const (
	stampSize = 3   // a title is set in up to twice the size of the text
	stampChar = 0.4 // of the height: letters are 0.5 wide, narrow ones 0.4; of a word askew the height is most of its length
	stampRows = 2   // a large word beside two small lines covers neither
)

// coveredRows counts the rows that have a cell of which the middle is within c.
func (b *pageBuilder) coveredRows(c *protoCell) int {
	n, last := 0, c.row
	for i := range b.cells {
		o := &b.cells[i]
		if o.row != last && o.row != c.row && o.MidX() > c.Left && o.MidX() < c.Right && o.MidY() > c.Top && o.MidY() < c.Bottom {
			n, last = n+1, o.row
		}
	}
	return n
}
