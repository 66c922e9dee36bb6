package grid

import (
	"cmp"
	"math"
	"slices"

	"lavra.dev/processors/document"
)

// stroke is a straight line in points: at is across it, from and to are along it.
type stroke struct {
	at, from, to float64
	edge         bool // of a filled area
	inferred     bool // not drawn: a side that a table lacks
}

func (s stroke) length() float64 { return s.to - s.from }

// Measures in points.
const (
	sameLine    = 3.5  // lines that lie so close are one: a double line, the sides of neighbours
	cornerGap   = 8.0  // a rounded corner leaves so much of both sides undrawn
	strokeGap   = 8.0  // missing in a line, as scans leave it, where the pieces are longer
	longerThan  = 2.0  // how much longer each piece is than what is missing between them
	sliver      = 4.5  // no line of print stands in less
	tallest     = 0.15 // of the page: lines of one length further apart are no rows of a table
	tallestBand = 40.0 // a row between two shaded ones: three lines of print
	mostLines   = 250  // of each direction: 60 lines of print make 61 level ones
	mostBoxes   = 4000
)

// strokesOf are the rulings of a page in points, sorted.
func strokesOf(rulings []document.Ruling, width, height float64) (level, upright []stroke) {
	for _, r := range rulings {
		if r.Upright {
			upright = append(upright, stroke{at: r.At * width, from: r.From * height, to: r.To * height, edge: r.Edge})
		} else {
			level = append(level, stroke{at: r.At * height, from: r.From * width, to: r.To * width, edge: r.Edge})
		}
	}
	return bounded(level), bounded(upright)
}

// bounded keeps the longest strokes where there are too many, and sorts.
func bounded(all []stroke) []stroke {
	const most = 4 * mostLines
	if len(all) > most {
		slices.SortStableFunc(all, func(a, b stroke) int { return cmp.Compare(b.length(), a.length()) })
		all = all[:most]
	}
	slices.SortFunc(all, func(a, b stroke) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	return all
}

// closeSides adds the sides that tables without outer borders lack: where level lines end
// one below the other, their ends are joined, and so are those of upright ones.
func closeSides(level, upright []stroke, height float64) (l, u []stroke) {
	l = append(slices.Clone(level), sidesOf(upright, level, tallest*height)...)
	u = append(slices.Clone(upright), sidesOf(level, upright, tallest*height)...)
	return bounded(l), bounded(u)
}

func sidesOf(all, other []stroke, most float64) []stroke {
	var out []stroke
	for i, a := range all {
		for _, end := range []func(stroke) float64{func(s stroke) float64 { return s.from }, func(s stroke) float64 { return s.to }} {
			if b, ok := next(a, all[i+1:], end, most); ok && open(a, b, end, other) {
				out = append(out, stroke{at: (end(a) + end(b)) / 2, from: a.at, to: b.at, inferred: true})
			}
		}
	}
	return out
}

// next is the first of the strokes behind one that ends where it does.
func next(a stroke, all []stroke, end func(stroke) float64, most float64) (stroke, bool) {
	for _, b := range all {
		if b.at-a.at > most {
			break
		}
		if b.at-a.at > sameLine && math.Abs(end(a)-end(b)) <= sameLine {
			return b, true
		}
	}
	return stroke{}, false
}

// open reports whether no stroke of the other direction meets the ends of two: two boxes
// one below the other make no third one between them. Shaded bands do, with the plain rows
// between.
func open(a, b stroke, end func(stroke) float64, other []stroke) bool {
	if a.edge && b.edge && b.at-a.at < tallestBand {
		return true
	}
	return !slices.ContainsFunc(other, func(o stroke) bool {
		meets := func(s stroke) bool {
			return math.Abs(o.at-end(s)) <= cornerGap && o.from <= s.at+cornerGap && o.to >= s.at-cornerGap
		}
		return meets(a) || meets(b)
	})
}

// lines are strokes of one direction by the place that they have in common.
type lines struct {
	places  []float64
	strokes [][]stroke // of each place, from their beginning on, those joined that nearly meet
}

// snapped gathers strokes that lie side by side to one line.
func snapped(all []stroke) lines {
	var l lines
	for from := 0; from < len(all); {
		past, at, weight := from, 0.0, 0.0
		for ; past < len(all) && all[past].at-all[from].at <= sameLine; past++ {
			length := max(all[past].length(), 1)
			at, weight = at+all[past].at*length, weight+length
		}
		l.places = append(l.places, at/weight)
		l.strokes = append(l.strokes, joined(slices.Clone(all[from:past])))
		from = past
	}
	return l.longest()
}

// joined puts the pieces of a line together.
func joined(pieces []stroke) []stroke {
	slices.SortStableFunc(pieces, func(a, b stroke) int { return cmp.Compare(a.from, b.from) })
	out := pieces[:1]
	for _, p := range pieces[1:] {
		last := &out[len(out)-1]
		gap := p.from - last.to
		if p.inferred != last.inferred {
			out = append(out, p)
		} else if gap <= 0 || gap <= strokeGap && gap*longerThan <= min(p.length(), last.length()) {
			last.to = max(last.to, p.to)
		} else {
			out = append(out, p)
		}
	}
	return out
}

// longest keeps the lines with most drawn where there are too many.
func (l lines) longest() lines {
	if len(l.places) <= mostLines {
		return l
	}
	order := make([]int, len(l.places))
	drawn := make([]float64, len(l.places))
	for i := range order {
		order[i] = i
		for _, s := range l.strokes[i] {
			drawn[i] += s.length()
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(drawn[b], drawn[a]) })
	order = order[:mostLines]
	slices.Sort(order)
	var out lines
	for _, i := range order {
		out.places, out.strokes = append(out.places, l.places[i]), append(out.strokes, l.strokes[i])
	}
	return out
}
