package table

import (
	"math"
	"slices"

	"lavra.dev/processors/text/recognise"
)

// accumulate names the columns of amounts and of the balances after them by what the balances grow by from line to
// line, whatever their headings say.
func (n *naming) accumulate() bool {
	columns := n.r.columns(n.r.List.Table.Balance)
	if len(columns) != 2 {
		return false
	}
	amount, balance := columns[0], columns[1]
	is := func(i, column int) bool { return n.strips[i].name.Column == column }
	most, at := productLines-1, [2]int{-1, -1}
	for a := range n.strips {
		for b := range n.strips {
			if a == b || n.fit(a, amount) <= wellFit || n.counts(a) {
				continue
			}
			lines := Grown(n.floats(a, amount), n.floats(b, balance))
			if lines > most || lines == most && is(a, amount) && is(b, balance) {
				most, at = lines, [2]int{a, b}
			}
		}
	}
	if at[0] < 0 || is(at[0], amount) && is(at[1], balance) {
		return false
	}
	for i, k := range columns {
		if !is(at[i], k) {
			n.give(at[i], Name{Column: k})
		}
	}
	return true
}

// Grown is in how many lines a balance grew or shrank by the amounts since the balance before it, from the first line
// on or, where the newest stands first, from the last; none where it did otherwise in more than a fifth of the lines
// that have both and follow one that has.
func Grown(amounts, balances []float64) int {
	amounts, balances = slices.Clone(amounts), slices.Clone(balances)
	forward := grownDown(amounts, balances)
	slices.Reverse(amounts)
	slices.Reverse(balances)
	return max(forward, grownDown(amounts, balances))
}

func grownDown(amounts, balances []float64) int {
	right, wrong := 0, 0
	before, moved, lines := math.NaN(), 0.0, 0
	for i := range balances {
		if !math.IsNaN(amounts[i]) {
			moved, lines = moved+amounts[i], lines+1
		}
		if math.IsNaN(balances[i]) {
			continue
		}
		switch grew := balances[i] - before; {
		case math.IsNaN(grew) || lines == 0 || moved == 0:
		case recognise.Same(math.Abs(grew), math.Abs(moved)):
			right++
		case lines == 1:
			wrong++
		}
		before, moved, lines = balances[i], 0, 0
	}
	if right < 4*wrong {
		return 0
	}
	return right
}
