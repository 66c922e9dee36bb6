package raster

import (
	"image"
	"slices"
)

// EraseFaintRules paints over what EraseRules leaves of the given lines. A grey rule is hardly
// darker than what counts as print: ink has it here and there, in pieces too short for a rule,
// and these cling to the print beside it as brackets and letters. Print that touches a line is
// darker than the line, or reaches too far across it, and stays. Letter is the usual height of
// letters.
func EraseFaintRules(img *image.Gray, strokes []Stroke, paper *Paper, letter float64) {
	f := faint{img: img, level: paperLevel(paper), thick: ruleThickness(letter)}
	for _, s := range strokes {
		if s.Upright && s.To-s.From < int(3*letter) {
			continue // may be a letter between two rules
		}
		f.erase(s)
	}
}

type faint struct {
	img   *image.Gray
	level func(x, y int) uint8
	thick int // pixels that a rule is at most
}

// erase paints over one line, at each place along it as far across as it is grey there.
func (f faint) erase(s Stroke) {
	darkest := f.darkest(s)
	if darkest == 0 {
		return
	}
	for along := s.From; along < s.To; along++ {
		from, past := f.extent(s, along)
		if past-from > f.thick {
			continue // print touches it
		}
		for across := from - 1; across <= past; across++ {
			p := s.point(along, across)
			if !p.In(f.img.Rect) {
				continue
			}
			if v := &f.img.Pix[p.Y*f.img.Stride+p.X]; *v >= darkest {
				*v = max(*v, f.level(p.X, p.Y))
			}
		}
	}
}

// darkest is the least level that is the line's and no print's; 0 where there is no line, or
// none that is faint.
func (f faint) darkest(s Stroke) uint8 {
	const (
		few  = 8    // places
		dark = 0.45 // of paper: EraseRules sees all of a rule as dark
	)
	var levels, papers []uint8
	for along := s.From; along < s.To; along++ {
		from, past := f.extent(s, along)
		if past == from || past-from > f.thick {
			continue
		}
		least := uint8(255)
		for across := from; across < past; across++ {
			p := s.point(along, across)
			least = min(least, f.img.Pix[p.Y*f.img.Stride+p.X])
		}
		at := s.point(along, s.At)
		levels, papers = append(levels, least), append(papers, f.level(at.X, at.Y))
	}
	if len(levels) < few {
		return 0
	}
	slices.Sort(levels)
	slices.Sort(papers)
	usual := levels[len(levels)/2]
	if float64(usual) < dark*float64(papers[len(papers)/2]) {
		return 0
	}
	return usual - min(usual, fainter)
}

// extent is how far what is darker than paper reaches across a line at a place along it,
// counted to a little over the thickness of a rule; nothing where there is none.
func (f faint) extent(s Stroke, along int) (from, past int) {
	for off := range bend + 1 {
		for _, across := range [2]int{s.At - off, s.At + off} {
			if !f.grey(s.point(along, across)) {
				continue
			}
			from, past = across, across+1
			for past-from <= f.thick && f.grey(s.point(along, from-1)) {
				from--
			}
			for past-from <= f.thick && f.grey(s.point(along, past)) {
				past++
			}
			return from, past
		}
	}
	return s.At, s.At
}

// grey reports whether a pixel is darker than paper.
func (f faint) grey(p image.Point) bool {
	const clearly = 0.93 // of paper: beyond its grain
	return p.In(f.img.Rect) && float64(f.img.Pix[p.Y*f.img.Stride+p.X]) < clearly*float64(f.level(p.X, p.Y))
}

// point is the pixel at a place along a line and across it.
func (s Stroke) point(along, across int) image.Point {
	if s.Upright {
		return image.Pt(across, along)
	}
	return image.Pt(along, across)
}
