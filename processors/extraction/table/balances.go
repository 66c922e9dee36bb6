package table

import (
	"math"
	"slices"

	"lavra.dev/processors/text/recognise"
)

// accumulate names the columns of amounts and of the balances after them by what the balances grow by from line to
// line, whatever their headings say: one column of amounts, or two of which each line has one, credits and debits.
func (n *naming) accumulate() bool {
	columns := n.r.columns(n.r.List.Table.Balance)
	if len(columns) != 2 {
		return false
	}
	amount, balance := columns[0], columns[1]
	is := func(i, column int) bool { return n.strips[i].name.Column == column }
	sums := make([][]float64, len(n.strips)) // of the columns of money
	for i := range n.strips {
		if n.fit(i, amount) > wellFit && !n.counts(i) {
			sums[i] = n.floats(i, amount)
		}
	}
	most, at := productLines-1, [3]int{-1, -1, -1}
	for b := range sums {
		for a := range sums {
			for c := a; c < len(sums); c++ {
				if a == b || c == b || sums[a] == nil || sums[b] == nil || sums[c] == nil {
					continue
				}
				lines := 0
				if amounts, apart := either(sums[a], sums[c]); a == c || apart {
					lines = Grown(amounts, sums[b])
				}
				if lines > most || lines == most && is(a, amount) && is(c, amount) && is(b, balance) {
					most, at = lines, [3]int{a, c, b}
				}
			}
		}
	}
	if at[0] < 0 || is(at[0], amount) && is(at[1], amount) && is(at[2], balance) {
		return false
	}
	n.give(at[2], Name{Column: balance})
	credits, debits := at[0], at[1]
	if n.strips[credits].name == (Name{Column: amount, Minus: true}) || n.strips[debits].name == (Name{Column: amount}) {
		credits, debits = debits, credits
	}
	n.give(credits, Name{Column: amount})
	if debits != credits {
		n.give(debits, Name{Column: amount, Minus: true})
	}
	return true
}

// either are the values of two columns of which each line has one at most, and whether they are so.
func either(a, b []float64) (values []float64, apart bool) {
	values, apart = slices.Clone(a), true
	for i := range values {
		switch {
		case math.IsNaN(values[i]) || values[i] == 0:
			values[i] = b[i]
		case !math.IsNaN(b[i]) && b[i] != 0:
			apart = false
		}
	}
	return values, apart
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
