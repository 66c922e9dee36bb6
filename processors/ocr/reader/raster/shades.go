package raster

import (
	"image"
	"slices"
)

// Edges finds where shaded areas of a level page end: the bands of tables, the fields of
// forms. What is above a line of pixels is evenly lighter or darker than what is under it, for
// longer than any letter. Letter is the usual height of letters.
func Edges(img *image.Gray, letter float64) []Stroke {
	s := levelTops(img)
	least := max(40, int(edgeLong*letter))
	falls, rises := s.edges(least, 1), s.edges(least, -1)
	all := slices.DeleteFunc(slices.Concat(falls, rises), func(e Stroke) bool { return float64(e.To-e.From) < aloneLong*letter })
	for _, a := range s.areas(falls, rises, letter) {
		all = append(all, sidesOf(a)...)
	}
	for i := range all {
		all[i].Edge = true
	}
	return all
}

const (
	edgeLong  = 5  // letters that the edge of an area goes on for, at least
	aloneLong = 12 // and where no other is found that faces it
	leastStep = 4  // levels by which a shade differs from the paper
	mostStep  = 60 // more are print, pictures and panels
	narrow    = 2  // letters that an area is wide, at least
	lowest    = 1  // and high
	highest   = 16 // letters from the upper to the lower edge of one
	sideways  = 32 // pixels of an edge that print may hide
)

// levelTops are the brightest pixels of strips: shade darkens all of them, letters leave paper
// between them.
func levelTops(img *image.Gray) strips {
	h, n := img.Rect.Dy(), img.Rect.Dx()/levelPixels
	s := strips{sums: make([]uint16, n*h), count: n, length: h, step: n, advance: 1, pixels: levelPixels}
	for y := range h {
		row := img.Pix[y*img.Stride : y*img.Stride+n*levelPixels]
		out := s.sums[y*n : (y+1)*n]
		for b := range out {
			p := row[b*levelPixels : b*levelPixels+levelPixels : b*levelPixels+levelPixels]
			out[b] = uint16(max(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]))
		}
	}
	return s
}

// edges joins the places where it gets darker downwards, or lighter with the sign turned.
func (s strips) edges(least, sign int) []Stroke {
	t := tracing{strips: s, least: least, stray: sideways / s.pixels, there: 0.6, spread: 0.25}
	return t.traced(func(at int) (int, bool) { return s.fall(at, sign), true })
}

// fall is by how much a strip is darker behind a place than before it, three pixels each; 0
// where it is not, and where either side is as uneven as print is.
func (s strips) fall(at, sign int) int {
	v := func(k int) int { return -sign * int(s.sums[at+k*s.step]) }
	height := v(2) + v(3) + v(4) - v(-2) - v(-3) - v(-4)
	if height < 3*leastStep || height > 3*mostStep {
		return 0
	}
	here := v(1) - v(-1)
	for k := 1; k <= 2; k++ {
		if v(k+1)-v(k-1) >= here || v(1-k)-v(-1-k) > here {
			return 0
		}
	}
	if uneven := 4 * max(v(4)-v(2), v(2)-v(4), v(-2)-v(-4), v(-4)-v(-2)); uneven > height {
		return 0
	}
	return height
}

// areas are the shaded rectangles between upper and lower edges that are nearest to each other.
func (s strips) areas(falls, rises []Stroke, letter float64) []image.Rectangle {
	var found []image.Rectangle
	for _, top := range falls {
		foot, ok := nearest(top, rises, 1, letter)
		if !ok {
			continue
		}
		if back, _ := nearest(foot, falls, -1, letter); back != top {
			continue
		}
		seed := image.Rect(max(top.From, foot.From), top.At, min(top.To, foot.To), foot.At)
		if !slices.ContainsFunc(found, func(r image.Rectangle) bool { return seed.Inset(s.pixels).In(r) }) {
			found = append(found, s.shaded(seed, int(narrow*letter))...)
		}
	}
	return found
}

