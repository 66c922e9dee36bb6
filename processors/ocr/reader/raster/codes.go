package raster

import "math"

// finders are the corner marks of a QR code: a square ring with a square in it.
type finder struct{ x, y, side float64 }

// qrCodes finds where QR codes stand, by their corner marks: three of one size.
// The boxes reach from mark to mark, quiet zone included.
func qrCodes(parts []Component) [][4]float64 {
	marks := finders(parts)
	var all [][4]float64
	used := make([]bool, len(marks))
	for i, a := range marks {
		if used[i] {
			continue
		}
		group := []finder{a}
		for j, b := range marks {
			// A code is at most 177 modules wide, a mark is 7.
			if j != i && !used[j] && math.Abs(a.side-b.side) < 0.2*a.side &&
				math.Abs(a.x-b.x) < 25*a.side && math.Abs(a.y-b.y) < 25*a.side {
				group = append(group, b)
				used[j] = true
			}
		}
		if len(group) < 3 {
			continue
		}
		left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
		for _, m := range group {
			left, right = min(left, m.x), max(right, m.x)
			top, bottom = min(top, m.y), max(bottom, m.y)
		}
		margin := 1.2 * a.side
		all = append(all, [4]float64{left - margin, top - margin, right + margin, bottom + margin})
	}
	return all
}

func finders(parts []Component) []finder {
	inner := make(map[[2]int][]Component)
	const cell = 4
	for _, c := range parts {
		w, h := c.Width(), c.Height()
		if w >= 3 && w <= 60 && abs(w-h) <= max(1, w/4) && 10*c.Pixels >= 7*w*h {
			k := [2]int{(c.Left + c.Right) / 2 / cell, (c.Top + c.Bottom) / 2 / cell}
			inner[k] = append(inner[k], c)
		}
	}
	var marks []finder
	for _, c := range parts {
		w, h := c.Width(), c.Height()
		if w < 9 || w > 140 || abs(w-h) > max(2, w/5) || 10*c.Pixels < 3*w*h || 10*c.Pixels > 7*w*h {
			continue
		}
		x, y := (c.Left+c.Right)/2, (c.Top+c.Bottom)/2
		if holds(inner, x/cell, y/cell, x, y, w) {
			marks = append(marks, finder{float64(x), float64(y), float64(w)})
		}
	}
	return marks
}

// holds reports whether a square of three sevenths stands in the middle of a ring.
func holds(inner map[[2]int][]Component, kx, ky, x, y, side int) bool {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			for _, c := range inner[[2]int{kx + dx, ky + dy}] {
				w := c.Width()
				if 10*w >= 3*side && 10*w <= 6*side && abs((c.Left+c.Right)/2-x) <= max(1, side/8) && abs((c.Top+c.Bottom)/2-y) <= max(1, side/8) {
					return true
				}
			}
		}
	}
	return false
}

func abs(v int) int { return max(v, -v) }
