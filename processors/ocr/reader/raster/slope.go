package raster

import "math"

// Point is a place on an image, in pixels.
type Point struct{ X, Y float64 }

// Slope is how lines of text run: rise per pixel to the right at the middle of
// the image, and how much that changes per pixel downwards, as it does where the
// picture was taken at an angle. The middle is the origin.
type Slope struct{ Rise, Spread float64 }

// level takes a point to the height at which its line crosses the middle.
func (s Slope) level(p Point) float64 {
	return (p.Y - s.Rise*p.X) / (1 + s.Spread*p.X)
}

// The slopes looked for: ten degrees and some, and lines that meet no nearer
// than some eight page heights away.
const (
	maxRise   = 0.21 // tan 12°
	maxSpread = 0.12 // over the height of the image
)

// FindSlope finds the slope at which the given points, the feet or heads of
// letters with the middle of the image as origin, lie on the fewest lines.
// Extent is the height of the image. Too few points give no slope.
func FindSlope(points []Point, height, extent float64) Slope {
	if len(points) < 12 {
		return Slope{}
	}
	points = thinned(points, 2500)
	best := Slope{}
	// From coarse to fine: the bins shrink with the steps, so that the peak is
	// never narrower than a step.
	most := 0.0
	for rise := -maxRise; rise <= maxRise; rise += 0.0075 {
		if e := energy(points, Slope{Rise: rise}, height/2); e > most {
			best, most = Slope{Rise: rise}, e
		}
	}
	best = refine(points, best, 0, height, extent)
	spreading := refine(points, best, maxSpread/4/extent, height, extent)
	// Print of several sizes can look like lines that meet; real ones gain more.
	if energy(points, spreading, height/8) > spreadGain*energy(points, best, height/8) {
		return spreading
	}
	return best
}

// spreadGain is how much better lines that meet must fit than parallel ones.
const spreadGain = 1.25

// refine climbs in ever smaller steps. A spread of 0 keeps lines parallel.
func refine(points []Point, best Slope, spread, height, extent float64) Slope {
	rise := 0.0075
	for _, bin := range []float64{height / 2, height / 3, height / 4, height / 6, height / 8} {
		best = climb(points, best, rise, spread, extent, bin)
		rise, spread = rise/2.5, spread/2.2
	}
	return best
}

// climb looks around a slope, in steps, as long as it finds better ones.
func climb(points []Point, from Slope, rise, spread, extent, bin float64) Slope {
	best, most := from, energy(points, from, bin)
	for range 6 {
		centre := best
		for i := -2.0; i <= 2; i++ {
			for j := -2.0; j <= 2; j++ {
				if spread == 0 && j != 0 {
					continue
				}
				s := Slope{centre.Rise + i*rise, centre.Spread + j*spread}
				if math.Abs(s.Spread)*extent > maxSpread || math.Abs(s.Rise) > maxRise {
					continue
				}
				if e := energy(points, s, bin); e > most {
					best, most = s, e
				}
			}
		}
		if best == centre {
			break
		}
	}
	return best
}

// energy says how well points fall on lines of the given slope: the sum of the
// squares of how many fall into each bin of height.
func energy(points []Point, s Slope, bin float64) float64 {
	if len(points) == 0 {
		return 0
	}
	bin = max(bin, 0.5)
	low, high := math.Inf(1), math.Inf(-1)
	var near [2600]float64 // on the stack: this runs some 500 times a page
	levels := near[:min(len(points), len(near))]
	if len(points) > len(near) {
		levels = make([]float64, len(points))
	}
	for i, p := range points {
		v := s.level(p) / bin
		levels[i] = v
		low, high = min(low, v), max(high, v)
	}
	if !(high-low < 1e5) {
		return 0
	}
	counts := make([]float64, int(high-low)+3)
	for _, v := range levels {
		at := v - low
		i := int(at)
		part := at - float64(i)
		counts[i] += 1 - part
		counts[i+1] += part
	}
	sum := 0.0
	for _, c := range counts {
		sum += c * c
	}
	return sum
}

// thinned keeps every n-th point, so that at most the given number are left.
func thinned(points []Point, most int) []Point {
	if len(points) <= most {
		return points
	}
	step := float64(len(points)) / float64(most)
	out := make([]Point, 0, most)
	for at := 0.0; int(at) < len(points) && len(out) < most; at += step {
		out = append(out, points[int(at)])
	}
	return out
}
