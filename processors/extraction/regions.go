package extraction

import (
	"math"
	"slices"
	"sort"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// region is where the value of a label may stand.
type region struct {
	place catalogue.Place
	run   recognise.Run
	score float64
	whole bool // its first line is exactly a cell
}

// rightOf is what follows the label on its line: the rest of its cell, or where
// nothing is left of it the cells beside it up to the next label.
func (x *extractor) rightOf(s *spot) (region, bool) {
	cell := x.sheet.Cells[s.cell]
	var index []int32
	for i := s.last + 1; i < cell.Past; i++ {
		if x.boundary(i) {
			break
		}
		index = append(index, int32(i))
	}
	if len(index) > 0 && !x.blank(index) {
		score := 0.9
		if s.colon {
			score = 1
		}
		return region{catalogue.Right, x.run(index), score, s.starts}, true
	}
	return x.besideCell(s, cell)
}

// besideCell is what stands right of the cell at its height, up to the next label.
func (x *extractor) besideCell(s *spot, cell layout.Cell) (region, bool) {
	if cell.Past != s.last+1 && !x.onlyMarks(s.last+1, cell.Past) {
		return region{}, false
	}
	score := 0.85
	if s.colon {
		score = 0.97
	}
	var index []int32
	beside := x.rightward(s)
	if len(beside) == 0 && x.rightVote > 0.6 {
		beside, score = x.raised(s), 0.8*score
	}
	for _, c := range beside {
		next := x.sheet.Cells[c]
		for i := next.First; i < next.Past; i++ {
			if x.boundary(i) {
				return region{catalogue.Right, x.run(index), score, true}, len(index) > 0
			}
			index = append(index, int32(i))
		}
	}
	return region{catalogue.Right, x.run(index), score, true}, len(index) > 0
}

// besideUpper is what stands right of the first line of a label of two lines: there a
// value of several lines begins.
func (x *extractor) besideUpper(s *spot) (region, bool) {
	upper := x.sheet.Tokens[s.first].Cell
	if upper == s.cell || !s.starts {
		return region{}, false
	}
	head := *s
	head.last, head.cell = x.sheet.Cells[upper].Past-1, upper
	head.box = x.sheet.Box(head.first, head.last)
	return x.besideCell(&head, x.sheet.Cells[upper])
}

// rightward lists the cells right of a label from the nearest on: those of its
// line, or where the line ends there those that are printed a little higher or
// lower, as filled-in forms have them.
func (x *extractor) rightward(s *spot) []int32 {
	row := x.sheet.Rows[x.sheet.Cells[s.cell].Row].Cells
	for k, c := range row {
		if c == s.cell && k+1 < len(row) {
			return x.admitted(s, row[k+1:])
		}
	}
	var out []int32
	best := 0.0
	for _, c := range x.level(s.page, s.box) {
		if x.sheet.Cells[c].Left >= s.box.Right && s.in.Admits(x.sheet.Cells[c].Box) {
			out = append(out, c)
			best = max(best, shared(x.sheet.Cells[c].Rect, s.box))
		}
	}
	out = slices.DeleteFunc(out, func(c int32) bool { return shared(x.sheet.Cells[c].Rect, s.box) < 0.8*best })
	sort.SliceStable(out, func(i, j int) bool { return x.sheet.Cells[out[i]].Left < x.sheet.Cells[out[j]].Left })
	return out
}

// raised lists the cells right of a label on a scan whose value was filled in a
// little above the line: next to it, ending where the label begins.
func (x *extractor) raised(s *spot) []int32 {
	for _, c := range x.byTop[s.page] {
		cell := &x.sheet.Cells[c]
		up := s.box.Top - cell.Bottom
		if cell.Left < s.box.Right-cell.Char || cell.Left-s.box.Right > 12*cell.Char || x.boundary(cell.First) {
			continue
		}
		if up < 0.4*cell.Height() && up > -cell.Height() && cell.MidY() < s.box.Top && x.sheet.Tokens[cell.First].OCR {
			return []int32{c}
		}
	}
	return nil
}

// shared is the height that two boxes have in common.
func shared(a, b layout.Rect) float64 { return min(a.Bottom, b.Bottom) - max(a.Top, b.Top) }

// pastTail is what stands right of a label that the page prints longer than the
// entry names it: right of its line, or of the lines on which it goes on.
func (x *extractor) pastTail(s *spot, kind catalogue.Kind) (region, bool) {
	if !s.starts {
		return region{}, false
	}
	tail := x.sheet.Cells[s.cell].Rect
	for c := s.cell + 1; int(c) < len(x.sheet.Cells) && x.sheet.Cells[c].Block == x.sheet.Cells[s.cell].Block; c++ {
		next := x.sheet.Cells[c]
		if x.boundary(next.First) || x.headOf(c, next.Past-1) > next.First || next.Top-tail.Bottom > 0.7*next.Size || holds(kind, x.between(next.First, next.Past-1)) {
			break
		}
		tail = tail.Union(next.Rect)
	}
	var index []int32
	for _, c := range x.level(s.page, tail) {
		cell := x.sheet.Cells[c]
		if cell.Left < tail.Right || cell.MidY() < tail.Top || cell.MidY() > tail.Bottom {
			continue
		}
		if x.boundary(cell.First) || len(index) > 0 && !beside(cell.Rect, x.sheet.Cells[x.sheet.Tokens[index[0]].Cell].Rect) {
			break
		}
		for i := cell.First; i < cell.Past; i++ {
			index = append(index, int32(i))
		}
	}
	return region{catalogue.Right, x.run(index), 0.9, true}, len(index) > 0
}

func (x *extractor) onlyMarks(from, to int) bool {
	for i := from; i < to; i++ {
		if x.sheet.Tokens[i].Fold != "" {
			return false
		}
	}
	return true
}

// blank tells whether tokens are rules and dots only.
func (x *extractor) blank(index []int32) bool {
	for _, i := range index {
		if x.sheet.Tokens[i].Fold != "" {
			return false
		}
	}
	return true
}

func (x *extractor) run(index []int32) recognise.Run {
	return recognise.Run{Sheet: x.sheet, Index: index}
}

const (
	belowReach = 2.4 // font sizes from a label down to its value
	aboveReach = 1.8
)

// column is the strip of the page that belongs to a label: from the label before
// it on its line to the one after.
func (x *extractor) column(s *spot) (left, right float64, heads []layout.Rect) {
	page := x.sheet.Pages[s.page]
	left, right = 0, page.Width
	if s.boxed() {
		left, right = x.sides(s)
		if s.in.Alone {
			return left, right, nil
		}
	}
	for _, c := range x.level(s.page, s.box) {
		if s.boxed() && x.sheet.Cells[c].Box != x.sheet.Cells[s.cell].Box {
			continue // of the box beside
		}
		if x.sheet.Cells[c].MidY() >= s.box.Bottom && x.sheet.Cells[c].Overlap(s.box) > 0 {
			continue // under it, and set higher than the label
		}
		for _, h := range x.parts(c) {
			if c == s.cell && (h.Left <= s.box.Left && h.Right >= s.box.Right || h.Right <= s.box.Left && x.afterDash(s) || h.Left >= s.box.Right-1 && x.beforeDash(s)) {
				continue
			}
			heads = append(heads, h)
			if h.Right <= s.box.Left+1 {
				left = max(left, h.Right)
			} else if h.Left >= s.box.Right-1 {
				right = min(right, h.Left)
			}
		}
	}
	return left, right, heads
}

// afterDash tells whether a dash ties a label to the words before it: then they
// are one heading.
func (x *extractor) afterDash(s *spot) bool {
	return s.first > 0 && !s.starts && x.sheet.Tokens[s.first-1].Dash()
}

// beforeDash tells the same of the words behind it.
func (x *extractor) beforeDash(s *spot) bool {
	return !s.ends && (s.last > s.first && x.sheet.Tokens[s.last].Dash() || x.sheet.Tokens[s.last+1].Dash())
}

// parts are the boxes of a cell's labels with their numbers, or the cell itself.
func (x *extractor) parts(c int32) []layout.Rect {
	cell := x.sheet.Cells[c]
	var out []layout.Rect
	start := cell.First
	for i := cell.First + 1; i < cell.Past; i++ {
		if x.boundary(i) && x.headOf(c, i) < i {
			out = append(out, x.sheet.Box(start, i-1))
			start = i
		}
	}
	return append(out, x.sheet.Box(start, cell.Past-1))
}

// level lists the cells at the height of a box.
func (x *extractor) level(page int32, box layout.Rect) []int32 {
	var out []int32
	for _, c := range x.byTop[page] {
		cell := &x.sheet.Cells[c]
		if cell.Top > box.Bottom {
			break
		}
		if beside(cell.Rect, box) {
			out = append(out, c)
		}
	}
	return out
}

// below is the value under a label: the nearest line in its column.
func (x *extractor) below(s *spot, lines int) (region, bool) {
	left, right, heads := x.column(s)
	cells := x.notBefore(s.box, x.under(s, left, right))
	if len(cells) == 0 {
		return region{}, false
	}
	var index []int32
	first := x.sheet.Cells[cells[0]]
	last := first
	whole, free := false, x.headsText(s)
	for k, c := range cells {
		cell := x.sheet.Cells[c]
		if k > 0 && !beside(cell.Rect, first.Rect) && !goesOn(cell, first) {
			continue // of the column beside
		}
		if k > 0 && !beside(cell.Rect, last.Rect) {
			if lines--; lines <= 0 || cell.Top-last.Bottom > 0.9*last.Size {
				break
			}
		}
		picked, all := x.clip(cell, s.box, left, right, heads)
		if len(picked) == 0 {
			if k == 0 {
				return region{}, false
			}
			continue
		}
		if x.boundary(int(picked[0])) {
			break
		}
		whole = k == 0 && all || k > 0 && whole
		if k == 0 {
			picked = x.withoutRule(picked, s.box)
		}
		for j, i := range picked {
			if j > 0 && !(free && !x.sheet.LineStart(int(i))) && x.boundary(int(i)) {
				break
			}
			index = append(index, i)
		}
		last = cell
	}
	if len(index) == 0 || x.blank(index) {
		return region{}, false
	}
	gap := max(first.Top-s.box.Bottom, 0) / max(first.Size, 1)
	if s.boxed() {
		gap = 0 // wherever in the box
	}
	score := 0.92 - 0.12*gap
	if !whole {
		score -= 0.1
	}
	return region{catalogue.Below, x.run(index), score, whole}, score > 0
}

// headsText tells whether a label is the heading of a part that holds nothing but its text, as
// "Informações complementares": words within its lines are no labels.
func (x *extractor) headsText(s *spot) bool {
	return s.titles() && s.ends && slices.ContainsFunc(s.refs, func(r ref) bool {
		return r.role == fieldLabel && x.plan.typ.Fields[r.field].Kind == catalogue.Text
	})
}

// notBefore drops the cells of the first line that end before a label begins
// where others of the line stand under it, or that are labels themselves: those
// belong to something beside.
func (x *extractor) notBefore(box layout.Rect, cells []int32) []int32 {
	cells = slices.DeleteFunc(cells, func(c int32) bool {
		cell := &x.sheet.Cells[c]
		return cell.Overlap(box) < -cell.Char && cell.Top < box.Bottom+0.5*box.Height() && x.boundary(cell.First) // a label beside, set a little lower
	})
	if len(cells) == 0 {
		return nil
	}
	line := x.sheet.Cells[cells[0]].Rect
	under := slices.ContainsFunc(cells, func(c int32) bool {
		return beside(x.sheet.Cells[c].Rect, line) && x.sheet.Cells[c].Overlap(box) > 0
	})
	return slices.DeleteFunc(cells, func(c int32) bool {
		cell := &x.sheet.Cells[c]
		return (under || x.boundary(cell.First)) && beside(cell.Rect, line) && cell.Right <= box.Left
	})
}

// withoutRule drops what OCR made of the rule at the left of a box: a letter or two
// before a value that stands flush with its label.
func (x *extractor) withoutRule(index []int32, label layout.Rect) []int32 {
	if len(index) < 2 {
		return index
	}
	rule, value := &x.sheet.Tokens[index[0]], &x.sheet.Tokens[index[1]]
	width := value.Width() / float64(max(len(value.Fold), 1))
	if rule.OCR && len(rule.Fold) <= 2 && rule.Right <= label.Left+0.5*width && math.Abs(value.Left-label.Left) < 1.5*width {
		return index[1:]
	}
	return index
}

// goesOn tells whether a line further down belongs to the column of the first one.
func goesOn(cell, first layout.Cell) bool {
	return math.Abs(cell.Left-first.Left) < 3*first.Char || math.Abs(cell.MidX()-first.MidX()) < 3*first.Char ||
		cell.Left > first.Left && cell.Right < first.Right
}

// under lists the cells below a label within its column, nearest first.
func (x *extractor) under(s *spot, left, right float64) []int32 {
	var out []int32
	box := s.box
	size := max(box.Height(), 4)
	for _, c := range x.byTop[s.page] {
		cell := &x.sheet.Cells[c]
		if cell.MidY() < box.Bottom || cell.Top < box.Top && cell.Overlap(box) > 0 || !s.in.Admits(cell.Box) {
			continue
		}
		if len(out) == 0 && !s.boxed() && cell.Top-box.Bottom > belowReach*max(size, cell.Size) {
			if cell.Top-box.Bottom > 80 {
				break
			}
			continue
		}
		if len(out) > 0 && cell.Top-x.sheet.Cells[out[len(out)-1]].Bottom > 2*cell.Size {
			break
		}
		if min(cell.Right, right)-max(cell.Left, left) > 0 && (s.boxed() || x.closeTo(cell, box, left, right)) {
			out = append(out, c)
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := &x.sheet.Cells[out[i]], &x.sheet.Cells[out[j]]
		if beside(a.Rect, b.Rect) {
			return a.Left < b.Left
		}
		return a.Top < b.Top
	})
	return out
}

// closeTo keeps a value in the neighbourhood of its label where no other label
// bounds the column: under it, or by an edge of it.
func (x *extractor) closeTo(cell *layout.Cell, box layout.Rect, left, right float64) bool {
	if cell.Overlap(box) > -2*cell.Char {
		return true
	}
	return cell.Left >= left && cell.Right <= right+cell.Char && min(math.Abs(cell.Left-box.Right), math.Abs(box.Left-cell.Right)) < 160
}

// clip takes the tokens of a cell that stand in the column; all when it is the
// whole cell. A cell that is nearer to another label of the row gives none.
func (x *extractor) clip(cell layout.Cell, label layout.Rect, left, right float64, heads []layout.Rect) (index []int32, all bool) {
	slack := 1.2 * cell.Char
	if cell.Left >= left-slack && cell.Right <= right+slack || cell.Overlap(label) > 0 && x.alone(cell, label, heads) {
		for _, h := range heads {
			before := cell.Left >= left && h.Left >= cell.Right && h.Left >= label.Right // set flush right in the strip of the label
			if !before && align(h, cell.Rect) < align(label, cell.Rect) && h.Overlap(cell.Rect) >= label.Overlap(cell.Rect) {
				return nil, false
			}
		}
		for i := cell.First; i < cell.Past; i++ {
			index = append(index, int32(i))
		}
		return index, true
	}
	for i := cell.First; i < cell.Past; i++ {
		t := &x.sheet.Tokens[i]
		if t.Left >= left-slack && t.Right <= right+slack {
			index = append(index, int32(i))
		}
	}
	return index, false
}

// alone tells whether of all labels of the row only this one stands over the cell.
func (x *extractor) alone(cell layout.Cell, label layout.Rect, heads []layout.Rect) bool {
	for _, h := range heads {
		if h.Overlap(cell.Rect) > 0 {
			return false
		}
	}
	return true
}

// align is how far two boxes are from sharing an edge or the middle.
func align(a, b layout.Rect) float64 {
	return min(math.Abs(a.Left-b.Left), math.Abs(a.Right-b.Right), math.Abs(a.MidX()-b.MidX()))
}

// above is the line over a label, as the name over a signature's caption, or several
// that belong together.
func (x *extractor) above(s *spot, lines int) (region, bool) {
	best := x.rightAbove(s)
	if best < 0 || x.boundary(x.sheet.Cells[best].First) {
		return region{}, false
	}
	return x.upFrom(best, lines), true
}

// rightAbove is the lowest cell right over a label, or -1.
func (x *extractor) rightAbove(s *spot) int32 {
	best := int32(-1)
	for _, c := range x.byTop[s.page] {
		cell := &x.sheet.Cells[c]
		if cell.Top > s.box.Top {
			break
		}
		if x.closeOver(cell, s.box) && cell.Overlap(s.box) > 0 {
			best = c
		}
	}
	return best
}

// closeOver tells whether a cell is of the line over a box.
func (x *extractor) closeOver(cell *layout.Cell, box layout.Rect) bool {
	return cell.Bottom <= box.Top+0.4*box.Height() && box.Top-cell.Bottom < aboveReach*max(cell.Size, box.Height())
}

// upFrom is the text of a cell and of the lines over it that belong to it.
func (x *extractor) upFrom(c int32, lines int) region {
	var index []int32
	for _, c := range x.higher(c, lines) {
		cell := x.sheet.Cells[c]
		for i := cell.First; i < cell.Past; i++ {
			index = append(index, int32(i))
		}
	}
	return region{catalogue.Above, x.run(index), 0.7, true}
}
