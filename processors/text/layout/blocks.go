package layout

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

const (
	// Lines of one block stand at most this many font sizes apart, baseline to
	// baseline: set solid it is 1.2, with wide leading 2.
	pitch = 2.2
	// A page whose full lines stand wider apart, as deeds and petitions have it, is
	// one of such leading, up to this.
	widestPitch = 3.4
	// Two cells of a block are set in about the same size.
	sizeRatio = 1.45
)

// arrange joins cells to blocks and appends the page to the sheet in flow order.
func (s *Sheet) arrange(b *pageBuilder) {
	b.mendLines()
	b.findStamps()
	b.pitch = b.leading()
	b.join()
	b.joinBlanks()
	page := Page{Number: b.page + 1, Width: b.w, Height: b.h, OCR: b.ocr, FirstCell: len(s.Cells), FirstToken: len(s.Tokens), FirstRow: len(s.Rows)}
	place := make([]int32, len(b.cells)) // where each cell went
	words := 0
	for i := range b.cells {
		words += len(b.cells[i].tokens)
	}
	s.Tokens, s.Cells = slices.Grow(s.Tokens, words), slices.Grow(s.Cells, len(b.cells))
	block := int32(0)
	if n := len(s.Cells); n > 0 {
		block = s.Cells[n-1].Block + 1
	}
	firstRow := int32(len(s.Rows))
	for _, head := range b.flow() {
		for c := head; c >= 0; c = b.cells[c].down {
			place[c] = int32(len(s.Cells))
			s.appendCell(b, c, block, firstRow)
		}
		block++
	}
	for _, row := range b.rows {
		r := Row{Page: int32(len(s.Pages))}
		for _, c := range row {
			r.Cells = append(r.Cells, place[c])
		}
		s.Rows = append(s.Rows, r)
	}
	page.AfterCell, page.PastToken, page.PastRow = len(s.Cells), len(s.Tokens), len(s.Rows)
	s.addBoxes(b)
	s.Pages = append(s.Pages, page)
}

// flow lists the first cells of the blocks in the order in which a person reads them: line
// by line, and what stands in one box before what stands beside the box.
func (b *pageBuilder) flow() []int {
	inBox := make([][]int, len(b.grid.Boxes))
	for _, row := range b.rows {
		for _, head := range row {
			if box := b.cells[head].box; b.cells[head].up < 0 && b.whole(box) {
				inBox[box] = append(inBox[box], head)
			}
		}
	}
	var out []int
	for _, row := range b.rows {
		for _, head := range row {
			switch box := b.cells[head].box; {
			case b.cells[head].up >= 0:
			case !b.whole(box):
				out = append(out, head)
			default:
				for _, k := range append(b.boxesBefore(box), box) {
					out = append(out, inBox[k]...)
					inBox[k] = nil
				}
			}
		}
	}
	return out
}

// boxesBefore are the boxes left of a box in the same row of a table, from left to right: their words are read before
// its, though its first line stands higher than the middle of theirs.
func (b *pageBuilder) boxesBefore(box int) []int {
	at := b.grid.Boxes[box]
	var out []int
	for k, o := range b.grid.Boxes {
		if o.Table == at.Table && o.Row == at.Row && o.RowSpan == at.RowSpan && o.Column < at.Column && b.whole(k) {
			out = append(out, k)
		}
	}
	slices.SortFunc(out, func(i, j int) int { return cmp.Compare(b.grid.Boxes[i].Column, b.grid.Boxes[j].Column) })
	return out
}

func (s *Sheet) appendCell(b *pageBuilder, c int, block, firstRow int32) {
	p := &b.cells[c]
	cell := Cell{First: len(s.Tokens), Past: len(s.Tokens) + len(p.tokens), Rect: p.Rect, Size: p.size, Char: p.char,
		Page: int32(len(s.Pages)), Row: firstRow + int32(p.row), Block: block, Box: s.boxOf(p), Turned: p.turned()}
	s.Tokens = append(s.Tokens, p.tokens...)
	for i := cell.First; i < cell.Past; i++ {
		s.Tokens[i].Cell = int32(len(s.Cells))
	}
	s.Cells = append(s.Cells, cell)
}

