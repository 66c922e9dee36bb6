package table

import (
	"math"
	"slices"

	"lavra.dev/processors/text/recognise"
)

// addUp names the column of what the sums left of it come to, where its heading may name it: of
// "Mensalidade | Coparticipação | Total pago" the last is what was paid. Of many sums, as of the months of a
// year, whatever its heading is.
func (n *naming) addUp() bool {
	result := n.r.columns([]string{n.r.List.Table.Result})
	if result == nil {
		return false
	}
	name := Name{Column: result[0]}
	var at []int // the strips of the row without those of other columns, such as the day of payment
	var values [][]float64
	for i, s := range n.strips {
		switch {
		case n.valued(i) && n.fit(i, name.Column) > wellFit:
			at, values = append(at, i), append(values, n.floats(i, name.Column))
		case s.name == nobody || s.name == name:
			at, values = append(at, i), append(values, nil)
		}
	}
	for last := len(at) - 1; last > 1; last-- {
		s := &n.strips[at[last]]
		if s.name != nobody {
			continue
		}
		for first := last - 2; first >= 0 && !slices.ContainsFunc(values[first:last+1], func(v []float64) bool { return v == nil }); first-- {
			named, parts := slices.Contains(s.names, name), last-first
			if !named && parts < plainParts {
				continue
			}
			if comesTo(values[first:last], values[last], named && parts <= mostParts) {
				n.give(at[last], name)
				return true
			}
		}
	}
	return false
}

// mostParts is of how many sums another is tried to be the difference: each but the first may be added or
// taken off, so that 2^(6-1) ways are tried on each line. More are only added, and so are those of a column
// whose heading says nothing: plainParts of them at least, as other sums in a row come to another by chance.
const (
	mostParts  = 6
	plainParts = 4
)

// comesTo reports whether sums of a line each, all but the first added or, where they may, taken off, come to
// another in all lines, and in two at least.
func comesTo(parts [][]float64, whole []float64, off bool) bool {
	ways := 1
	if off {
		ways = 1 << (len(parts) - 1)
	}
	for signs := range ways {
		right, wrong := 0, false
		for l := range whole {
			var sum float64
			for i, part := range parts {
				switch {
				case math.IsNaN(part[l]): // nothing, or a dash
				case i > 0 && signs>>(i-1)&1 == 1:
					sum -= part[l]
				default:
					sum += part[l]
				}
			}
			switch {
			case math.IsNaN(whole[l]) || whole[l] == 0:
			case recognise.Same(sum, whole[l]):
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
