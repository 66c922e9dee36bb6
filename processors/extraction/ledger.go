package extraction

import (
	"math"
	"slices"

	"lavra.dev/processors/recognise"
	"lavra.dev/schemas/catalogue"
)

// settleBalance makes use of the running balance of a list: what the balance grew
// or shrank by is what the row moved. So it tells credits from debits where the
// columns do not, and mends an amount that OCR got wrong between two balances
// that the rows around confirm.
func (x *extractor) settleBalance(rows []rowValue, field int, f catalogue.Field) {
	if f.Table == nil || len(f.Table.Balance) != 2 || len(rows) == 0 {
		return
	}
	l := ledger{rows: rows, amount: columnIndex(f, f.Table.Balance[0]), balance: columnIndex(f, f.Table.Balance[1])}
	before, known := x.balanceBefore(rows[0], field)
	for i := range rows {
		after, ok := l.value(i, l.balance)
		if ok && known {
			l.settle(i, after-before, x.scanned(rows[i]))
		}
		before, known = after, ok
	}
}

// proposeSums proposes the sums of a list with a running balance to the fields that
// ask for its totals, where the line that ends it prints them.
func (x *extractor) proposeSums(rows []rowValue, field int, f catalogue.Field) {
	if f.Table == nil || len(f.Table.Balance) != 2 || len(rows) < 2 {
		return
	}
	l := ledger{rows: rows, amount: columnIndex(f, f.Table.Balance[0]), balance: columnIndex(f, f.Table.Balance[1])}
	var credits, debits float64
	for i := range rows {
		v, _ := l.value(i, l.amount)
		credits, debits = credits+max(v, 0), debits+max(-v, 0)
	}
	last, ok := l.value(len(rows)-1, l.balance)
	sums := map[string]float64{f.Name + "." + f.Table.Balance[0] + "+": credits, f.Name + "." + f.Table.Balance[0] + "-": debits}
	if ok {
		sums[f.Name+"."+f.Table.Balance[1]] = last
	}
	for r := range x.sheet.Rows {
		if x.rowRole(&x.sheet.Rows[r], field) != tableEnd {
			continue
		}
		run := x.rowRun(r)
		for _, v := range recognise.All(catalogue.Money, run) {
			printed, _ := recognise.Float(v.Text)
			for i, total := range x.plan.typ.Fields {
				if sum, asked := sums[total.Total]; asked && math.Abs(math.Abs(sum)-math.Abs(printed)) < halfCent {
					x.propose(candidate{field: i, tokens: run.Index[v.First : v.Last+1], value: recognise.Cents(sum), score: 0.97, how: "total"})
				}
			}
		}
	}
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

func (l ledger) settle(i int, moved float64, scanned bool) {
	c := l.rows[i].cell(l.amount)
	amount, ok := l.value(i, l.amount)
	switch {
	case ok && math.Abs(math.Abs(amount)-math.Abs(moved)) < halfCent:
		c.value = recognise.Cents(moved)
	case ok && scanned && l.confirmed(i):
		c.value, c.repaired = recognise.Cents(moved), true
	case !ok && scanned && l.confirmed(i):
		l.rows[i].cells = append(l.rows[i].cells, cellValue{column: l.amount, value: recognise.Cents(moved), tokens: l.rows[i].cell(l.balance).tokens, score: 0.7, repaired: true})
		sortCells(l.rows[i].cells)
	}
}

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
// the first row that the entry passes over.
func (x *extractor) balanceBefore(first rowValue, field int) (float64, bool) {
	if len(first.cells) == 0 || len(first.cells[0].tokens) == 0 {
		return 0, false
	}
	at := int(x.sheet.Cells[x.sheet.Tokens[first.cells[0].tokens[0]].Cell].Row)
	for r := at - 1; r >= 0 && r >= at-3; r-- {
		if x.rowRole(&x.sheet.Rows[r], field) != tableSkip {
			continue
		}
		sums := recognise.All(catalogue.Money, x.rowRun(r))
		if len(sums) == 0 {
			return 0, false
		}
		return recognise.Float(sums[len(sums)-1].Text)
	}
	return 0, false
}
