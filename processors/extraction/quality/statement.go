package quality

import (
	"fmt"
	"time"

	"lavra.dev/processors/extraction/portuguese"
)

// runningBalance walks through a statement: each printed balance must be the one
// before it plus what was entered since. Where that holds, the entries in between
// are proven, row by row; a step that does not is named.
func runningBalance(a *assessment) {
	rows := a.list("lancamentos")
	if len(rows) == 0 {
		return
	}
	walk := balanceWalk{a: a, steps: 0}
	if opening, ok := a.cents("saldo_inicial"); ok {
		walk.start(opening, single("saldo_inicial"))
	}
	for i, r := range rows {
		value, ok := r.cents("valor")
		walk.enter(value, ok, cell("lancamentos", i, "valor"))
		if balance, ok := r.cents("saldo"); ok {
			walk.reach(balance, cell("lancamentos", i, "saldo"))
		}
	}
	closing, ok := a.cents("saldo_final")
	if !ok {
		return
	}
	if walk.complete {
		walk.reach(closing, single("saldo_final"))
	}
	if walk.wrong > 0 {
		a.doubt(walk.text())
	}
}

// balanceWalk is how far the walk has come since the last balance that was read.
type balanceWalk struct {
	a            *assessment
	balance      int64
	known        bool // a balance has been read
	complete     bool // and no entry since lacks its value
	pending      []string
	wrong, steps int
	sum, printed int64 // of the first step that went wrong
}

func (w *balanceWalk) start(balance int64, path string) {
	w.balance, w.known, w.complete, w.pending = balance, true, true, []string{path}
}

func (w *balanceWalk) enter(value int64, ok bool, path string) {
	w.balance += value
	w.complete = w.complete && ok
	w.pending = append(w.pending, path)
}

// reach compares with a printed balance and goes on from it.
func (w *balanceWalk) reach(balance int64, path string) {
	if w.known && w.complete {
		w.steps++
		if w.balance == balance {
			for _, p := range append(w.pending, path) {
				w.a.support(p, WitnessSum)
			}
		} else {
			if w.wrong++; w.wrong == 1 {
				w.sum, w.printed = w.balance, balance
			}
			for _, p := range append(w.pending, path) {
				w.a.contradict(p, afterSumOnScan, afterSumInText)
			}
		}
	}
	w.start(balance, path)
}

func (w *balanceWalk) text() string {
	first := fmt.Sprintf("calculado %s, impresso %s", portuguese.Money(w.sum), portuguese.Money(w.printed))
	if w.wrong == 1 {
		return "Um saldo do extrato não corresponde aos lançamentos anteriores (" + first + ")."
	}
	return fmt.Sprintf("%d saldos do extrato não correspondem aos lançamentos anteriores (no primeiro: %s).", w.wrong, first)
}

// entriesInPeriod counts the entries dated outside the statement's own period.
func entriesInPeriod(a *assessment) {
	from, okFrom := a.day("periodo_inicio")
	to, okTo := a.day("periodo_fim")
	if !okFrom || !okTo {
		return
	}
	outside := 0
	for _, r := range a.list("lancamentos") {
		if t, err := time.Parse(time.DateOnly, r.text("data")); err == nil && (t.Before(from) || t.After(to)) {
			outside++
		}
	}
	if outside > 0 {
		a.doubt(fmt.Sprintf("Há %s fora do período do extrato.", portuguese.Count(outside, "lançamento com data", "lançamentos com data")))
	}
}
