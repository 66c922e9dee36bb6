package raster

import (
	"image"
	"slices"
)

// Stroke is a straight line drawn on a page, or a stretch of a bent one.
type Stroke struct {
	Upright      bool
	Edge         bool // where a shaded area ends; no line is drawn there
	At, From, To int  // pixels, To behind the last
}

// Strokes finds the ruling lines of a level page, faint ones as well: lines are darker than
// what is beside them on both sides, evenly and for longer than any letter. Letter is the
// usual height of letters.
//
// The page is taken in strips across the lines, each the sum of some pixels along them, so
// that a faint line stands out from the noise; what stands out is followed from strip to strip.
func Strokes(img *image.Gray, letter float64) []Stroke {
	level := lines(levelStrips(img), max(40, int(5*letter)), true)
	sides := lines(uprightStrips(img), int(max(16, sideHeight*letter)), false)
	long := max(40, int(4*letter))
	all := level
	for _, s := range sides {
		s.Upright = true
		ended := s.To-s.From >= long
		if !ended {
			_, _, ended = s.between(level)
		}
		if ended {
			all = append(all, s)
		}
	}
	return all
}

const (
	sideHeight  = 1.8  // letters from which a line that two level ones end is the side of a box
	mostStrokes = 4000 // each way; a page has hundreds at most, and noise as many as there is room

	levelPixels, uprightPixels = 8, 4 // along a line, in a strip: sides of boxes are short

	leastContrast = 10 // by which a pixel of a faint line is darker than what is beside it
	nearBeside    = 3  // pixels from the middle of a thin line to what is beside it
	farBeside     = 6  // and of a thick one
	bend          = 2  // pixels by which a line leaves its row before it is another stretch
)

// strips are sums of pixels along lines: strip by strip, each from one edge of the page to the other.
type strips struct {
	sums    []uint16
	count   int // of strips
	length  int // of a strip
	step    int // from one sum of a strip to the next
	advance int // from a sum to that of the next strip
	pixels  int // in a sum
}

func levelStrips(img *image.Gray) strips {
	h, n := img.Rect.Dy(), img.Rect.Dx()/levelPixels
	s := strips{sums: make([]uint16, n*h), count: n, length: h, step: n, advance: 1, pixels: levelPixels}
	for y := range h {
		row := img.Pix[y*img.Stride : y*img.Stride+n*levelPixels]
		out := s.sums[y*n : (y+1)*n]
		for b := range out {
			p := row[b*levelPixels : b*levelPixels+levelPixels : b*levelPixels+levelPixels]
			out[b] = uint16(p[0]) + uint16(p[1]) + uint16(p[2]) + uint16(p[3]) + uint16(p[4]) + uint16(p[5]) + uint16(p[6]) + uint16(p[7])
		}
	}
	return s
}

func uprightStrips(img *image.Gray) strips {
	w, n := img.Rect.Dx(), img.Rect.Dy()/uprightPixels
	s := strips{sums: make([]uint16, n*w), count: n, length: w, step: 1, advance: w, pixels: uprightPixels}
	for b := range n {
		at := b * uprightPixels * img.Stride
		r0, r1 := img.Pix[at:at+w], img.Pix[at+img.Stride:at+img.Stride+w]
		r2, r3 := img.Pix[at+2*img.Stride:at+2*img.Stride+w], img.Pix[at+3*img.Stride:at+3*img.Stride+w]
		for x := range s.sums[b*w : (b+1)*w] {
			s.sums[b*w+x] = uint16(r0[x]) + uint16(r1[x]) + uint16(r2[x]) + uint16(r3[x])
		}
	}
	return s
}

// contrast is by how much the line at a sum of a strip is darker than what is beside it, 0
// where there is none. It is clear where nothing else stands beside it.
func (s strips) contrast(at int) (contrast int, clear bool) {
	here := s.sums[at]
	if here > s.sums[at-s.step] || here >= s.sums[at+s.step] {
		return 0, false
	}
	near0, near1 := s.sums[at-nearBeside*s.step], s.sums[at+nearBeside*s.step]
	far0, far1 := s.sums[at-farBeside*s.step], s.sums[at+farBeside*s.step]
	beside := int(max(min(near0, near1), min(far0, far1)))
	contrast = beside - int(here)
	if contrast < leastContrast*s.pixels {
		return 0, false
	}
	return contrast, 2*(int(max(near0, near1, far0, far1))-int(min(far0, far1))) <= contrast
}

