package raster

import "image"

// Ink is a page in black and white, for measuring: 1 is print.
type Ink struct {
	Width, Height int
	bits          []uint8
}

// inkShare is how dark print is against the paper around it, at least: rules are
// often grey.
const inkShare = 0.72

// NewInk takes for print what is clearly darker than the paper around it.
func NewInk(img *image.Gray, paper *Paper) *Ink { return inkBelow(img, paper, inkShare) }

// inkBelow takes for print what has less than that share of the brightness of the paper around it.
func inkBelow(img *image.Gray, paper *Paper, share float64) *Ink {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	ink := &Ink{w, h, make([]uint8, w*h)}
	column := make([]float32, paper.columns)
	line := make([]float32, w)
	for y := range h {
		r0, r1, part := paper.between(y, paper.rows)
		for c := range column {
			column[c] = float32(share * (paper.level[r0*paper.columns+c]*float64(1-part) + paper.level[r1*paper.columns+c]*float64(part)))
		}
		paper.spread(column, line)
		row := img.Pix[y*img.Stride : y*img.Stride+w]
		out := ink.bits[y*w : (y+1)*w]
		for x, v := range row {
			if float32(v) < line[x] {
				out[x] = 1
			}
		}
	}
	return ink
}
