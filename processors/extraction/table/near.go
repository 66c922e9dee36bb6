package table

import "math"

// nameNear names the columns that neither a heading nor a kind has named by what stands around their values, the
// likeliest first, and reports whether it named one.
func (r *reader) nameNear(p *part, lines []line) bool {
	changed := false
	for u := range p.heads {
		changed = newNaming(r, p, u, lines).nameNearest() || changed
	}
	return changed
}

func (n *naming) nameNearest() (changed bool) {
	if n.r.Near == nil {
		return false
	}
	for i, column := n.nearest(); i >= 0; i, column = n.nearest() {
		n.strips[i].name, changed = Name{Column: column}, true
	}
	return changed
}

// nearest is the strip without a name that is likeliest of a column of the list which none has; negative where none is
// rather that than not.
func (n *naming) nearest() (strip, column int) {
	strip, column = -1, -1
	best := 0.5
	for i := range n.strips {
		if n.strips[i].name != nobody || n.counts(i) {
			continue
		}
		for k := range n.r.List.Columns {
			if n.named(k) || n.fit(i, k) <= wellFit {
				continue
			}
			if p := n.near(i, k); p > best {
				strip, column, best = i, k, p
			}
		}
	}
	return strip, column
}

// near is how likely the values of a strip are of a column by what stands around them.
func (n *naming) near(i, column int) float64 {
	values, sum := n.values(i), 0.0
	for _, words := range values {
		sum += n.r.Near(column, words)
	}
	if len(values) == 0 {
		return 0
	}
	return math.Exp(sum / float64(len(values)))
}

// named reports whether a strip is named as a column, under this heading or another line of it.
func (n *naming) named(column int) bool { return n.elsewhere(column) || heads(n.strips, column) }
