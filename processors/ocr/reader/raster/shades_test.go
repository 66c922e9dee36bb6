package raster

import (
	"image"
	"math"
	"testing"
)

func TestEdgesOfShades(t *testing.T) {
	const letter, shade = 14, 232
	for name, c := range map[string]struct {
		draw func(page *image.Gray)
		want []image.Rectangle // that have all four sides
	}{
		"nothing": {func(*image.Gray) {}, nil},
		"every other row of a table": {func(p *image.Gray) {
			fill(p, image.Rect(48, 96, 752, 128), shade)
			fill(p, image.Rect(48, 160, 752, 192), shade)
		}, []image.Rectangle{image.Rect(48, 96, 752, 128), image.Rect(48, 160, 752, 192)}},
		"fields with paper between them": {func(p *image.Gray) {
			fill(p, image.Rect(48, 96, 400, 150), shade)
			fill(p, image.Rect(408, 96, 752, 150), shade)
		}, []image.Rectangle{image.Rect(48, 96, 404, 150), image.Rect(404, 96, 752, 150)}},
		"a field with print to its edges": {func(p *image.Gray) {
			fill(p, image.Rect(48, 96, 752, 130), shade)
			for x := 60; x < 300; x += 12 {
				fill(p, image.Rect(x, 100, x+3, 128), 30)
			}
		}, []image.Rectangle{image.Rect(48, 96, 752, 130)}},
		"a shadow": {func(p *image.Gray) {
			for y := range 400 {
				for x := range 800 {
					p.Pix[y*p.Stride+x] -= uint8(y / 5)
				}
			}
		}, nil},
		"waves": {func(p *image.Gray) {
			for y := 90; y < 300; y++ {
				for x := 48; x < 752; x++ {
					if math.Sin(float64(y)/3+math.Sin(float64(x)/40)) > 0 {
						p.Pix[y*p.Stride+x] -= 14
					}
				}
			}
		}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			page := grainy(800, 400)
			c.draw(page)
			edges := Edges(page, letter)
			uprights := 0
			for _, e := range edges {
				if e.Upright {
					uprights++
				}
			}
			if uprights != 2*len(c.want) {
				t.Errorf("%d sides, want %d", uprights, 2*len(c.want))
			}
			for _, r := range c.want {
				for _, side := range sidesOf(r) {
					if !drawn(edges, side) {
						t.Errorf("of %v no side %+v", r, side)
					}
				}
			}
		})
	}
}

// drawn reports whether an edge stands where a side does.
func drawn(edges []Stroke, side Stroke) bool {
	const near = 6 // pixels, less than a strip
	for _, e := range edges {
		if e.Edge && e.Upright == side.Upright && max(e.At-side.At, side.At-e.At) <= near && max(e.From-side.From, side.From-e.From) <= near && max(e.To-side.To, side.To-e.To) <= near {
			return true
		}
	}
	return false
}

func TestPrintHasNoEdges(t *testing.T) {
	if s := Edges(sheet(800, 1000), 14); len(s) > 0 {
		t.Errorf("edges %v", s)
	}
}
