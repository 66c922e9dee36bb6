package raster

import (
	"cmp"
	"image"
	"slices"
)

// Segment is a piece of a line of print: what stands level and close together,
// the text of one cell or one line of a paragraph.
type Segment struct {
	Box    image.Rectangle // of the ink
	Letter int             // usual height of its letters
	Count  int             // letters
}

// How letters make a segment, in heights of the letters.
const (
	joinGap   = 1.3 // gap between letters, word spaces included
	dashGap   = 1.7 // gap beside a dash, which type of one width sets in the middle of its room
	joinLevel = 0.4 // share of the lower letter's height that must be level
	joinSize  = 2.6 // ratio of heights: a capital beside a comma is attached later
	dotSize   = 0.1 // of the dots of a colon in small print, at least; what is smaller is dust
	markSize  = 0.5 // of the page's letters: what is lower is a dot, a comma, a dash, an accent

	markedLetters = 3 // of a line with marks, at least: sides of cells are two strokes

	smallSize  = 0.25 // of the page's letters, and smallLeast pixels: the height of a letter of small print
	smallLeast = 5
	smallWord  = 2 // width of a word of it, in its height
	smallJoint = 3 // and of one whose letters all touch
)

// Segments finds the pieces of lines among the print of a level page, and where it
// runs up or down the side. Letter is the usual height of the page's letters.
func Segments(print []Component, letter float64) (lines []Segment, side []image.Rectangle) {
	var letters, marks []Component
	for _, c := range print {
		w, h := float64(c.Width()), float64(c.Height())
		switch {
		case h > 5*letter && w >= 0.5*letter && w < 2*letter && 5*c.Pixels > c.Width()*c.Height() && !c.solid():
			letters = append(letters, c) // letters of print up the side that touch
		case h > 5*letter || w > 12*letter || 14*c.Pixels < c.Width()*c.Height():
			// a picture, a panel, a frame
		case h >= markSize*letter && w >= 0.1*letter:
			letters = append(letters, c)
		case h >= dotSize*letter && w >= dotSize*letter:
			marks = append(marks, c) // dots, commas, dashes, accents; or dust
		}
	}
	side, letters, marks = sides(letters, marks, letter)
	pieces, marks := chain(letters, marks)
	pieces, marks = marksOfLarger(pieces, marks)
	small, marks := smallPrint(marks, pieces, letter)
	pieces = append(pieces, small...)
	return merge(attach(ofOneSize(pieces), marks)), side
}

// smallPrint takes from the marks the words of print that is less than half as high as the page's letters: the names
// of the boxes of a card, over values in large type, whose letters touch. On a line of larger print they are its
// commas and dots. It gives back the marks that make no word.
func smallPrint(marks []Component, lines []*piece, letter float64) (words []*piece, rest []Component) {
	var letters []Component
	for _, m := range marks {
		if float64(m.Height()) >= max(smallSize*letter, smallLeast) && !m.solid() {
			letters = append(letters, m)
		}
	}
	if len(letters) > mostBars {
		return nil, marks
	}
	taken := map[Component]bool{}
	pieces, _ := chain(letters, nil)
	for _, p := range pieces {
		wide := smallWord
		if len(p.letters) == 1 {
			wide = smallJoint
		}
		if p.box.Width() >= wide*p.usual() && !slices.ContainsFunc(lines, p.onLine) {
			words = append(words, p)
			for _, l := range p.letters {
				taken[l] = true
			}
		}
	}
	return words, slices.DeleteFunc(slices.Clone(marks), func(m Component) bool { return taken[m] })
}

// marksOfLarger takes for marks the letters that stand alone in a line of print more than twice as high: on a page of
// mostly smaller print its commas are as high as letters.
func marksOfLarger(pieces []*piece, marks []Component) (rest []*piece, allMarks []Component) {
	rest, allMarks = pieces[:0:0], marks
	for _, p := range pieces {
		if len(p.letters) == 1 && slices.ContainsFunc(pieces, p.marks) {
			allMarks = append(allMarks, p.box)
		} else {
			rest = append(rest, p)
		}
	}
	return rest, allMarks
}