// join links each cell to the one that goes on below it, where exactly one does.
func (b *pageBuilder) join() {
	order := make([]int, len(b.cells))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool { return b.cells[order[i]].Top < b.cells[order[j]].Top })
	for at, i := range order {
		a := &b.cells[i]
		below, count := -1, 0
		for _, j := range order[at+1:] {
			c := &b.cells[j]
			if c.Bottom-a.Bottom > b.pitch*max(a.size, c.size) && c.Top > a.Bottom+3*a.size {
				break
			}
			if c.row == a.row || c.Overlap(a.Rect) <= 0 || c.MidY() < a.Bottom-0.3*a.Height() || b.inside(a, c) {
				continue
			}
			if below >= 0 && c.MidY() > b.cells[below].Bottom {
				continue // hidden behind the nearer one
			}
			below, count = j, count+1
		}
		if count == 1 && b.continues(i, below) {
			b.link(i, below)
		}
	}
}

// leading is how many font sizes apart the lines of this page's blocks stand at most:
// the usual, or that of its full lines where they are set wider.
func (b *pageBuilder) leading() float64 {
	const fewest = 6 // lines from which a page has a leading of its own
	var gaps []float64
	for r := 1; r < len(b.rows); r++ {
		if len(b.rows[r-1]) != 1 || len(b.rows[r]) != 1 {
			continue
		}
		a, c := &b.cells[b.rows[r-1][0]], &b.cells[b.rows[r][0]]
		if min(a.Width(), c.Width()) > 0.55*b.w {
			gaps = append(gaps, (c.Bottom-a.Bottom)/max(a.size, c.size))
		}
	}
	if len(gaps) < fewest {
		return pitch
	}
	slices.Sort(gaps)
	if usual := gaps[len(gaps)/3]; usual < widestPitch {
		return max(pitch, 1.08*usual)
	}
	return pitch
}

// link ties i to the cell below unless another one above claims it: then neither
// has it, since two columns cannot go on in one cell.
func (b *pageBuilder) link(i, below int) {
	if up := b.cells[below].up; up >= 0 {
		b.cells[up].down = -1
		b.cells[below].up = -1
		return
	}
	b.cells[i].down, b.cells[below].up = below, i
}

// indent is how many characters the first line of a paragraph is set in, at most:
// some 4 cm.
const indent = 24

// indented reports whether a is the full first line of a paragraph, set in, and c
// goes on with it at the margin.
func (b *pageBuilder) indented(a, c *protoCell) bool {
	in := a.Left - c.Left
	return in > 0 && in < indent*a.char && a.Width() > 0.45*b.w && c.Right < a.Right+3*a.char && c.Bottom-a.Bottom < (b.pitch-0.2)*max(a.size, c.size) &&
		len(b.rows[c.row]) == 1 && len(b.rows[a.row]) == 1
}

func (b *pageBuilder) continues(i, j int) bool {
	a, c := &b.cells[i], &b.cells[j]
	if b.parted(a, c) || c.Bottom-a.Bottom > b.pitch*max(a.size, c.size) || a.size > sizeRatio*c.size || c.size > sizeRatio*a.size {
		return false
	}
	char := max(a.char, c.char)
	near := func(x, y float64) bool { return math.Abs(x-y) < 1.5*char }
	if near(a.Left, c.Left) || near(a.Right, c.Right) || near(a.MidX(), c.MidX()) {
		return true
	}
	if b.indented(a, c) {
		return true
	}
	// The first line of a paragraph may be set in, the last one is short.
	return a.Overlap(c.Rect) > 0.8*min(a.Width(), c.Width()) && math.Abs(a.Left-c.Left) < 8*char
}