// nearest is the first of other edges that faces one downwards, or upwards with the sign turned.
func nearest(one Stroke, others []Stroke, sign int, letter float64) (found Stroke, ok bool) {
	for _, o := range others {
		high := sign * (o.At - one.At)
		faces := float64(min(o.To, one.To)-max(o.From, one.From)) >= edgeLong*letter
		if faces && float64(high) >= lowest*letter && float64(high) <= highest*letter && (!ok || high < sign*(found.At-one.At)) {
			found, ok = o, true
		}
	}
	return found, ok
}

// shaded are the areas into which the shade of a band falls apart, to where it ends on
// either side: strips are shaded where they are nearer to the usual shade of the band than to
// the paper above and under it. A pattern of waves is no shade.
func (s strips) shaded(seed image.Rectangle, narrow int) []image.Rectangle {
	from, to := seed.Min.X/s.pixels, seed.Max.X/s.pixels
	depth, uneven := make([]int, s.count), make([]int, s.count) // of the shade, against the paper around
	paper := s.paperAt(seed.Min.Y, seed.Max.Y)
	for b := range depth {
		low, middle, high := s.quarters(b, seed.Min.Y+blurred, seed.Max.Y-blurred+1)
		depth[b], uneven[b] = paper[b]-middle, high-low
	}
	usual := median(depth[from:to])
	if usual < leastStep || 2*median(uneven[from:to]) > usual {
		return nil
	}
	dark := func(b int) bool { return b >= 0 && b < s.count && 2*depth[b] > usual }
	for dark(from - 1) {
		from--
	}
	for dark(to) {
		to++
	}
	var found []image.Rectangle
	for begin := from; begin < to; {
		end := begin
		for end < to && dark(end) {
			end++
		}
		left, right := begin*s.pixels-s.pixels/2, end*s.pixels+s.pixels/2
		if right-left >= narrow && sharp(depth, begin, -1) && sharp(depth, end-1, 1) {
			found = append(found, image.Rect(left, seed.Min.Y, right, seed.Max.Y))
		}
		begin = max(end, begin+1)
	}
	return found
}

// sharp reports whether a shade ends within a strip of its last one: a stain fades away.
func sharp(depth []int, last, outwards int) bool {
	const paper, shade = 0.3, 0.7 // of the depth that is lost within three strips
	at := func(k int) int { return depth[max(0, min(len(depth)-1, last+k*outwards))] }
	inside := float64(at(-2))
	return float64(min(at(1), at(2))) <= paper*inside && float64(max(at(0), at(-1))) >= shade*inside
}

const (
	blurred  = 3 // pixels at an edge that are neither paper nor shade
	nearby   = 8 // strips in whose midst the level of the paper is taken
	sampling = 32
)

// paperAt is by strips how bright the paper over and under a band is.
func (s strips) paperAt(top, bottom int) []int {
	bare, out := make([]int, s.count), make([]int, s.count)
	for b := range bare {
		_, over, _ := s.quarters(b, top-2*blurred, top-blurred+1)
		_, under, _ := s.quarters(b, bottom+blurred, bottom+2*blurred+1)
		bare[b] = max(over, under)
	}
	for b := range out {
		out[b] = median(bare[max(0, b-nearby):min(len(bare), b+nearby+1)])
	}
	return out
}

// quarters are the levels that a quarter, half and three quarters of a strip are below, from one
// place to another.
func (s strips) quarters(strip, from, to int) (low, middle, high int) {
	var levels [sampling + 1]int
	n, step := 0, 1+(to-from)/sampling
	for y := max(from, 0); y < min(to, s.length); y += step {
		levels[n] = int(s.sums[y*s.step+strip*s.advance])
		n++
	}
	if n == 0 {
		return 0, 0, 0
	}
	slices.Sort(levels[:n])
	return levels[n/4], levels[n/2], levels[3*n/4]
}

func median(levels []int) int {
	if len(levels) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(levels))
	return sorted[len(sorted)/2]
}

func sidesOf(r image.Rectangle) []Stroke {
	return []Stroke{{At: r.Min.Y, From: r.Min.X, To: r.Max.X}, {At: r.Max.Y, From: r.Min.X, To: r.Max.X},
		{Upright: true, At: r.Min.X, From: r.Min.Y, To: r.Max.Y}, {Upright: true, At: r.Max.X, From: r.Min.Y, To: r.Max.Y}}
}