// marks reports whether a letter that stands alone may be a mark of a line: hardly half as high and between its letters.
func (p *piece) marks(line *piece) bool {
	return len(line.letters) >= markedLetters && float64(p.box.Height()) < markSize*float64(line.usual()) &&
		p.box.Left > line.box.Left && p.box.Right < line.box.Right && p.box.Top > line.box.Top && p.box.Top < line.box.Bottom
}

// onLine reports whether a piece stands on the line of another, close beside it.
func (p *piece) onLine(line *piece) bool {
	apart := max(line.box.Left-p.box.Right, p.box.Left-line.box.Right)
	return min(p.box.Bottom, line.box.Bottom) > max(p.box.Top, line.box.Top) && apart < line.usual()
}

// solid tells a bar of a bar code: letters that touch leave more paper free.
func (c Component) solid() bool { return 20*c.Pixels > 17*c.Width()*c.Height() }

// chain joins letters that stand level and close, and the dashes between them: a dash with
// the spaces on both its sides is wider than a gap between letters. It gives back the marks
// that stand in no piece.
func chain(letters, marks []Component) (pieces []*piece, rest []Component) {
	all := slices.Concat(letters, marks)
	isMark := len(letters)
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[a].Left, all[b].Left) })
	var open []*piece
	for _, i := range order {
		c := all[i]
		if i >= isMark && !c.dash() {
			rest = append(rest, c)
			continue
		}
		var best *piece
		best, open, pieces = follow(open, pieces, c, i >= isMark)
		switch {
		case best != nil:
			best.add(c, i >= isMark)
		case i >= isMark:
			rest = append(rest, c)
		default:
			open = append(open, newPiece(c))
		}
	}
	return append(pieces, open...), rest
}

// dash reports whether a mark has the form of a dash.
func (c Component) dash() bool { return 2*c.Width() >= 3*c.Height() }

// follow gives the nearest of the open pieces that a letter or dash goes on with; those too
// far to its left are done.
func follow(open, done []*piece, c Component, dash bool) (best *piece, stillOpen, nowDone []*piece) {
	stillOpen, nowDone = open[:0], done
	bestGap := 0
	for _, p := range open {
		gap, size := c.Left-p.box.Right, float64(max(c.Height(), p.tallest()))
		if gap > int(dashGap*size) {
			nowDone = append(nowDone, p)
			continue
		}
		stillOpen = append(stillOpen, p)
		if (dash || p.dashed || gap <= int(joinGap*size)) && p.goesOn(c, dash) && (best == nil || gap > bestGap) {
			best, bestGap = p, gap
		}
	}
	return best, stillOpen, nowDone
}

// goesOn reports whether a letter, or a dash, stands on the line of a piece.
func (p *piece) goesOn(c Component, dash bool) bool {
	switch {
	case dash && p.dashed:
		return false
	case dash:
		return midway(c, p.last)
	case p.dashed:
		return midway(p.last, c) && level(p.letter, c)
	}
	return level(p.last, c)
}

// midway reports whether a dash stands at half the height of a letter, as one between
// words does; an underline or an accent does not.
func midway(dash, letter Component) bool {
	middle, h := dash.Top+dash.Bottom-2*letter.Top, letter.Height()
	return 10*middle >= 5*h && 10*middle <= 17*h
}

// level reports whether two letters stand on one line.
func level(a, b Component) bool {
	low, high := min(a.Height(), b.Height()), max(a.Height(), b.Height())
	overlap := min(a.Bottom, b.Bottom) - max(a.Top, b.Top)
	return float64(overlap) >= joinLevel*float64(low) && float64(high) <= joinSize*float64(low)
}

// piece is a segment in the making.
type piece struct {
	box     Component
	last    Component // letter or dash
	letter  Component // the last that is no dash
	dashed  bool      // last is a dash
	letters []Component
	sign    bool // of a firm, no letter: it stays apart
}

func newPiece(c Component) *piece {
	return &piece{box: c, last: c, letter: c, letters: []Component{c}}
}

func (p *piece) add(c Component, dash bool) {
	p.cover(c)
	if !dash {
		p.letters = append(p.letters, c)
	}
	// A letter inside another, as in a logo, does not end the line.
	if c.Right < p.last.Right {
		return
	}
	p.last, p.dashed = c, dash
	if !dash {
		p.letter = c
	}
}

