package document

// What makes two blocks of text side by side columns and not a table: both are
// prose, line after line.
const (
	columnRows      = 4   // fewer rows say nothing
	columnWords     = 4.0 // mean words of a line of prose; table cells have fewer
	columnLetters   = 0.6 // share of letters; columns of amounts are tables
	gutterSteps     = 13  // gutters tried between gutterFrom and gutterTo of the width
	gutterFrom      = 0.38
	gutterTo        = 0.62
	gutterWidth     = 1.2 // line heights between the columns, at least
	columnShareFull = 0.6 // share of a column's rows that fill most of it
)

// unroll replaces each stretch of rows that is two columns of prose by the left
// column followed by the right one. The rows come sorted from top to bottom.
func (g *grouping) unroll() []*row {
	if len(g.all) < columnRows {
		return g.all
	}
	var best stretch
	for i := range gutterSteps {
		x := gutterFrom + (gutterTo-gutterFrom)*float64(i)/(gutterSteps-1)
		for _, s := range g.stretches(x) {
			if s.to-s.from > best.to-best.from && g.prose(s) {
				best = s
			}
		}
	}
	if best.to == best.from {
		return g.all
	}
	out := append([]*row{}, g.all[:best.from]...)
	left, right := g.split(best)
	out = append(append(out, left...), right...)
	return append(out, g.all[best.to:]...)
}

// stretch is a run of rows that leave a gutter free at x.
type stretch struct {
	from, to int
	x        float64
}

func (g *grouping) stretches(x float64) []stretch {
	var all []stretch
	from := 0
	for i := 0; i <= len(g.all); i++ {
		if i < len(g.all) && !g.crosses(g.all[i], x) {
			continue
		}
		if i-from >= columnRows {
			all = append(all, stretch{from, i, x})
		}
		from = i + 1
	}
	return all
}

// crosses reports whether a row has print, or only a word space, at x.
func (g *grouping) crosses(r *row, x float64) bool {
	left, right := -1.0, 2.0
	height := 0.0
	for _, w := range r.words {
		height = max(height, w.Box.Height*g.height)
		if w.Box.Right() <= x {
			left = max(left, w.Box.Right())
		} else if w.Box.Left >= x {
			right = min(right, w.Box.Left)
		} else {
			return true
		}
	}
	return (right-left)*g.width < gutterWidth*height
}

func (g *grouping) split(s stretch) (left, right []*row) {
	for _, r := range g.all[s.from:s.to] {
		at := len(r.words)
		for i, w := range r.words {
			if w.Box.Left >= s.x {
				at = i
				break
			}
		}
		if at > 0 {
			left = append(left, &row{words: r.words[:at:at]})
		}
		if at < len(r.words) {
			right = append(right, &row{words: r.words[at:]})
		}
	}
	return left, right
}

// prose reports whether both sides of a stretch are running text.
func (g *grouping) prose(s stretch) bool {
	left, right := g.split(s)
	return g.column(left) && g.column(right)
}

func (g *grouping) column(rows []*row) bool {
	if len(rows) < columnRows {
		return false
	}
	var whole Box
	words, letters, signs := 0, 0, 0
	for _, r := range rows {
		whole = whole.Union(r.box())
		words += len(r.words)
		for _, w := range r.words {
			for _, c := range w.Text {
				if isLetter(c) {
					letters++
				}
				signs++
			}
		}
	}
	if float64(words) < columnWords*float64(len(rows)) || float64(letters) < columnLetters*float64(signs) {
		return false
	}
	full := 0
	for _, r := range rows {
		if g.unbroken(r) && r.box().Width >= 0.8*whole.Width {
			full++
		}
	}
	return float64(full) >= columnShareFull*float64(len(rows))
}

// unbroken reports whether a row has no gap wider than a generous word space.
func (g *grouping) unbroken(r *row) bool {
	for i := 1; i < len(r.words); i++ {
		gap := (r.words[i].Box.Left - r.words[i-1].Box.Right()) * g.width
		if gap > 1.5*r.words[i].Box.Height*g.height {
			return false
		}
	}
	return true
}
