package lists

import (
	"math"
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
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

// settleColumns gives the amounts that no balance has settled their signs where credits and debits stand in a column
// each whose headings nobody knows: those that settled ones have in their column, else those by which the sums of the
// columns are the totals or the difference of the balances that are printed.
func (x *reader) settleColumns(l ledger, settled []bool, f catalogue.Field) {
	columns, ok := x.amountColumns(l)
	if !ok {
		return
	}
	var sums, debits, credits [2]float64
	for i, of := range columns {
		if of < 0 {
			continue
		}
		v, _ := l.value(i, l.amount)
		sums[of] += max(v, -v)
		switch {
		case settled[i] && v < 0:
			debits[of]++
		case settled[i]:
			credits[of]++
		case v < 0:
			return // its sign is printed
		}
	}
	debit := -1
	for of := range debits {
		other := 1 - of
		if credits[of] == 0 && debits[other] == 0 && debits[of]+credits[other] > 0 {
			debit = of
		}
	}
	if debit < 0 && debits == credits { // both are nothing
		debit = x.debitColumn(l, sums, f)
	}
	for i, of := range columns {
		if of >= 0 && of == debit && !settled[i] {
			l.negate(i)
		}
	}
}

// amountColumns tells in which of two columns each amount stands, -1 where there is none; false unless there are two.
func (x *reader) amountColumns(l ledger) ([]int, bool) {
	out := make([]int, len(l.rows))
	var columns []layout.Rect
	for i, r := range l.rows {
		c := r.Cell(l.amount)
		if out[i] = -1; c == nil || len(c.Tokens) == 0 {
			continue
		}
		box := x.box(c)
		k := slices.IndexFunc(columns, func(o layout.Rect) bool { return o.Left < box.Right && box.Left < o.Right })
		if k < 0 {
			if len(columns) == 2 {
				return nil, false
			}
			k = len(columns)
			columns = append(columns, box)
		}
		columns[k].Left, columns[k].Right = min(columns[k].Left, box.Left), max(columns[k].Right, box.Right)
		out[i] = k
	}
	return out, len(columns) == 2 && (columns[0].Right <= columns[1].Left || columns[1].Right <= columns[0].Left)
}

// debitColumn is which of two columns of amounts holds the debits, by their sums; -1 where nothing tells.
func (x *reader) debitColumn(l ledger, sums [2]float64, f catalogue.Field) int {
	amount, opening, closing := f.Name+"."+f.Table.Balance[0], -1, -1
	for i, field := range x.Type.Fields {
		switch {
		case len(f.Table.Balance) > 2 && field.Name == f.Table.Balance[2]:
			opening = i
		case field.Total == f.Name+"."+f.Table.Balance[1]:
			closing = i
		}
		for k, sum := range sums {
			if v, ok := x.known(i); ok && agree(v, sum) && !agree(sum, sums[1-k]) {
				switch field.Total {
				case amount + "-":
					return k
				case amount + "+":
					return 1 - k
				}
			}
		}
	}
	if opening < 0 || closing < 0 {
		return -1
	}
	return x.debitsBetween(l, sums[0]-sums[1], opening, closing)
}

// debitsBetween is which of two columns holds the debits where a balance is printed before another from which it
// differs by the difference of the sums of the columns, and proposes these balances.
func (x *reader) debitsBetween(l ledger, moved float64, opening, closing int) int {
	debit, printed := -1, x.sumsBeside(l.rows)
	opened, knownOpening := x.known(opening)
	closed, knownClosing := x.known(closing)
	var found [2]candidate.Value
	for i, before := range printed {
		for _, after := range printed[i+1:] {
			a, _ := recognise.Float(before.Text)
			b, _ := recognise.Float(after.Text)
			if moved == 0 || !agree(b-a, moved) || knownOpening && opened != a || knownClosing && closed != b {
				continue
			}
			of := 0
			if (b-a > 0) == (moved > 0) {
				of = 1
			}
			if debit >= 0 && debit != of {
				return -1
			}
			debit, found = of, [2]candidate.Value{before, after}
		}
	}
	for k, field := range [2]int{opening, closing} {
		if found[k].Field = field; debit >= 0 {
			x.Propose(found[k])
		}
	}
	return debit
}

// mostSums bounds the sums beside a list whose differences are tried: of 64 there are 2,016.
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

// known is the likeliest value of a field that is a number.
func (x *reader) known(field int) (float64, bool) {
	best := x.BestOf(field)
	if best == nil {
		return 0, false
	}
	return recognise.Float(best.Text)
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