func (p *piece) cover(c Component) {
	p.box.Left, p.box.Top = min(p.box.Left, c.Left), min(p.box.Top, c.Top)
	p.box.Right, p.box.Bottom = max(p.box.Right, c.Right), max(p.box.Bottom, c.Bottom)
}

func (p *piece) tallest() int { return min(p.letter.Height(), 2*p.usual()) }

// usual is the median height of the letters.
func (p *piece) usual() int { return heightOf(p.letters, 0.5) }

// heightOf is the height that a share of the letters stays below.
func heightOf(letters []Component, share float64) int {
	if len(letters) == 1 {
		return letters[0].Height()
	}
	heights := make([]int, len(letters))
	for i, c := range letters {
		heights[i] = c.Height()
	}
	slices.Sort(heights)
	return heights[int(share*float64(len(heights)))]
}

// attach gives small marks to the segment they stand in or next to. A row of them up the page, as a dotted line, is
// no part of one: what counts is how far each stands from the letters' line.
func attach(pieces []*piece, marks []Component) []*piece {
	lines := make([]Component, len(pieces))
	for i, p := range pieces {
		lines[i] = p.box
	}
	for _, m := range marks {
		var best *piece
		least := 0
		for i, p := range pieces {
			h := p.usual()
			dx := max(p.box.Left-m.Right, m.Left-p.box.Right, 0)
			dy := max(lines[i].Top-m.Bottom, m.Top-lines[i].Bottom, 0)
			if dx > h || dy > h/3 {
				continue
			}
			if d := dx + 2*dy; best == nil || d < least {
				best, least = p, d
			}
		}
		if best != nil {
			best.cover(m)
		}
	}
	return pieces
}

// raises reports whether a piece is the raised sign behind a small letter of a line, the º of "nº", which stands level with
// none of its letters. Read by itself it is an o between the lines.
func (p *piece) raises(sign *piece) bool {
	const beside = 0.5 // of the height of a letter, from it to the sign and from its head to the foot of the sign
	if len(sign.letters) != 1 || sign.bar() || sign.box.Top < p.box.Top-p.usual() {
		return false
	}
	near := int(beside * float64(p.usual()))
	return slices.ContainsFunc(p.letters, func(l Component) bool {
		gap, over := sign.box.Left-l.Right, l.Top-sign.box.Bottom
		return gap >= -near && gap <= near && over <= near && sign.box.Bottom < l.Bottom-near && sign.box.Height() <= l.Height()
	})
}

// merge joins segments that lie in one another, as broken letters leave them.
func merge(pieces []*piece) []Segment {
	slices.SortStableFunc(pieces, func(a, b *piece) int { return cmp.Compare(a.box.Left, b.box.Left) })
	for i, a := range pieces {
		if a == nil {
			continue
		}
		for j := i + 1; j < len(pieces); j++ {
			b := pieces[j]
			if b == nil || a.sign {
				continue
			}
			if b.box.Left > a.box.Right+a.usual()/2 {
				break
			}
			low := min(a.box.Height(), b.box.Height())
			overlap := min(a.box.Bottom, b.box.Bottom) - max(a.box.Top, b.box.Top)
			if a.raises(b) {
				a.cover(b.box)
				pieces[j] = nil
				continue
			}
			if 10*overlap >= 6*low && max(a.box.Height(), b.box.Height()) <= 2*low {
				a.cover(b.box)
				a.letters = append(a.letters, b.letters...)
				pieces[j] = nil
			}
		}
	}
	var out []Segment
	for _, p := range pieces {
		if p != nil {
			b := p.box
			out = append(out, Segment{image.Rect(b.Left, b.Top, b.Right, b.Bottom), p.usual(), len(p.letters)})
		}
	}
	slices.SortStableFunc(out, func(a, b Segment) int {
		return cmp.Or(cmp.Compare(a.Box.Min.Y, b.Box.Min.Y), cmp.Compare(a.Box.Min.X, b.Box.Min.X))
	})
	return out
}
