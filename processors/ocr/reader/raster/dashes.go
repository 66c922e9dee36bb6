package raster

import (
	"cmp"
	"image"
	"slices"
)

// Dashes of an upright rule, in heights of the page's letters.
const (
	dashedTall  = 0.5 // height, at least
	dashedGap   = 3.0 // from one to the next, at most: a letter that touches a dash hides it
	dashedCount = 8   // how many make a rule
)

// EraseDashes paints over the upright rules that are drawn in dashes, as between the columns of
// invoices: they are read as ones and capital i's of the print beside them. It gives the
// print without them, and the rules. Ink, print and paper are those of the image.
func EraseDashes(img *image.Gray, ink *Ink, print []Component, paper *Paper, letter float64) (rest []Component, rules []Stroke) {
	e := eraser{img: img, ink: ink, level: paperLevel(paper)}
	erased := map[Component]bool{}
	for _, c := range dashColumns(print, letter) {
		if !c.pitched() || c.inRows(print) {
			continue
		}
		first, last := c[0], c[len(c)-1]
		rules = append(rules, Stroke{Upright: true, At: (first.midX() + last.midX()) / 2, From: first.Top, To: last.Bottom})
		for i, d := range c {
			erased[d] = true
			until := d.Bottom + 1
			if i+1 < len(c) {
				until = c[i+1].Top - 1
			}
			e.along(d.midX(), d.Top-1, until, ruleThickness(letter))
		}
	}
	return slices.DeleteFunc(slices.Clone(print), func(c Component) bool { return erased[c] }), rules
}

// dashColumn are marks under each other, from the top down.
type dashColumn []Component

// dashColumns finds the columns of marks that are thin enough for dashes.
func dashColumns(print []Component, letter float64) (columns []dashColumn) {
	var dashes []Component
	for _, c := range print {
		if c.uprightDash(letter) {
			dashes = append(dashes, c)
		}
	}
	if len(dashes) > mostBars {
		return nil
	}
	slices.SortStableFunc(dashes, func(a, b Component) int { return cmp.Compare(a.Top, b.Top) })
	var open []dashColumn
	for _, d := range dashes {
		at := -1
		kept := open[:0]
		for _, c := range open {
			last := c[len(c)-1]
			if float64(d.Top-last.Bottom) > dashedGap*letter {
				columns = append(columns, c)
				continue
			}
			if off := d.midX() - last.midX(); max(off, -off) <= bend && d.Top >= last.Bottom {
				at = len(kept)
			}
			kept = append(kept, c)
		}
		if open = kept; at < 0 {
			open = append(open, dashColumn{d})
		} else {
			open[at] = append(open[at], d)
		}
	}
	return slices.DeleteFunc(append(columns, open...), func(c dashColumn) bool { return len(c) < dashedCount })
}

func (c Component) midX() int { return (c.Left + c.Right) / 2 }

// uprightDash reports whether a component has the form of a dash of an upright rule.
func (c Component) uprightDash(letter float64) bool {
	return float64(c.Height()) >= dashedTall*letter && float64(c.Height()) < dashedGap*letter && c.Height() >= 2*c.Width() &&
		c.Width() <= ruleThickness(letter) && 3*c.Pixels >= 2*c.Width()*c.Height()
}

// pitched reports whether the dashes are as far apart as each other, but for those that print hides.
func (c dashColumn) pitched() bool {
	var steps []int
	for i := range c[1:] {
		steps = append(steps, c[i+1].Top-c[i].Top)
	}
	sorted := slices.Sorted(slices.Values(steps))
	pitch := sorted[len(sorted)/2]
	even := 0
	for _, s := range steps {
		if off := s % pitch; min(off, pitch-off) <= bend {
			even++
		}
	}
	return 4*even >= 3*len(steps)
}

// inRows reports whether half of the marks stand in rows of print, their heads and feet level with
// those of others: ones and capital i's under each other.
func (c dashColumn) inRows(print []Component) bool {
	level := 0
	for _, d := range c {
		if slices.ContainsFunc(print, func(o Component) bool {
			head, foot := o.Top-d.Top, o.Bottom-d.Bottom
			return max(head, -head, foot, -foot) <= bend && 3*o.Width() > o.Height()
		}) {
			level++
		}
	}
	return 2*level >= len(c)
}
