package region

import (
	"math"
	"slices"
	"sort"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// inRow is the value that the row under a label's gives to it.
func (x *Regions) inRow(s *labels.Label) []Region {
	if s.Value < 0 {
		return nil
	}
	place := catalogue.Below
	if x.Sheet.Cells[s.Value].Row < x.Sheet.Cells[s.Cell].Row {
		place = catalogue.Above
	}
	return []Region{{place, x.CellRun(s.Value), candidate.Placed}}
}

// Region is where the value of a label may stand.
type Region struct {
	Place catalogue.Place
	Run   recognise.Run
	Score float64
}

// rightOf is what follows the label on its line: the rest of its cell, or where
// nothing is left of it the cells beside it up to the next label.
func (x *Regions) rightOf(s *labels.Label) (Region, bool) {
	cell := x.Sheet.Cells[s.Cell]
	var index []int32
	for i := s.Last + 1; i < cell.Past && !x.Boundary(i); i++ {
		index = append(index, int32(i))
	}
	if len(index) > 0 && !x.Blank(index) {
		score := behindLabel
		if s.Colon {
			score = withColon
		}
		return Region{catalogue.Right, x.Run(index), score}, true
	}
	return x.besideCell(s, cell)
}

// besideCell is what stands right of the cell at its height, up to the next label.
func (x *Regions) besideCell(s *labels.Label, cell layout.Cell) (Region, bool) {
	if cell.Past != s.Last+1 && !x.OnlyMarks(s.Last+1, cell.Past) {
		return Region{}, false
	}
	score := besideLabel
	if s.Colon {
		score = withColon
	}
	var index []int32
	beside := x.rightward(s)
	if both := x.centred(s); len(both) > 0 {
		beside = both
	}
cells:
	for _, c := range beside {
		next := x.Sheet.Cells[c]
		for i := next.First; i < next.Past; i++ {
			if x.Boundary(i) || i == next.First && x.lowerLine(i) {
				break cells
			}
			index = append(index, int32(i))
		}
	}
	return Region{catalogue.Right, x.Run(index), score}, len(index) > 0
}

// lowerLine reports whether a token begins the lower line of a label of two lines, which is no
// value of the label beside it: "EXPEDIÇÃO" under "DATA DE", beside "GERAL" under "REGISTRO".
func (x *Regions) lowerLine(i int) bool {
	s := x.LabelOn(i)
	if s == nil {
		return false
	}
	return s.First != i && s.Starts && s.Strength >= labels.Marked
}

// besideUpper is what stands right of the first line of a label of two lines: there a
// value of several lines begins.
func (x *Regions) besideUpper(s *labels.Label) (Region, bool) {
	upper := x.Sheet.Tokens[s.First].Cell
	if upper == s.Cell || !s.Starts {
		return Region{}, false
	}
	head := *s
	head.Last, head.Cell = x.Sheet.Cells[upper].Past-1, upper
	head.Box = x.Sheet.Box(head.First, head.Last)
	return x.besideCell(&head, x.Sheet.Cells[upper])
}

// rightward lists the cells right of a label from the nearest on: those of its
// line, or where the line ends there those that are printed a little higher or
// lower, as filled-in forms have them.
func (x *Regions) rightward(s *labels.Label) []int32 {
	if behind := x.Sheet.Behind(s.Cell); len(behind) > 0 {
		return x.admitted(s, behind)
	}
	var out []int32
	var best float64
	for _, c := range x.Level(s.Page, s.Box) {
		if x.Sheet.Cells[c].Left >= s.Box.Right && s.In.Admits(x.Sheet.Cells[c].Box) {
			out = append(out, c)
			best = max(best, source.Shared(x.Sheet.Cells[c].Rect, s.Box))
		}
	}
	out = slices.DeleteFunc(out, func(c int32) bool { return source.Shared(x.Sheet.Cells[c].Rect, s.Box) < best/2 })
	sort.SliceStable(out, func(i, j int) bool { return x.Sheet.Cells[out[i]].Left < x.Sheet.Cells[out[j]].Left })
	return out
}

// pastTail is what stands right of a label that the page prints longer than the
// entry names it: right of its line, or of the lines on which it goes on.
func (x *Regions) pastTail(s *labels.Label, kind catalogue.Kind) (Region, bool) {
	if !s.Starts {
		return Region{}, false
	}
	tail := x.Sheet.Cells[s.Cell].Rect
	for c := s.Cell + 1; int(c) < len(x.Sheet.Cells) && x.Sheet.Cells[c].Block == x.Sheet.Cells[s.Cell].Block; c++ {
		next := x.Sheet.Cells[c]
		if x.Boundary(next.First) || x.HeadOf(c, next.Past-1) > next.First || next.Top-tail.Bottom > layout.Solid*next.Size || source.Holds(kind, x.CellRun(c)) {
			break
		}
		tail = tail.Union(next.Rect)
	}
	var index []int32
	for _, c := range x.Level(s.Page, tail) {
		cell := x.Sheet.Cells[c]
		if cell.Left < tail.Right || cell.MidY() < tail.Top || cell.MidY() > tail.Bottom {
			continue
		}
		if x.Boundary(cell.First) || len(index) > 0 && !source.Beside(cell.Rect, x.Sheet.Cells[x.Sheet.Tokens[index[0]].Cell].Rect) {
			break
		}
		index = append(index, cell.Words()...)
	}
	return Region{catalogue.Right, x.Run(index), behindTail}, len(index) > 0
}

// column is the strip of the page that belongs to a label: from the cell before
// it on its line to the one after.
func (x *Regions) column(s *labels.Label) (left, right float64, heads []layout.Rect) {
	page := x.Sheet.Pages[s.Page]
	left, right = 0, page.Width
	if s.Boxed() {
		left, right = x.sides(s)
		if s.In.Alone {
			return left, right, nil
		}
	}
	for _, c := range x.Level(s.Page, s.Box) {
		cell := &x.Sheet.Cells[c]
		switch {
		case c == s.Cell:
			continue
		case s.Boxed() && cell.Box != x.Sheet.Cells[s.Cell].Box:
			continue // of the box beside
		case cell.MidY() >= s.Box.Bottom && cell.Overlap(s.Box) > 0:
			continue // under it, and set higher than the label
		}
		heads = append(heads, cell.Rect)
		if cell.Right <= s.Box.Left+1 {
			left = max(left, cell.Right)
		} else if cell.Left >= s.Box.Right-1 {
			right = min(right, cell.Left)
		}
	}
	return left, right, heads
}

// Below is the value under a label: the nearest line in its column.
func (x *Regions) Below(s *labels.Label, lines int) (Region, bool) {
	left, right, heads := x.column(s)
	cells := x.notBefore(s.Box, x.under(s, left, right))
	if len(cells) == 0 {
		return Region{}, false
	}
	var index []int32
	first := x.Sheet.Cells[cells[0]]
	last := first
	whole, free, wraps := false, x.headsText(s), lines > 1
	for k, c := range cells {
		cell := x.Sheet.Cells[c]
		if k > 0 && !source.Beside(cell.Rect, first.Rect) && !goesOn(cell, first) {
			continue // of the column beside
		}
		if k > 0 && !source.Beside(cell.Rect, last.Rect) {
			inBox := s.In.Alone && cell.Box == first.Box && s.Boxed() // the frame says what belongs together, not the gaps
			leadsOn := wraps && labels.LeadsOn[x.Sheet.Tokens[last.Past-1].Fold]
			if lines--; lines <= 0 && !leadsOn || cell.Top-last.Bottom > layout.Solid*last.Size && cell.Block != last.Block && !inBox {
				break
			}
		}
		picked, all := x.clip(cell, s.Box, left, right, heads)
		if len(picked) == 0 {
			if k == 0 {
				return Region{}, false
			}
			continue
		}
		if x.Boundary(int(picked[0])) && !(free && x.insideText(int(picked[0]), k)) {
			break
		}
		whole = k == 0 && all || k > 0 && whole
		if k == 0 {
			picked = x.withoutRule(picked, s.Box)
		}
		for j, i := range picked {
			if j > 0 && !(free && !x.Sheet.LineStart(int(i))) && x.Boundary(int(i)) {
				break
			}
			index = append(index, i)
		}
		last = cell
	}
	if len(index) == 0 || x.Blank(index) {
		return Region{}, false
	}
	gap := max(first.Top-s.Box.Bottom, 0) / max(first.Size, 1)
	if s.Boxed() {
		gap = 0 // wherever in the box
	}
	score := belowLabel - step*gap
	if !whole {
		score -= step
	}
	return Region{catalogue.Below, x.Run(index), score}, score > 0
}

// headsText reports whether a label is the heading of a part or of a drawn box that holds nothing
// but its text, as "Informações complementares": words within its lines are no labels.
func (x *Regions) headsText(s *labels.Label) bool {
	return s.Ends && (s.OpensPart() || s.Boxed()) && x.AsksText(s)
}

// insideText reports whether the label with which line k of a text begins is the first word of a remark,
// "Previdência complementar: Fundo Tal, CNPJ ..., R$ 1,00", or in small letters the rest of a sentence.
func (x *Regions) insideText(first, k int) bool {
	cell := x.Sheet.Tokens[first].Cell
	on := x.LabelOn(x.HeadOf(cell, first))
	return on != nil && (x.Sheet.Tokens[first].Small() || k == 0 && x.Sheet.Cells[cell].Past-on.Last > remark)
}

const remark = 8 // words behind a label that are a sentence

// notBefore drops the cells of the first line that end before a label begins
// where others of the line stand under it, or that are labels themselves: those
// belong to something beside.
func (x *Regions) notBefore(box layout.Rect, cells []int32) []int32 {
	cells = slices.DeleteFunc(cells, func(c int32) bool {
		cell := &x.Sheet.Cells[c]
		return cell.Overlap(box) < -cell.Char && cell.Top < box.Bottom+box.Height()/2 && x.Boundary(cell.First) // a label beside, set a little lower
	})
	if len(cells) == 0 {
		return nil
	}
	line := x.Sheet.Cells[cells[0]].Rect
	under := slices.ContainsFunc(cells, func(c int32) bool {
		return source.Beside(x.Sheet.Cells[c].Rect, line) && x.Sheet.Cells[c].Overlap(box) > 0
	})
	return slices.DeleteFunc(cells, func(c int32) bool {
		cell := &x.Sheet.Cells[c]
		return (under || x.Boundary(cell.First)) && source.Beside(cell.Rect, line) && cell.Right <= box.Left
	})
}

// withoutRule drops what OCR made of the rule at the left of a box: a letter or two
// before a value that stands flush with its label.
func (x *Regions) withoutRule(index []int32, label layout.Rect) []int32 {
	if len(index) < 2 {
		return index
	}
	rule, value := &x.Sheet.Tokens[index[0]], &x.Sheet.Tokens[index[1]]
	width := value.Width() / float64(max(len(value.Fold), 1))
	if rule.OCR && len(rule.Fold) <= 2 && rule.Right <= label.Left+width/2 && math.Abs(value.Left-label.Left) < width {
		return index[1:]
	}
	return index
}

// goesOn reports whether a line further down belongs to the column of the first one.
func goesOn(cell, first layout.Cell) bool {
	return math.Abs(cell.Left-first.Left) < 3*first.Char || math.Abs(cell.MidX()-first.MidX()) < 3*first.Char ||
		cell.Left > first.Left && cell.Right < first.Right
}

// under lists the cells below a label within its column, nearest first.
func (x *Regions) under(s *labels.Label, left, right float64) []int32 {
	var out []int32
	box := s.Box
	size := max(box.Height(), 4)
	for _, c := range x.ByTop[s.Page] {
		cell := &x.Sheet.Cells[c]
		if cell.MidY() < box.Bottom || cell.Top < box.Top && cell.Overlap(box) > 0 || !s.In.Admits(cell.Box) {
			continue
		}
		if len(out) == 0 && !s.Boxed() && cell.Top-box.Bottom > layout.Reach*max(size, cell.Size) {
			if cell.Top-box.Bottom > 80 {
				break
			}
			continue
		}
		if len(out) > 0 && cell.Top-x.Sheet.Cells[out[len(out)-1]].Bottom > 2*cell.Size {
			break
		}
		if min(cell.Right, right)-max(cell.Left, left) > 0 && (s.Boxed() || x.closeTo(cell, box, left, right) || x.alonePair(s, cell)) {
			out = append(out, c)
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := &x.Sheet.Cells[out[i]], &x.Sheet.Cells[out[j]]
		if source.Beside(a.Rect, b.Rect) {
			return a.Left < b.Left
		}
		return a.Top < b.Top
	})
	return out
}

// alonePair reports whether a label is all of its line and a cell all of the next: the value is set flush right.
func (x *Regions) alonePair(s *labels.Label, cell *layout.Cell) bool {
	row := x.Sheet.Cells[s.Cell].Row
	return s.Starts && s.Ends && cell.Row == row+1 && len(x.Sheet.Rows[row].Cells) == 1 && len(x.Sheet.Rows[cell.Row].Cells) == 1
}

// closeTo keeps a value in the neighbourhood of its label where no other label
// bounds the column: under it, or by an edge of it.
func (x *Regions) closeTo(cell *layout.Cell, box layout.Rect, left, right float64) bool {
	if cell.Overlap(box) > -2*cell.Char {
		return true
	}
	return cell.Left >= left && cell.Right <= right+cell.Char && min(math.Abs(cell.Left-box.Right), math.Abs(box.Left-cell.Right)) < 160
}

// clip takes the tokens of a cell that stand in the column; all when it is the
// whole cell. A cell that is nearer to another label of the row gives none.
func (x *Regions) clip(cell layout.Cell, label layout.Rect, left, right float64, heads []layout.Rect) (index []int32, all bool) {
	slack := cell.Char
	if cell.Left >= left-slack && cell.Right <= right+slack || cell.Overlap(label) > 0 && x.alone(cell, label, heads) {
		for _, h := range heads {
			before := cell.Left >= left && h.Left >= cell.Right && h.Left >= label.Right // set flush right in the strip of the label
			if !before && h.Align(cell.Rect) < label.Align(cell.Rect) && h.Overlap(cell.Rect) >= label.Overlap(cell.Rect) {
				return nil, false
			}
		}
		index = append(index, cell.Words()...)
		return index, true
	}
	for i := cell.First; i < cell.Past; i++ {
		t := &x.Sheet.Tokens[i]
		if t.Left >= left-slack && t.Right <= right+slack {
			index = append(index, int32(i))
		}
	}
	return index, false
}

// alone reports whether of all labels of the row only this one stands over the cell.
func (x *Regions) alone(cell layout.Cell, label layout.Rect, heads []layout.Rect) bool {
	for _, h := range heads {
		if h.Overlap(cell.Rect) > 0 {
			return false
		}
	}
	return true
}

// above is the line over a label, as the name over a signature's caption.
func (x *Regions) above(s *labels.Label) (Region, bool) {
	best := x.OverCell(s.Cell)
	if best < 0 || x.Boundary(x.Sheet.Cells[best].First) {
		return Region{}, false
	}
	return x.upFrom(best, 1), true
}

// upFrom is the text of a cell and of the lines over it that belong to it.
func (x *Regions) upFrom(c int32, lines int) Region {
	var index []int32
	for _, c := range x.higher(c, lines) {
		index = append(index, x.Sheet.Cells[c].Words()...)
	}
	return Region{catalogue.Above, x.Run(index), overLabel}
}

// sides are the left and the right side of the boxes in which a label's value may stand
// below it.
func (x *Regions) sides(s *labels.Label) (left, right float64) {
	box := x.Sheet.Boxes[x.Sheet.Cells[s.Cell].Box].Rect
	for _, b := range s.In.Boxes {
		if o := x.Sheet.Boxes[b].Rect; o.Top >= s.Box.MidY() {
			box.Left, box.Right = max(box.Left, o.Left), min(box.Right, o.Right)
		}
	}
	const slack = 2 // points that type may touch a side
	return box.Left - slack, box.Right + slack
}

// admitted are the first of some cells in which the value of a label may stand.
func (x *Regions) admitted(s *labels.Label, cells []int32) []int32 {
	for k, c := range cells {
		if !s.In.Admits(x.Sheet.Cells[c].Box) {
			return cells[:k]
		}
	}
	return cells
}

// centred lists the two lines right of a label between which it stands: a row of a table whose cells
// are centred, with a value that takes a line more than its label.
func (x *Regions) centred(s *labels.Label) []int32 {
	var out []int32
	if !s.Ends || !s.Colon && x.RightVote < 0.5 {
		return nil
	}
	limit := math.Inf(1)
	for _, c := range x.Sheet.LineOf(s.Cell) {
		if next := &x.Sheet.Cells[c]; next.Left > s.Box.Right && math.Abs(next.MidY()-s.Box.MidY()) < next.Size/4 {
			limit = min(limit, next.Left)
		}
	}
	for _, c := range x.ByTop[s.Page] {
		upper := &x.Sheet.Cells[c]
		if upper.Left < s.Box.Right || upper.Right > limit || upper.MidY() >= s.Box.MidY() || s.Box.MidY()-upper.MidY() > s.Box.Height() || !s.In.Admits(upper.Box) || x.otherLabel(c, s.Cell) {
			continue
		}
		under := x.CellUnder(c)
		if under < 0 || x.otherLabel(under, s.Cell) {
			continue
		}
		lower := &x.Sheet.Cells[under]
		if upper.Block == lower.Block && math.Abs(lower.Left-upper.Left) < upper.Char && math.Abs(upper.MidY()+lower.MidY()-2*s.Box.MidY()) < upper.Size/4 {
			out, limit = []int32{c, under}, upper.Left
		}
	}
	return out
}

// otherLabel reports whether a cell is a label or a cell left of it in its row is one, but for one label.
func (x *Regions) otherLabel(c, but int32) bool {
	row := x.Sheet.LineOf(c)
	return slices.ContainsFunc(row[:slices.Index(row, c)+1], func(o int32) bool { return o != but && x.LabelCell(o) })
}
