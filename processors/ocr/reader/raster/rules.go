package raster

import (
	"image"
	"math"
	"slices"
)

// EraseRules paints over the lines of tables, forms and frames of a level page,
// which make recognition lose rows and take letters for parts of the drawing. Letters
// that touch a line stay without it, and so do faint lines. Letter is the usual height of letters,
// ink that of the image, strokes the lines found on it, of which ink has not all where they are faint.
func EraseRules(img *image.Gray, ink *Ink, strokes []Stroke, paper *Paper, letter float64) {
	e := eraser{img: img, ink: ink, level: paperLevel(paper)}
	thick := ruleThickness(letter)
	for _, s := range strokes {
		e.trace(s)
	}
	e.horizontal(max(40, int(5*letter)), thick, int(bareRule*letter))
	e.vertical(max(40, int(4*letter)), thick)
	for _, s := range strokes {
		if !s.Upright {
			continue
		}
		if from, to, both := s.between(strokes); both && float64(to-from) >= lowSide*letter && e.unbroken(s.At, from, to) {
			e.along(s.At, from, to, thick)
		}
	}
	e.eraseCrossings(thick)
}

// trace takes the pixels of a line for ink, where nothing stands beside it, that are nearer to its level than to that of
// the paper: of a line hardly darker than ink must be, pieces stay else, and cling as dashes to the print beside it.
func (e *eraser) trace(s Stroke) {
	at := func(along, across int) (pixel *uint8, ink *uint8) {
		x, y := along, min(max(across, 0), e.ink.Height-1)
		if s.Upright {
			x, y = min(max(across, 0), e.ink.Width-1), along
		}
		return &e.img.Pix[y*e.img.Stride+x], &e.ink.bits[y*e.ink.Width+x]
	}
	for along := s.From; along < s.To; along++ {
		dark, place := uint8(255), s.At
		for across := s.At - bend; across <= s.At+bend; across++ {
			if pixel, _ := at(along, across); *pixel < dark {
				dark, place = *pixel, across
			}
		}
		before, _ := at(along, place-nearBeside)
		behind, _ := at(along, place+nearBeside)
		beside := min(*before, *behind)
		if int(beside)-int(dark) < leastContrast {
			continue
		}
		for across := place - 1; across <= place+1; across++ {
			if pixel, ink := at(along, across); *pixel <= beside/2+dark/2 {
				*ink |= 1
			}
		}
	}
}

// ruleThickness is how many pixels a rule is thick at most.
func ruleThickness(letter float64) int { return max(2, int(0.45*letter+0.5)) }

// paperLevel is what rules are painted over with.
func paperLevel(paper *Paper) func(x, y int) uint8 {
	return func(x, y int) uint8 { return clampByte(paper.At(x, y)) }
}

type eraser struct {
	img       *image.Gray
	ink       *Ink
	level     func(x, y int) uint8
	crossings []image.Point // pixels of rules of both directions
}

// Marks on the ink besides print.
const (
	inRow    = 2 // in a rule by its row, but too thick there
	crossing = 4 // by its column as well
)

// eraseCrossings paints over where rules meet. Each rule is too thick there for
// the other's direction, and what is left is a speck that clings to the print in
// the corner of a cell. What is thick both ways is a panel and stays.
func (e *eraser) eraseCrossings(thick int) {
	w := e.ink.Width
	for _, p := range e.crossings {
		e.ink.bits[p.Y*w+p.X] |= crossing
	}
	for _, p := range e.crossings {
		if e.extent(p, 1, 0, thick) > thick || e.extent(p, 0, 1, thick) > thick {
			continue
		}
		level := e.level(p.X, p.Y)
		around := image.Rect(p.X-1, p.Y-1, p.X+2, p.Y+2).Intersect(e.img.Rect)
		for y := around.Min.Y; y < around.Max.Y; y++ {
			for x := around.Min.X; x < around.Max.X; x++ {
				e.img.Pix[y*e.img.Stride+x] = max(level, e.img.Pix[y*e.img.Stride+x])
			}
		}
	}
}

