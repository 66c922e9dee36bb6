package raster

import "image"

// EraseRules paints over the lines of tables, forms and frames of a level page,
// which make recognition lose rows and take letters for parts of the drawing. Letters
// that touch a line stay, and so do faint lines. Letter is the usual height of letters,
// ink that of the image.
func EraseRules(img *image.Gray, ink *Ink, paper *Paper, letter float64) {
	e := eraser{img: img, ink: ink, level: paperLevel(paper)}
	thick := ruleThickness(letter)
	e.horizontal(max(40, int(5*letter)), thick, int(bareRule*letter))
	e.vertical(max(40, int(4*letter)), thick)
	e.eraseCrossings(thick)
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
				e.paint(from, y, tops, bottoms, thick)
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
// letter, a panel, or another rule.
func (e *eraser) paint(from, y int, tops, bottoms []int, thick int) {
	for i := range tops {
		x, top, bottom := from+i, tops[i], bottoms[i]
		if bottom == top {
			continue
		}
		if bottom-top > thick {
			e.ink.bits[y*e.ink.Width+x] |= inRow
			continue
		}
		level := e.level(x, y)
		for v := max(top-1, 0); v < min(bottom+1, e.ink.Height); v++ {
			e.img.Pix[v*e.img.Stride+x] = max(level, e.img.Pix[v*e.img.Stride+x])
		}
	}
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
				if column[y] == 0 {
					continue
				}
				left, right := x, x+1
				for left > 0 && x-left <= thick && e.ink.bits[y*w+left-1] != 0 {
					left--
				}
				for right < w && right-x <= thick && e.ink.bits[y*w+right] != 0 {
					right++
				}
				if right-left > thick {
					if column[y]&inRow != 0 {
						e.crossings = append(e.crossings, image.Pt(x, y))
					}
					continue
				}
				level := e.level(x, y)
				for u := max(left-1, 0); u < min(right+1, w); u++ {
					e.img.Pix[y*e.img.Stride+u] = max(level, e.img.Pix[y*e.img.Stride+u])
				}
			}
		})
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
