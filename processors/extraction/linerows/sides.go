package linerows

import (
	"math"
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// sideGap is how many heights of a line two lines under the title of a side stand apart, at most.
const sideGap = 3

// side is the title of one side of an account: what sums under it are.
type side struct {
	column int
	box    layout.Rect
	area   int32 // the box drawn around the title, layout.NoBox for none
}

// ReadSides reads a list without headings whose lines stand under the sides of the account that
// they are of, beside each other or one below the other: "Ganhos", and under it "Salário 3.000,00".
func (x *Reader) ReadSides(field int, f catalogue.Field) []candidate.Row {
	patterns := x.Type.PairForms[field]
	if len(patterns) == 0 {
		return nil
	}
	var rows []candidate.Row
	for r := range x.Sheet.Rows {
		sides := x.sides(r, field, f)
		if len(sides) == 0 {
			continue
		}
		lines, origin := x.SheetOf(r+1, x.sidesEnd(r, field, f))
		text := pattern.Over(lines)
		of := make([][]candidate.Row, len(sides))
		for _, cell := range lines.Cells {
			halves := x.halves(sides, lines, cell)
			for k, half := range halves {
				for _, m := range lineMatches(patterns, text, half) {
					if len(halves) < len(sides) {
						k = nearest(sides, lines.Box(m.First, m.Last))
					}
					if row := x.LineRow(f, m, origin, sides[k].column); x.Begins(row, f) {
						of[k] = append(of[k], row)
					}
				}
			}
		}
		rows = append(rows, slices.Concat(of...)...)
	}
	return rows
}

// sides are the titles of sides of the account on a line where nothing else stands.
func (x *Reader) sides(r, field int, f catalogue.Field) (out []side) {
	for _, c := range x.Sheet.Rows[r].Cells {
		on := x.HeadLabel(c)
		if on == nil || !on.Ends {
			return nil
		}
		ref, ok := labels.ColumnRef(on, field)
		if !ok || f.Columns[ref.Column].Kind != catalogue.Money {
			return nil
		}
		out = append(out, side{ref.Column, on.Box, x.Sheet.Cells[c].Box})
	}
	return out
}

// halves are the parts of a line under titles in drawn boxes beside each other, the line itself under others.
func (x *Reader) halves(sides []side, lines *layout.Sheet, line layout.Cell) []layout.Cell {
	out := []layout.Cell{line}
	for k := 1; k < len(sides); k++ {
		if sides[k].area == layout.NoBox || sides[k-1].area == sides[k].area {
			return []layout.Cell{line}
		}
		rest := &out[len(out)-1]
		for t := rest.First + 1; t < rest.Past; t++ {
			if lines.Tokens[t].MidX() >= x.Sheet.Boxes[sides[k].area].Left {
				next := *rest
				rest.Past, next.First = t, t
				out = append(out, next)
				break
			}
		}
	}
	return out
}

// nearest is the title whose middle is nearest to that of a box.
func nearest(sides []side, box layout.Rect) int {
	best := 0
	for k := range sides {
		if math.Abs(sides[k].box.MidX()-box.MidX()) < math.Abs(sides[best].box.MidX()-box.MidX()) {
			best = k
		}
	}
	return best
}

// sidesEnd is where the lines under titles of sides end: before another title, a total, another
// part of the document, a line that stands apart, or headings, which name their columns better.
func (x *Reader) sidesEnd(r, field int, f catalogue.Field) int {
	above := x.Sheet.Cells[x.Sheet.Rows[r].Cells[0]]
	past := r + 1
	for ; past < len(x.Sheet.Rows); past++ {
		row := &x.Sheet.Rows[past]
		cell := x.Sheet.Cells[row.Cells[0]]
		if len(x.sides(past, field, f)) > 0 || row.Page != above.Page || cell.Top-above.Bottom > sideGap*above.Height() || x.RowRole(row, field) == compile.TableEnd || x.Boundary(cell.First) && !x.HoldsDigits(&x.Sheet.Cells[row.Cells[len(row.Cells)-1]]) {
			break
		}
		above = cell
	}
	return past
}
