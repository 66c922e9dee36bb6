package extraction

import (
	"math"
	"math/bits"
	"slices"
	"strings"

	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// settleBalance makes use of the running balance of a list: what the balance grew
// or shrank by is what the rows moved. So it tells credits from debits where the
// columns do not, and mends what OCR got wrong between balances that the rows
// around confirm.
func (x *extractor) settleBalance(rows []rowValue, field int, f catalogue.Field) {
	if f.Table == nil || len(f.Table.Balance) < 2 || len(rows) == 0 {
		return
	}
	l := ledger{rows: rows, amount: columnIndex(f, f.Table.Balance[0]), balance: columnIndex(f, f.Table.Balance[1])}
	before, known := x.balanceBefore(rows[0], field, f)
	if !known && len(f.Table.Balance) > 2 {
		before, known = x.opening(f.Table.Balance[2])
	}
	if x.scanned(rows[0]) {
		l.mendBalances()
	}
	first, sure := 0, true
	for i := range rows {
		after, ok := l.value(i, l.balance)
		if !ok {
			continue
		}
		if known {
			sure = l.settle(first, i, after-before, sure && x.scanned(rows[i]))
		}
		before, known, first = after, true, i+1
	}
}

// opening is the balance that a field of the document gives.
func (x *extractor) opening(name string) (float64, bool) {
	best := -1
	for i, c := range x.candidates {
		if c.field == x.plan.index[name] && (best < 0 || c.score > x.candidates[best].score) {
			best = i
		}
	}
	if best < 0 {
		return 0, false
	}
	return recognise.Float(x.candidates[best].value)
}

// proposeSums proposes the sums of a list with a running balance to the fields that
// ask for its totals, where the line that ends it prints them, or anything else beside
// its rows.
func (x *extractor) proposeSums(rows []rowValue, field int, f catalogue.Field) {
	if f.Table == nil || len(f.Table.Balance) < 2 || len(rows) < 2 {
		return
	}
	sums := ledger{rows: rows, amount: columnIndex(f, f.Table.Balance[0]), balance: columnIndex(f, f.Table.Balance[1])}.sums(f)
	x.proposeLast(rows, f)
	own := map[int32]bool{}
	for _, r := range rows {
		for _, c := range r.cells {
			for _, t := range c.tokens {
				own[t] = true
			}
		}
	}
	for r := range x.sheet.Rows {
		role := x.rowRole(&x.sheet.Rows[r], field)
		if role == tableSkip {
			continue
		}
		run := x.rowRun(r)
		for _, v := range recognise.All(catalogue.Money, run) {
			printed, _ := recognise.Float(v.Text)
			for i, total := range x.plan.typ.Fields {
				sum, asked := sums[total.Total]
				if !asked || math.Abs(math.Abs(sum)-math.Abs(printed)) >= halfCent || own[run.Index[v.First]] || role != tableEnd && (sum == 0 || !strings.ContainsAny(total.Total, "+-")) {
					continue
				}
				if strings.HasSuffix(total.Total, "-") {
					sum = math.Abs(sum)
				}
				x.propose(candidate{field: i, tokens: run.Index[v.First : v.Last+1], value: recognise.Cents(sum), score: 0.97, how: fromTotal})
			}
		}
	}
}

// proposeLast proposes the balance after the last row to the field that asks for it,
// in case that nothing else gives it.
func (x *extractor) proposeLast(rows []rowValue, f catalogue.Field) {
	last := rows[len(rows)-1].cell(columnIndex(f, f.Table.Balance[1]))
	if last == nil {
		return
	}
	for i, total := range x.plan.typ.Fields {
		if total.Total == f.Name+"."+f.Table.Balance[1] {
			x.propose(candidate{field: i, tokens: last.tokens, value: last.value, score: 0.55, how: fromTotal})
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

type ledger struct {
	rows            []rowValue
	amount, balance int
}

func (l ledger) value(i, column int) (float64, bool) {
	if i < 0 || i >= len(l.rows) {
		return 0, false
	}
	c := l.rows[i].cell(column)
	if c == nil {
		return 0, false
	}
	return recognise.Float(c.value)
}

const halfCent = 0.005

// settle makes the rows first to last, which together moved the balance, come out
// even: by their signs, or a single row's amount by what was moved. It tells
// whether they do.
func (l ledger) settle(first, last int, moved float64, mend bool) bool {
	if flips, ok := l.signs(first, last, moved); ok {
		for i := first; i <= last; i++ {
			if v, _ := l.value(i, l.amount); flips>>(i-first)&1 == 1 {
				l.rows[i].cell(l.amount).value = recognise.Cents(-v)
			}
		}
		return true
	}
	if first != last || !mend || !l.confirmed(last) {
		return false
	}
	if c := l.rows[last].cell(l.amount); c != nil {
		c.value, c.repaired = recognise.Cents(moved), true
		return true
	}
	l.rows[last].cells = append(l.rows[last].cells, cellValue{column: l.amount, value: recognise.Cents(moved), tokens: l.rows[last].cell(l.balance).tokens, score: 0.7, repaired: true})
	sortCells(l.rows[last].cells)
	return true
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
		sum := 0.0
		for i := range n {
			if try>>i&1 == 1 {
				sum -= amounts[i]
			} else {
				sum += amounts[i]
			}
		}
		if math.Abs(sum-moved) >= halfCent {
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
				cell := l.rows[i].cell(l.balance)
				cell.value, cell.repaired = recognise.Cents(v), true
			}
		}
	}
}

// agree tells whether two amounts are the same but for their signs.
func agree(a, b float64) bool { return math.Abs(math.Abs(a)-math.Abs(b)) < halfCent }

// confirmed tells whether the next row moved the balance from that of row i by just
// its amount.
func (l ledger) confirmed(i int) bool {
	here, a := l.value(i, l.balance)
	next, b := l.value(i+1, l.balance)
	amount, c := l.value(i+1, l.amount)
	return a && b && c && math.Abs(math.Abs(next-here)-math.Abs(amount)) < halfCent
}

func (x *extractor) scanned(row rowValue) bool {
	return slices.ContainsFunc(row.cells, func(c cellValue) bool { return len(c.tokens) > 0 && x.sheet.Tokens[c.tokens[0]].OCR })
}

// balanceBefore is the balance carried forward: the last sum on a line close above
// the first row that the entry passes over. It is proposed to the field that asks for it.
func (x *extractor) balanceBefore(first rowValue, field int, f catalogue.Field) (float64, bool) {
	if len(first.cells) == 0 || len(first.cells[0].tokens) == 0 {
		return 0, false
	}
	at := int(x.sheet.Cells[x.sheet.Tokens[first.cells[0].tokens[0]].Cell].Row)
	for r := at - 1; r >= 0 && r >= at-3; r-- {
		if x.rowRole(&x.sheet.Rows[r], field) != tableSkip {
			continue
		}
		run := x.rowRun(r)
		sums := recognise.All(catalogue.Money, run)
		if len(sums) == 0 {
			return 0, false
		}
		v := sums[len(sums)-1]
		if len(sums) > 1 && len(f.Table.Balance) > 2 {
			x.propose(candidate{field: x.plan.index[f.Table.Balance[2]], tokens: run.Index[v.First : v.Last+1], value: v.Text, score: 0.97, how: fromTotal})
		}
		return recognise.Float(v.Text)
	}
	return 0, false
}

// balanceHeadings finds the headings of tables of sums with their balance: what stands
// under "Saldo" there is a row's and no value of a field.
func (x *extractor) balanceHeadings() map[*spot]bool {
	heads := map[*spot]bool{}
	for i, f := range x.plan.typ.Fields {
		if f.Kind != catalogue.List || f.Table == nil || len(f.Table.Balance) == 0 {
			continue
		}
		for _, h := range x.headings(i, f) {
			for _, c := range h.columns {
				if c.spot != nil {
					heads[c.spot] = true
				}
			}
		}
	}
	return heads
}