// extent is how far a crossing reaches in one direction and back, counted to a
// little over the given number of pixels.
func (e *eraser) extent(p image.Point, dx, dy, most int) int {
	n := 1
	for _, sign := range []int{-1, 1} {
		at := p.Add(image.Pt(sign*dx, sign*dy))
		for n <= most && at.In(e.img.Rect) && e.ink.bits[at.Y*e.ink.Width+at.X]&crossing != 0 {
			n++
			at = at.Add(image.Pt(sign*dx, sign*dy))
		}
	}
	return n
}

// gapInRule is how many pixels of a rule may be missing in a row: faint print,
// or a rule that leaves its row of pixels.
const gapInRule = 2

// bareRule is how long a rule runs free of print somewhere, at least, in heights of letters.
// The serifs and bars of a word in tight type touch each other and make a run as long.
const bareRule = 1.5

func (e *eraser) horizontal(least, thick, bare int) {
	w := e.ink.Width
	var tops, bottoms []int
	for y := range e.ink.Height {
		row := e.ink.bits[y*w : (y+1)*w]
		runs(row, least, func(from, to int) {
			tops, bottoms = tops[:0], bottoms[:0]
			stretch, longest := 0, 0
			for x := from; x < to; x++ {
				top, bottom := e.stroke(x, y, thick)
				tops, bottoms = append(tops, top), append(bottoms, bottom)
				if stretch++; bottom-top > thick {
					stretch = 0
				}
				longest = max(longest, stretch)
			}
			if longest >= bare {
				e.paint(from, y, tops, bottoms, thick, bare)
			}
		})
	}
}

// stroke is how far the ink at a pixel reaches up and down, counted to a little over the
// given thickness; nothing where there is none.
func (e *eraser) stroke(x, y, thick int) (top, bottom int) {
	w := e.ink.Width
	if e.ink.bits[y*w+x] == 0 {
		return y, y
	}
	top, bottom = y, y+1
	for top > 0 && y-top <= thick && e.ink.bits[(top-1)*w+x] != 0 {
		top--
	}
	for bottom < e.ink.Height && bottom-y <= thick && e.ink.bits[bottom*w+x] != 0 {
		bottom++
	}
	return top, bottom
}

// paint paints over the run of a row from a pixel on, but what is too thick for a rule: a
// letter, a panel, or another rule. Off letters that touch it the rule is taken by its level
// where it is fainter than they are, else where it only ends them: what runs on through it as
// dark stays.
func (e *eraser) paint(from, y int, tops, bottoms []int, thick, bare int) {
	heights := bareHeights(tops, bottoms, 2*thick)
	rule, left := e.bareLevel(from, tops, bottoms, thick)
	top, bottom := -1, -1 // of the rule where it was bare last
	for i := range tops {
		x, h := from+i, bottoms[i]-tops[i]
		if h == 0 {
			continue
		}
		if h > thick {
			e.ink.bits[y*e.ink.Width+x] |= inRow
		}
		alone := h <= heights[i/(2*thick)]+1
		if alone {
			top, bottom = tops[i], bottoms[i]
		}
		limit, letter := uint8(0), e.darkest(x, tops[i], bottoms[i])
		switch {
		case top < 0 || left < bare:
			continue
		case int(letter)+fainter <= int(rule):
			limit = letter/2 + rule/2
		case !alone && e.inked(x, top-2) && e.inked(x, bottom+1):
			continue
		}
		for v := max(top-1, 0); v < min(bottom+1, e.ink.Height); v++ {
			if p := &e.img.Pix[v*e.img.Stride+x]; *p >= limit {
				*p = max(*p, e.level(x, v))
			}
		}
	}
}

// bareHeights are how thick a rule is along it where no print touches it, by stretches of its
// columns: as thin as it gets there or beside.
func bareHeights(tops, bottoms []int, stretch int) []int {
	least := make([]int, (len(tops)+stretch-1)/stretch+2) // one more at either end
	for i := range least {
		least[i] = math.MaxInt32
	}
	for i := range tops {
		if h, at := bottoms[i]-tops[i], i/stretch+1; h > 0 {
			least[at] = min(least[at], h)
		}
	}
	for i := range len(least) - 2 {
		least[i] = min(least[i], least[i+1], least[i+2])
	}
	return least
}

// fainter is by how many levels a rule is fainter than letters, to tell its pixels from theirs.
const fainter = 40

