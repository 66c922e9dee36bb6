package raster

import (
	"image"
	"math"
	"slices"
)

// Paper is how bright the bare paper is over the page, on a coarse grid: light,
// shadow and tint, without the print.
type Paper struct {
	block         int // pixels a side
	columns, rows int
	level         []float64
}

// NewPaper measures the paper of an image.
func NewPaper(img *image.Gray) *Paper {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	// Blocks of a few lines of text each: small enough for the edge of a shadow,
	// large enough that some paper shows in each.
	block := max(8, max(w, h)/72)
	p := &Paper{block: block, columns: (w + block - 1) / block, rows: (h + block - 1) / block}
	p.level = make([]float64, p.columns*p.rows)
	step := max(1, block/16)
	for r := range p.rows {
		for c := range p.columns {
			p.level[r*p.columns+c] = brightest(img, c*block, r*block, block, step)
		}
	}
	p.close()
	return p
}

// brightest is the level that a tenth of a block's pixels reach.
func brightest(img *image.Gray, x0, y0, block, step int) float64 {
	var counts [256]int
	n := 0
	for y := y0; y < min(y0+block, img.Rect.Dy()); y += step {
		row := img.Pix[y*img.Stride:]
		for x := x0; x < min(x0+block, img.Rect.Dx()); x += step {
			counts[row[x]]++
			n++
		}
	}
	seen := 0
	for v := 255; v > 0; v-- {
		if seen += counts[v]; 10*seen >= n {
			return float64(max(v, 16))
		}
	}
	return 16
}

// close fills blocks that are all ink from their neighbours: the brightest of
// each neighbourhood, then back by the darkest so that shadows keep their edge,
// then smoothed.
func (p *Paper) close() {
	p.level = p.over(func(near []float64) float64 { return slices.Max(near) })
	p.level = p.over(func(near []float64) float64 { return slices.Min(near) })
	p.level = p.over(func(near []float64) float64 {
		sum := 0.0
		for _, v := range near {
			sum += v
		}
		return sum / float64(len(near))
	})
	// What is far darker than the rest is no shadow but a dark panel, often with
	// white print on it: it keeps its darkness.
	_, bright := p.Range()
	for i, v := range p.level {
		p.level[i] = max(v, darkestPaper*bright)
	}
}

// darkestPaper is how dark paper in a shadow is against paper in the light.
const darkestPaper = 0.4

func (p *Paper) over(f func(near []float64) float64) []float64 {
	out := make([]float64, len(p.level))
	near := make([]float64, 0, 9)
	for r := range p.rows {
		for c := range p.columns {
			near = near[:0]
			for y := max(0, r-1); y <= min(p.rows-1, r+1); y++ {
				near = append(near, p.level[y*p.columns+max(0, c-1):y*p.columns+min(p.columns-1, c+1)+1]...)
			}
			out[r*p.columns+c] = f(near)
		}
	}
	return out
}

// Range gives the levels that a tenth of the page is below and above.
func (p *Paper) Range() (dark, bright float64) {
	sorted := slices.Sorted(slices.Values(p.level))
	n := len(sorted)
	return sorted[n/10], sorted[n-1-n/10]
}

// Uneven reports whether the light on the page differs so much that one threshold
// would lose print.
func (p *Paper) Uneven() bool {
	dark, bright := p.Range()
	return dark < 0.88*bright
}

// white is where flattened paper comes to lie: a little below the top, so that
// the grain of the paper does not all become one level.
const white = 245

// Flatten evens out the light: paper becomes white everywhere, and print keeps
// its share of darkness.
func (p *Paper) Flatten(img *image.Gray) {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	gain := make([]float32, p.columns*p.rows)
	for i, v := range p.level {
		gain[i] = float32(white / v)
	}
	line := make([]float32, w)
	column := make([]float32, p.columns)
	for y := range h {
		r0, r1, part := p.between(y, p.rows)
		for c := range column {
			column[c] = gain[r0*p.columns+c]*(1-part) + gain[r1*p.columns+c]*part
		}
		p.spread(column, line)
		row := img.Pix[y*img.Stride : y*img.Stride+w]
		for x, v := range row {
			row[x] = uint8(min(float32(v)*line[x]+0.5, 255))
		}
	}
}

// spread interpolates one row of the grid over all pixels, from the middle of one
// cell to that of the next.
func (p *Paper) spread(column, line []float32) {
	step := 1 / float32(p.block)
	for x := 0; x < len(line); {
		c0, c1, part := p.between(x, p.columns)
		past := len(line)
		if c1 != c0 {
			past = min(past, (2*c1+1)*p.block/2)
		} else if c0 == 0 && p.columns > 1 {
			past = min(past, p.block/2)
		}
		from, rise := column[c0], column[c1]-column[c0]
		line[x] = from + rise*part
		for x++; x < past; x++ {
			part += step
			line[x] = from + rise*min(part, 1)
		}
	}
}

// between finds the two grid cells whose centres a pixel lies between.
func (p *Paper) between(pixel, cells int) (a, b int, part float32) {
	at := (float32(pixel)+0.5)/float32(p.block) - 0.5
	if at <= 0 {
		return 0, 0, 0
	}
	a = int(at)
	if a >= cells-1 {
		return cells - 1, cells - 1, 0
	}
	return a, a + 1, at - float32(a)
}

// At is the paper's level at a pixel's block.
func (p *Paper) At(x, y int) float64 {
	return p.level[min(y/p.block, p.rows-1)*p.columns+min(x/p.block, p.columns-1)]
}

// Stretch spreads the levels of a faint page: what a thousandth of the pixels are
// darker than becomes black, the paper white. A page with dark print, or with
// none, is left as it is.
func Stretch(img *image.Gray) {
	var counts [256]int
	w, h := img.Rect.Dx(), img.Rect.Dy()
	n := 0
	for y := 0; y < h; y += 3 {
		for x := 0; x < w; x += 3 {
			counts[img.Pix[y*img.Stride+x]]++
			n++
		}
	}
	black, paper := 0, 255
	for seen := counts[0]; black < 255 && 1000*seen < n; seen += counts[black] {
		black++
	}
	for seen := counts[255]; paper > 0 && 3*seen < n; seen += counts[paper] {
		paper--
	}
	const dark, least = 0.45, 40
	if float64(black) < dark*float64(paper) || paper-black < least {
		return
	}
	var table [256]uint8
	for v := range table {
		table[v] = clampByte(math.Round(float64(v-black) * white / float64(paper-black)))
	}
	for y := range h {
		row := img.Pix[y*img.Stride : y*img.Stride+w]
		for x, v := range row {
			row[x] = table[v]
		}
	}
}
