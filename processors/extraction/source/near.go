package source

import (
	"math"
	"slices"
	"sort"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// OverCell is the cell right over another one, or -1.
func (x *Document) OverCell(low int32) int32 { return x.CellOver(low, layout.NextLine) }

// CellOver is the nearest cell of a row over a cell that stands over some of it, some font sizes away at most,
// or -1. Large print reaches into the line below it, so rows tell what is over and edges only how far.
func (x *Document) CellOver(low int32, reach float64) int32 {
	here, over := &x.Sheet.Cells[low], int32(-1)
	for _, k := range x.ByTop[here.Page] {
		cell := &x.Sheet.Cells[k]
		if cell.Top > here.Top {
			break
		}
		if cell.Row < here.Row && here.Top-cell.Bottom < reach*max(cell.Size, here.Size) && cell.Overlap(here.Rect) > 0 {
			over = k
		}
	}
	return over
}

// SumIn is the cell of a line that is a sum and stands in a column, or -1.
func (x *Document) SumIn(row *layout.Row, column layout.Rect) int32 {
	for _, c := range row.Cells {
		cell := &x.Sheet.Cells[c]
		if cell.Overlap(column) <= 0 && math.Abs(cell.Right-column.Right) > 2*cell.Char {
			continue
		}
		if _, ok := recognise.Whole(catalogue.Money, x.CellRun(c)); ok {
			return c
		}
	}
	return -1
}

// CellBeside is the next cell of the line, or -1.
func (x *Document) CellBeside(cell int32) int32 {
	if behind := x.Sheet.Behind(cell); len(behind) > 0 {
		return behind[0]
	}
	return -1
}

// CellBefore is the cell before one on its line, or -1.
func (x *Document) CellBefore(cell int32) int32 {
	line := x.Sheet.LineOf(cell)
	if at := slices.Index(line, cell); at > 0 {
		return line[at-1]
	}
	return -1
}

// RightUnder reports whether what begins a gap below something is of one of the next lines under it.
func RightUnder(gap, size float64, lines int) bool {
	return gap > -layout.Overlap*size && gap < float64(lines)*layout.NextLine*size
}

// CellUnder is the nearest cell right under another one, or -1.
func (x *Document) CellUnder(k int32) int32 { return x.NextUnder(k, 1) }

// NextUnder is the nearest cell under another one, not further down than so many lines, or -1.
func (x *Document) NextUnder(k int32, lines int) int32 {
	head := &x.Sheet.Cells[k]
	cells := x.ByTop[head.Page]
	first := sort.Search(len(cells), func(i int) bool { return x.Sheet.Cells[cells[i]].Top > head.Bottom-layout.Overlap*head.Size })
	for _, c := range cells[first:] {
		cell := &x.Sheet.Cells[c]
		if !RightUnder(cell.Top-head.Bottom, head.Size, lines) {
			break
		}
		if c != k && cell.Overlap(head.Rect) > 0 {
			return c
		}
	}
	return -1
}

// Shared is the height that two boxes have in common.
func Shared(a, b layout.Rect) float64 { return min(a.Bottom, b.Bottom) - max(a.Top, b.Top) }

func (x *Document) OnlyMarks(from, to int) bool {
	return !slices.ContainsFunc(x.Sheet.Tokens[from:to], func(t layout.Token) bool { return t.Fold != "" })
}

// Blank reports whether tokens are rules and dots only.
func (x *Document) Blank(index []int32) bool {
	return !slices.ContainsFunc(index, func(i int32) bool { return x.Sheet.Tokens[i].Fold != "" })
}

// Level lists the cells at the height of a box.
func (x *Document) Level(page int32, box layout.Rect) []int32 {
	var out []int32
	for _, c := range x.ByTop[page] {
		cell := &x.Sheet.Cells[c]
		if cell.Top > box.Bottom {
			break
		}
		if Beside(cell.Rect, box) {
			out = append(out, c)
		}
	}
	return out
}

// CloseOver reports whether a cell is of the line over a box.
func (x *Document) CloseOver(cell *layout.Cell, box layout.Rect) bool {
	return cell.Bottom <= box.Top+layout.Overlap*box.Height() && box.Top-cell.Bottom < layout.NextLine*max(cell.Size, box.Height())
}

// Beside reports whether two boxes stand at one height.
func Beside(a, b layout.Rect) bool { return Shared(a, b) > 0.35*min(a.Height(), b.Height()) }

// Flush reports whether two lines are set at one edge or about one middle.
func Flush(a, b layout.Cell) bool { return a.Align(b.Rect) <= b.Char }
