package layout

import (
	"math"
	"slices"

	"lavra.dev/processors/text/grid"
)

const (
	gutterLines = 3    // that begin at different places: fewer align by chance
	gutterReach = 40   // lines up and down that are looked at: a page has no longer form
	gutterEdge  = 0.15 // mean characters that an edge may stray
	gutterWide  = 1.3  // times the space between words
	boxEdge     = 1.0  // points that the sides of two boxes may stray
	raggedBy    = 0.8  // mean characters between the beginnings of two labels set flush right
)

// splitGutters parts labels set flush right from their values, flush left a space behind them: on lines one under
// the other the words before the space end, and those behind it begin, at the same place, while each line begins
// at another. Lines of text begin or end together.
func (b *pageBuilder) splitGutters() {
	for r := range b.rows {
		b.splitRow(r, func(k int) int { return b.gutter(k) })
	}
}

// gutter is the first token of a cell behind such a space, 0 for none.
func (b *pageBuilder) gutter(k int) int {
	c := &b.cells[k]
	for i := 1; i < len(c.tokens); i++ {
		before, t := &c.tokens[i-1], &c.tokens[i]
		if t.Fold == "" || HasDigit(before.Text) || !c.wide(i) {
			continue // sums set flush right before their sign: "1.200,00 D"
		}
		begins := []float64{c.Left}
		for _, step := range []int{-1, 1} {
			for r := c.row + step; r >= 0 && r < len(b.rows) && max(r-c.row, c.row-r) < gutterReach; r += step {
				left, ok := b.gutterAt(r, c, before.Right, t.Left)
				if ok {
					begins = append(begins, left)
				} else if !b.goesPast(r, c, t.Left-gutterEdge*c.char) {
					break
				}
			}
		}
		slices.Sort(begins)
		if begins = slices.CompactFunc(begins, func(a, b float64) bool { return math.Abs(a-b) < raggedBy*c.char }); len(begins) >= gutterLines {
			return i
		}
	}
	return 0
}

// gutterAt reports whether a row has, in the box of a cell or one over or under it, a space between two words that ends
// and begins at given places, and where the cell begins that the first of them ends.
func (b *pageBuilder) gutterAt(r int, of *protoCell, end, begin float64) (left float64, ok bool) {
	edge := gutterEdge * of.char
	for n, k := range b.rows[r] {
		c := &b.cells[k]
		if !b.sameSides(c.box, of.box) {
			continue
		}
		for i := range c.tokens {
			if math.Abs(c.tokens[i].Left-begin) > edge {
				continue
			}
			if i > 0 && math.Abs(c.tokens[i-1].Right-end) < edge {
				return c.Left, true
			}
			if i == 0 && n > 0 && math.Abs(b.cells[b.rows[r][n-1]].Right-end) < edge {
				return b.cells[b.rows[r][n-1]].Left, true
			}
		}
	}
	for _, k := range b.rows[r] {
		if c := &b.cells[k]; math.Abs(c.Right-end) < edge && b.sameSides(c.box, of.box) {
			return c.Left, true // the rest of a label
		}
	}
	return 0, false
}

// sameSides reports whether two boxes are one, or have the same sides: the names of boxes whose sides differ, as "Valor
// ICMS" under "Valor" and a sum, line up by chance.
func (b *pageBuilder) sameSides(one, other int) bool {
	if one == other || one == grid.None || other == grid.None {
		return one == other
	}
	p, q := b.grid.Boxes[one].Rect, b.grid.Boxes[other].Rect
	return math.Abs(p.Left-q.Left) < boxEdge && math.Abs(p.Right-q.Right) < boxEdge
}

// goesPast reports whether all of a row stands left or right of a cell, or is the rest of a value that begins at a place.
func (b *pageBuilder) goesPast(r int, c *protoCell, begin float64) bool {
	return !slices.ContainsFunc(b.rows[r], func(k int) bool { return b.cells[k].Overlap(c.Rect) > 0 && b.cells[k].Left < begin })
}

// wide reports whether the space before token i of a cell is wider than those between its other words.
func (c *protoCell) wide(i int) bool {
	gap := c.tokens[i].Left - c.tokens[i-1].Right
	for k := 1; k < len(c.tokens); k++ {
		if k != i && c.tokens[k].Space && c.tokens[k].Left-c.tokens[k-1].Right > gap/gutterWide {
			return false
		}
	}
	return c.tokens[i].Space && gap > 0
}
