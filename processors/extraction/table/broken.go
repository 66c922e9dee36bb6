package table

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
)

// roomLeft is what the edges of a box leave free of its width beside a number that had to be broken, in font
// sizes, at most: the blanks before the lines, and less than the character that had no room.
const roomLeft = 2

// digits are what numbers and codes that get broken consist of.
const digits = "0123456789.,/-"

// findBroken finds the numbers that a narrow box has on more lines than one: "1.070.443,5" over "2".
// The first piece is read with the others, which stand on no line of their own.
func (r *reader) findBroken() {
	for c := range r.Sheet.Cells {
		first := int32(r.Sheet.Cells[c].First)
		if r.pieces[first] {
			continue
		}
		for at := c; r.breaksOff(at); {
			next := r.underInBox(at)
			if next < 0 {
				break
			}
			piece := int32(r.Sheet.Cells[next].First)
			r.rest[first], r.pieces[piece], at = append(r.rest[first], piece), true, next
		}
	}
}

// breaksOff reports whether a line of a box is one number that has no room for another digit.
func (r *reader) breaksOff(c int) bool {
	cell := &r.Sheet.Cells[c]
	if cell.Box == layout.NoBox || cell.Past-cell.First != 1 || strings.Trim(r.Sheet.Tokens[cell.First].Text, digits) != "" {
		return false
	}
	box := &r.Sheet.Boxes[cell.Box]
	return !box.Open && !box.Ragged && cell.Width()+roomLeft*cell.Size >= box.Width()
}

// underInBox is the line under a line in its box, -1 for none or where the box goes on with another row.
func (r *reader) underInBox(c int) int {
	cell := &r.Sheet.Cells[c]
	for row := int(cell.Row) + 1; row < len(r.Sheet.Rows); row++ {
		if r.Sheet.Rows[row].Page != cell.Page || r.lineBox(row).Top > r.Sheet.Boxes[cell.Box].Bottom {
			break
		}
		for _, under := range r.Sheet.Rows[row].Cells {
			if r.Sheet.Cells[under].Box == cell.Box && !r.sameBoxes(int(cell.Row), row) {
				return int(under)
			}
		}
	}
	return -1
}

// sameBoxes reports whether a line has words in nearly all boxes of a line above: then those hold several rows.
func (r *reader) sameBoxes(above, row int) bool {
	boxes := map[int32]bool{}
	for _, c := range r.Sheet.Rows[above].Cells {
		boxes[r.Sheet.Cells[c].Box] = true
	}
	all := len(boxes)
	for _, c := range r.Sheet.Rows[row].Cells {
		delete(boxes, r.Sheet.Cells[c].Box)
	}
	return all >= alignedCells && 4*len(boxes) <= all
}

// joined reads words as a value: of one word that its box broke, the whole of it.
func (r *reader) joined(value func(int, []int32) (candidate.Cell, bool)) func(int, []int32) (candidate.Cell, bool) {
	return func(column int, words []int32) (candidate.Cell, bool) {
		if len(words) == 1 && r.rest[words[0]] != nil {
			if c, ok := r.Joined(column, slices.Concat(words, r.rest[words[0]])); ok {
				return c, true
			}
		}
		return value(column, words)
	}
}