// line is one that is being followed.
type line struct {
	from, last    int   // strips
	at            int   // pixel across
	hits, clear   int   // strips where it is, and where nothing else is beside it
	sum, squares  int   // of its contrasts
	turns, places []int // strips where it leaves its row, and the rows before
	begun         int   // its row since the last turn
}

// lines are what is darker than both its sides. Apart are those that have nothing close beside
// them for half their length: a row of letters has strokes of its own, but bars of a code stand
// together.
func lines(s strips, least int, apart bool) []Stroke {
	return tracing{strips: s, least: least, apart: apart, stray: 1, there: 0.85, spread: 0.45}.traced(s.contrast)
}

// tracing is how places that stand out in strip after strip are joined.
type tracing struct {
	strips
	least  int     // pixels
	apart  bool    // nothing is close beside half of it
	stray  int     // strips without it, that its faint or crossed places may be
	there  float64 // of the strips have it, at least
	spread float64 // deviation of the contrast, of its mean, at most
}

// traced joins what stands out in strip after strip to lines.
func (s tracing) traced(contrast func(at int) (int, bool)) []Stroke {
	var found []Stroke
	open := make([]line, s.length) // by the row where each was last seen
	end := func(l *line) {
		if len(found) < mostStrokes && s.even(l) && (!s.apart || 2*l.clear >= l.hits) {
			found = l.strokes(found, s.pixels)
		}
		l.hits = 0
	}
	for b := range s.count {
		for y := farBeside; y < s.length-farBeside; y++ {
			c, clear := contrast(b*s.advance + y*s.step)
			if c == 0 {
				continue
			}
			l := line{from: b, begun: y}
			for _, near := range [3]int{y, y - 1, y + 1} {
				if o := &open[near]; o.hits > 0 && o.last < b && b-o.last <= 1+s.stray {
					l, o.hits = *o, 0
					break
				}
			}
			end(&open[y])
			l.see(b, y, c, clear)
			open[y] = l
		}
	}
	for y := range open {
		end(&open[y])
	}
	return found
}

// see goes on with a line in a strip.
func (l *line) see(b, y, contrast int, clear bool) {
	if l.hits > 0 && (y-l.begun > bend || l.begun-y > bend) {
		l.turns, l.places = append(l.turns, b), append(l.places, (l.begun+l.at)/2)
		l.begun = y
	}
	l.last, l.at = b, y
	l.hits++
	if clear {
		l.clear++
	}
	l.sum += contrast
	l.squares += contrast * contrast
}

// even reports whether a line has the length, is there nearly all along, and everywhere as dark:
// strokes of letters in a row are not.
func (s tracing) even(l *line) bool {
	if l.hits == 0 || l.last+1-l.from < s.least/s.pixels {
		return false
	}
	n := float64(l.hits)
	mean := float64(l.sum) / n
	return n >= s.there*float64(l.last+1-l.from) && float64(l.squares)/n-mean*mean <= s.spread*s.spread*mean*mean
}

// strokes adds the straight stretches of a line.
func (l *line) strokes(all []Stroke, pixels int) []Stroke {
	from := l.from
	for i, turn := range l.turns {
		all = append(all, Stroke{At: l.places[i], From: from * pixels, To: turn * pixels})
		from = turn
	}
	return append(all, Stroke{At: (l.begun + l.at) / 2, From: from * pixels, To: (l.last + 1) * pixels})
}

// between are the places of the level lines that end an upright one at its head and its foot, and whether both do.
func (s Stroke) between(all []Stroke) (head, foot int, both bool) {
	const near = 6 // pixels, of a rounded corner and the thickness of a line
	end := func(y int) int {
		return slices.IndexFunc(all, func(l Stroke) bool {
			return !l.Upright && l.From-near <= s.At && s.At <= l.To+near && y-near <= l.At && l.At <= y+near
		})
	}
	above := end(s.From)
	if above < 0 {
		return 0, 0, false
	}
	below := end(s.To)
	if below < 0 {
		return 0, 0, false
	}
	return all[above].At, all[below].At, true
}
