package lists

import (
	"math"
	"math/bits"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/table"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// settleBalance makes use of the running balance of a list: what the balance grew
// or shrank by is what the rows moved. So it tells credits from debits where the
// columns do not, and mends a balance that OCR got wrong between rows that confirm it.
func (x *reader) settleBalance(rows []candidate.Row, field int, f catalogue.Field) []candidate.Row {
	if len(f.Table.Balance) < 2 || len(rows) == 0 {
		return rows
	}
	carried := x.balanceBefore(rows[0], field)
	l, alone := x.withoutBalances(ledgerOf(rows, f))
	l.turn()
	if carried.Text == "" && len(alone.Tokens) > 0 {
		carried = candidate.Value{Tokens: alone.Tokens, Text: alone.Text, Score: candidate.Placed, How: candidate.FromTotal}
	}
	before, known := recognise.Float(carried.Text)
	if len(l.rows) > 0 && x.Scanned(l.rows[0]) {
		l.mendBalances()
	}
	first := 0
	for i := range l.rows {
		after, ok := l.value(i, l.balance)
		if !ok {
			continue
		}
		if known {
			l.settle(first, i, after-before)
		}
		before, known, first = after, true, i+1
	}
	if carried.Text != "" && len(f.Table.Balance) > 2 {
		carried.Field = x.Type.Index[f.Table.Balance[2]]
		x.Propose(carried)
	}
	return l.rows
}

// proposeSums proposes the sums of a list with a running balance to the fields that
// ask for its totals, where the line that ends it prints them, or anything else beside
// its rows.
func (x *reader) proposeSums(rows []candidate.Row, field int, f catalogue.Field) {
	if len(f.Table.Balance) < 2 || len(rows) < 2 {
		return
	}
	sums := ledgerOf(rows, f).sums(f)
	x.proposeLast(rows, f)
	own := candidate.Words(rows)
	for _, v := range x.Printed(catalogue.Money) {
		role := x.RowRole(&x.Sheet.Rows[v.Row], field)
		if role == compile.TableSkip || own[v.Words[0]] {
			continue
		}
		printed, _ := recognise.Float(v.Text)
		for i, total := range x.Type.Fields {
			sum, asked := sums[total.Total]
			if !asked || !agree(sum, printed) || role != compile.TableEnd && (sum == 0 || !strings.ContainsAny(total.Total, "+-")) {
				continue
			}
			if strings.HasSuffix(total.Total, "-") {
				sum = math.Abs(sum)
			}
			x.Propose(candidate.Value{Field: i, Tokens: v.Words, Text: recognise.Cents(sum), Score: candidate.Placed, How: candidate.FromTotal})
		}
	}
}

// proposeLast proposes the balance after the last row to the field that asks for it,
// in case that nothing else gives it.
func (x *reader) proposeLast(rows []candidate.Row, f catalogue.Field) {
	last := rows[len(rows)-1].Cell(f.ColumnIndex(f.Table.Balance[1]))
	if last == nil {
		return
	}
	for i, total := range x.Type.Fields {
		if total.Total == f.Name+"."+f.Table.Balance[1] {
			x.Propose(candidate.Value{Field: i, Tokens: last.Tokens, Text: last.Text, Score: candidate.Weak, How: candidate.FromTotal})
		}
	}
}

// sums are the credits, the debits and the last balance, by what a field calls them
// that asks for one.
func (l ledger) sums(f catalogue.Field) map[string]float64 {
	var credits, debits float64
	for i := range l.rows {
		v, _ := l.value(i, l.amount)
		credits, debits = credits+max(v, 0), debits+max(-v, 0)
	}
	amount := f.Name + "." + f.Table.Balance[0]
	out := map[string]float64{amount + "+": credits, amount + "-": debits}
	if last, ok := l.value(len(l.rows)-1, l.balance); ok {
		out[f.Name+"."+f.Table.Balance[1]] = last
	}
	return out
}

// ledger is the rows of a list with a running balance.
type ledger struct {
	rows            []candidate.Row
	amount, balance int
}

func ledgerOf(rows []candidate.Row, f catalogue.Field) ledger {
	return ledger{rows, f.ColumnIndex(f.Table.Balance[0]), f.ColumnIndex(f.Table.Balance[1])}
}

func (l ledger) value(i, column int) (float64, bool) { return recognise.Float(l.rows[i].Text(column)) }

// turn exchanges amounts and balances where the amounts are what the balances add up to.
func (l ledger) turn() {
	amounts, balances := l.floats(l.amount), l.floats(l.balance)
	moved, after := make([]float64, len(l.rows)), make([]float64, len(l.rows))
	for i := range l.rows {
		if moved[i], after[i] = balances[i], amounts[i]; math.IsNaN(moved[i]) {
			moved[i], after[i] = after[i], moved[i]
		}
	}
	if turned := table.Grown(moved, after); turned < fewestTurned || turned <= table.Grown(amounts, balances) {
		return
	}
	for i := range l.rows {
		if amount, balance := l.rows[i].Cell(l.amount), l.rows[i].Cell(l.balance); amount != nil && balance != nil {
			amount.Column, balance.Column = l.balance, l.amount
		}
	}
}

// fewestTurned is in how many rows a balance must grow by what was read as one, at least.
const fewestTurned = 3

// floats are the values of a column, NaN for none.
func (l ledger) floats(column int) []float64 {
	out := make([]float64, len(l.rows))
	for i := range out {
		v, ok := l.value(i, column)
		if out[i] = v; !ok {
			out[i] = math.NaN()
		}
	}
	return out
}

// settle makes the rows first to last, which together moved the balance, come out
// even by their signs, if that can be in one way only.
func (l ledger) settle(first, last int, moved float64) {
	flips, ok := l.signs(first, last, moved)
	for i := first; ok && i <= last; i++ {
		if flips>>(i-first)&1 == 1 {
			v, _ := l.value(i, l.amount)
			l.rows[i].Cell(l.amount).Text = recognise.Cents(-v)
		}
	}
}

const mostSigns = 12 // rows of one balance, at most, whose signs are tried

// signs finds the fewest rows whose signs must change for the sum to come out. Two
// ways to do so are none.
func (l ledger) signs(first, last int, moved float64) (flips uint, ok bool) {
	n := last - first + 1
	if n > mostSigns {
		return 0, false
	}
	var amounts [mostSigns]float64
	for i := range n {
		v, has := l.value(first+i, l.amount)
		if !has {
			return 0, false
		}
		amounts[i] = v
	}
	fewest, ways := n+1, 0
	for try := uint(0); try < 1<<n; try++ {
		var sum float64
		for i := range n {
			if try>>i&1 == 1 {
				sum -= amounts[i]
			} else {
				sum += amounts[i]
			}
		}
		if !recognise.Same(sum, moved) {
			continue
		}
		switch count := bits.OnesCount(try); {
		case count < fewest:
			flips, fewest, ways = try, count, 1
		case count == fewest:
			ways++
		}
	}
	return flips, ways == 1
}

// mendBalances puts a balance right that fits neither the row before nor the row
// after, where one other does.
func (l ledger) mendBalances() {
	for i := 1; i+1 < len(l.rows); i++ {
		before, a := l.value(i-1, l.balance)
		here, b := l.value(i, l.balance)
		after, c := l.value(i+1, l.balance)
		moved, d := l.value(i, l.amount)
		next, e := l.value(i+1, l.amount)
		if !a || !b || !c || !d || !e || agree(here-before, moved) || agree(after-here, next) {
			continue
		}
		for _, v := range [2]float64{before + math.Abs(moved), before - math.Abs(moved)} {
			if agree(after-v, next) {
				cell := l.rows[i].Cell(l.balance)
				cell.Text, cell.Repaired = recognise.Cents(v), true
			}
		}
	}
}

// agree reports whether two amounts are the same but for their signs.
func agree(a, b float64) bool { return recognise.Same(math.Abs(a), math.Abs(b)) }

// balanceBefore is the balance carried forward: the last sum on a line close above the first row
// that the entry passes over. Text is empty where none does.
func (x *reader) balanceBefore(first candidate.Row, field int) (carried candidate.Value) {
	if len(first.Cells) == 0 || len(first.Cells[0].Tokens) == 0 {
		return carried
	}
	at := x.Sheet.RowOf(first.Cells[0].Tokens[0])
	for r := at - 1; r >= 0 && r >= at-3; r-- {
		if x.RowRole(&x.Sheet.Rows[r], field) != compile.TableSkip {
			continue
		}
		run := x.RowRun(r)
		sums := recognise.All(catalogue.Money, run)
		if len(sums) == 0 {
			return carried
		}
		v := sums[len(sums)-1]
		return candidate.Value{Tokens: run.Index[v.First : v.Last+1], Text: v.Text, Score: candidate.Placed, How: candidate.FromTotal}
	}
	return carried
}

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

// nowhere overlaps nothing across the page.
var nowhere = layout.Rect{Left: math.Inf(1), Top: math.Inf(1), Right: math.Inf(-1), Bottom: math.Inf(-1)}

// box is where a cell stands.
func (x *reader) box(c *candidate.Cell) layout.Rect {
	if len(c.Tokens) == 0 {
		return nowhere
	}
	return x.Sheet.Box(int(c.Tokens[0]), int(c.Tokens[len(c.Tokens)-1]))
}
