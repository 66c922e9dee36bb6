package propose

import (
	"math"
	"slices"

	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// WholeValue goes on with a value of a label whose line was full over the lines under it.
func (x *Reader) WholeValue(f catalogue.Field, r recognise.Run) recognise.Run {
	index := r.Index
	for range labels.ValueLines - 1 {
		next := int(index[len(index)-1]) + 1
		if !x.wrapsTo(int(r.Index[0]), next) || !x.fitsBehind(f, r, next) {
			break
		}
		line := x.Sheet.Cells[x.Sheet.Tokens[next].Cell]
		index = append(slices.Clone(index), x.Between(next, line.Past-1).Index...)
	}
	return x.Run(index)
}

// wrapsTo reports whether the value that begins at token first goes on in the line that begins at
// token next: that is set solid under it, has no label in it nor beside it, and its first word
// would not have fitted.
func (x *Reader) wrapsTo(first, next int) bool {
	if next >= len(x.Sheet.Tokens) || !x.Sheet.LineStart(next) || x.Sheet.BlockStart(next) || !x.Flow().Wraps(next) {
		return false
	}
	cell := x.Sheet.Tokens[next].Cell
	line, above := x.Sheet.Cells[cell], x.Sheet.Cells[x.Sheet.Tokens[next-1].Cell]
	if line.Top-above.Bottom > labels.Solid*line.Size || x.UnderLabel(cell) || x.besideOther(cell, x.Sheet.Tokens[next-1].Cell) || x.roomFor(&x.Sheet.Tokens[next], above) {
		return false
	}
	for i := line.First; i < line.Past; i++ {
		if x.Boundary(i) {
			return false
		}
	}
	return source.Flush(line, above) || math.Abs(line.Left-x.Sheet.Tokens[first].Left) <= line.Char
}

// besideOther reports whether a line stands right of what is not the rest of the label that its
// first line stands beside.
func (x *Reader) besideOther(cell, above int32) bool {
	label, left := x.before(above), x.before(cell)
	if label < 0 || left < 0 || !x.Boundary(x.Sheet.Cells[label].First) {
		return false
	}
	a, b := x.Sheet.Cells[label], x.Sheet.Cells[left]
	return a.Overlap(b.Rect) > 0 && x.LabelAt[b.First] != x.LabelAt[a.First]
}

// before is the cell left of one on its line, -1 for none.
func (x *Reader) before(cell int32) int32 {
	row := x.Sheet.Rows[x.Sheet.Cells[cell].Row].Cells
	if k := slices.Index(row, cell); k > 0 {
		return row[k-1]
	}
	return -1
}

// roomFor reports whether a word would have fitted behind a line, before what stands right of it.
func (x *Reader) roomFor(word *layout.Token, line layout.Cell) bool {
	const gutter = 2 // characters between two columns
	right := math.Inf(1)
	for _, c := range x.ByTop[line.Page] {
		cell := &x.Sheet.Cells[c]
		if cell.Left >= line.Right && cell.Bottom > line.Top-2*line.Size && cell.Top < word.Bottom {
			right = min(right, cell.Left)
		}
	}
	return line.Right+word.Width()+(1+gutter)*line.Char < right && !math.IsInf(right, 1)
}

// fitsBehind reports whether the line that begins at a token reads on as a value of a field.
func (x *Reader) fitsBehind(f catalogue.Field, r recognise.Run, next int) bool {
	line := x.Sheet.Cells[x.Sheet.Tokens[next].Cell]
	if f.Like != "name" && f.Like != "company" {
		return f.Like == ""
	}
	rest := x.Between(next, line.Past-1)
	if !lettersOnly(rest) || rest.Len() > 4 || x.besideLabel(line) {
		return false
	}
	for i := range rest.Len() {
		if t := rest.Token(i); !shape.BetweenNames(t.Fold) && !sameCase(t, r.Token(0)) || shape.Discipline(t.Fold) {
			return false
		}
	}
	return true
}
