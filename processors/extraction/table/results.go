package table

import (
	"math"
	"slices"
)

// addUp names the column of what the sums left of it come to, where its heading and that of one of those
// may name the same: of "Mensalidade | Coparticipação | Total pago" the last is what was paid.
func (n *naming) addUp() bool {
	t := n.r.List.Table
	if t == nil || t.Result == "" {
		return false
	}
	name := Name{Column: n.r.columns([]string{t.Result})[0]}
	values := make([][]float64, len(n.strips))
	for i := range n.strips {
		if n.valued(i) && n.fit(i, name.Column) > 0.8 {
			values[i] = n.floats(i, name.Column)
		}
	}
	for last := len(n.strips) - 1; last > 1; last-- {
		if s := &n.strips[last]; s.name != nobody || !slices.Contains(s.names, name) {
			continue
		}
		for first := last - 2; first >= max(0, last-mostParts); first-- {
			if slices.ContainsFunc(values[first:last+1], func(v []float64) bool { return v == nil }) {
				break
			}
			if comesTo(values[first:last], values[last]) {
				n.give(last, name)
				return true
			}
		}
	}
	return false
}

// mostParts is of how many sums another is tried to be the result: each but the first may be added or taken
// off, so that 2^(6-1) ways are tried on each line.
const mostParts = 6

// comesTo reports whether sums of a line each, all but the first added or taken off, come to another in all
// lines, and in two at least.
func comesTo(parts [][]float64, whole []float64) bool {
	for signs := range 1 << (len(parts) - 1) {
		right, wrong := 0, false
		for l := range whole {
			sum := parts[0][l]
			for i, part := range parts[1:] {
				switch {
				case math.IsNaN(part[l]): // nothing, or a dash
				case signs>>i&1 == 1:
					sum -= part[l]
				default:
					sum += part[l]
				}
			}
			switch {
			case math.IsNaN(sum) || math.IsNaN(whole[l]) || whole[l] == 0:
			case math.Abs(sum-whole[l]) < roundedCent:
				right++
			default:
				wrong = true
			}
		}
		if right >= productLines && !wrong {
			return true
		}
	}
	return false
}