// bareLevel is how dark a rule mostly is where it is not painted over yet, and how long the
// longest such stretch without print is.
func (e *eraser) bareLevel(from int, tops, bottoms []int, thick int) (dark uint8, longest int) {
	var levels [256]int
	n, stretch := 0, 0
	for i := range tops {
		if tops[i] == bottoms[i] {
			continue // a gap
		}
		level := e.darkest(from+i, tops[i], bottoms[i])
		if bottoms[i]-tops[i] > thick || level >= e.level(from+i, tops[i]) {
			stretch = 0
			continue
		}
		levels[level]++
		n, stretch = n+1, stretch+1
		longest = max(longest, stretch)
	}
	level, seen := 0, levels[0]
	for ; level < 255 && 2*seen < n; seen += levels[level] {
		level++
	}
	return uint8(level), longest
}

// darkest is the level of the darkest pixel of a stretch of a column.
func (e *eraser) darkest(x, top, bottom int) uint8 {
	level := uint8(255)
	for y := top; y < bottom; y++ {
		level = min(level, e.img.Pix[y*e.img.Stride+x])
	}
	return level
}

func (e *eraser) inked(x, y int) bool {
	return y >= 0 && y < e.ink.Height && e.ink.bits[y*e.ink.Width+x] != 0
}

// vertical paints over upright lines of the least height: lower ones may be letters.
func (e *eraser) vertical(least, thick int) {
	w, h := e.ink.Width, e.ink.Height
	column := make([]uint8, h)
	for x := range w {
		any := 0
		for y := range h {
			column[y] = e.ink.bits[y*w+x]
			any += int(column[y] & 1)
		}
		if any < least {
			continue
		}
		runs(column, least, func(from, to int) {
			for y := from; y < to; y++ {
				e.upright(x, y, thick)
			}
		})
	}
}

// upright paints over the row of ink that a pixel is in, where it is as thin as a rule.
func (e *eraser) upright(x, y, thick int) {
	w := e.ink.Width
	row := e.ink.bits[y*w : (y+1)*w]
	if row[x] == 0 {
		return
	}
	left, right := x, x+1
	for left > 0 && x-left <= thick && row[left-1] != 0 {
		left--
	}
	for right < w && right-x <= thick && row[right] != 0 {
		right++
	}
	if right-left > thick {
		if row[x]&inRow != 0 {
			e.crossings = append(e.crossings, image.Pt(x, y))
		}
		return
	}
	level := e.level(x, y)
	for u := max(left-1, 0); u < min(right+1, w); u++ {
		e.img.Pix[y*e.img.Stride+u] = max(level, e.img.Pix[y*e.img.Stride+u])
	}
}

// lowSide is the height of a side of a low box at least, in heights of letters: capitals of larger print
// between two lines are less high, and their stems do not reach the lines.
const lowSide = 2.2

// unbroken reports whether an upright line is inked from end to end.
func (e *eraser) unbroken(at, from, to int) bool {
	missing := 0
	for y := max(from, 0); y < min(to, e.ink.Height); y++ {
		row := e.ink.bits[y*e.ink.Width : (y+1)*e.ink.Width]
		if !slices.ContainsFunc(row[max(at-bend, 0):min(at+bend+1, len(row))], func(b uint8) bool { return b != 0 }) {
			missing++
		}
	}
	return missing <= gapInRule
}

// along paints over an upright line, or what is left of it in a stretch, that is known to be one.
func (e *eraser) along(at, from, to, thick int) {
	for y := max(from, 0); y < min(to, e.ink.Height); y++ {
		for x := max(at-bend, 0); x <= min(at+bend, e.ink.Width-1); x++ {
			e.upright(x, y, thick)
		}
	}
}

// runs calls f for each stretch of ink of at least that length, small gaps in
// it not counted.
func runs(row []uint8, least int, f func(from, to int)) {
	for x := 0; x < len(row); {
		if row[x] == 0 {
			x++
			continue
		}
		from, last := x, x
		for x < len(row) && x-last <= gapInRule {
			if row[x] != 0 {
				last = x
			}
			x++
		}
		if last+1-from >= least {
			f(from, last+1)
		}
	}
}
