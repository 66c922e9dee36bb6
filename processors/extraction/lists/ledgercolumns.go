package lists

import (
	"math"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// withoutBalances drops the rows whose only sum stands under the balances of the others and not under their amounts:
// "saldo em 31/12 ... 1.587,38", in whatever words. The first of them, if it stands before all others, is the balance
// carried forward.
func (x *reader) withoutBalances(l ledger) (ledger, candidate.Cell) {
	amounts, balances := nowhere, nowhere
	for _, r := range l.rows {
		if r.Cell(l.amount) != nil && r.Cell(l.balance) != nil {
			amounts, balances = amounts.Union(x.box(r.Cell(l.amount))), balances.Union(x.box(r.Cell(l.balance)))
		}
	}
	var before candidate.Cell
	var rows []candidate.Row
	for _, r := range l.rows {
		c := r.Cell(l.amount)
		if c != nil && r.Cell(l.balance) == nil && x.box(c).Overlap(balances) > 0 && x.box(c).Overlap(amounts) <= 0 {
			if len(rows) == 0 {
				before = *c
			}
			continue
		}
		rows = append(rows, r)
	}
	return ledger{rows, l.amount, l.balance}, before
}

// mostSums bounds the sums beside a list that are tried.
const mostSums = 64

// sumsBeside are the sums printed outside the rows, in reading order.
func (x *reader) sumsBeside(rows []candidate.Row) []candidate.Value {
	own := candidate.Words(rows)
	var out []candidate.Value
	for _, v := range x.printed(catalogue.Money) {
		if !own[v.tokens[0]] && len(out) < mostSums {
			out = append(out, candidate.Value{Tokens: v.tokens, Text: v.Text, Score: candidate.Placed, How: candidate.FromTotal})
		}
	}
	return out
}

// nowhere overlaps nothing across the page.
var nowhere = layout.Rect{Left: math.Inf(1), Top: math.Inf(1), Right: math.Inf(-1), Bottom: math.Inf(-1)}

// box is where a cell stands.
func (x *reader) box(c *candidate.Cell) layout.Rect {
	if len(c.Tokens) == 0 {
		return nowhere
	}
	return x.Sheet.Box(int(c.Tokens[0]), int(c.Tokens[len(c.Tokens)-1]))
}
