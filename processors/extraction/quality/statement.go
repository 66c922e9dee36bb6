package quality

import (
	"fmt"
	"time"

	"lavra.dev/processors/extraction/check"
	"lavra.dev/processors/extraction/portuguese"
)

// runningBalance walks through a statement: each printed balance must be the one
// before it plus what was entered since. Where that holds, the entries in between
// are proven, row by row; a step that does not is named.
func runningBalance(a *assessment) {
	var amounts, balances, paths []string // and where the balances stand
	for i, r := range a.list("lancamentos") {
		amounts, balances = append(amounts, r.text("valor")), append(balances, r.text("saldo"))
		paths = append(paths, cell("lancamentos", i, "saldo"))
	}
	entries := len(amounts)
	_, closes := a.cents("saldo_final")
	if entries == 0 {
		return
	}
	if closes {
		amounts, balances, paths = append(amounts, "0.00"), append(balances, a.text("saldo_final")), append(paths, single("saldo_final"))
	}
	opening, opens := a.cents("saldo_inicial")
	before := single("saldo_inicial")
	var wrong []check.Step
	for _, s := range check.Steps(opening, opens, amounts, balances) {
		parts := []string{before, paths[s.Last]}
		for i := s.First; i <= min(s.Last, entries-1); i++ {
			parts = append(parts, cell("lancamentos", i, "valor"))
		}
		before = paths[s.Last]
		if s.Verdict == check.Differs {
			wrong = append(wrong, s)
		}
		for _, path := range parts {
			switch s.Verdict {
			case check.Agrees:
				a.support(path, WitnessSum)
			case check.Differs:
				a.contradict(path, afterSumOnScan, afterSumInText)
			}
		}
	}
	if len(wrong) == 0 || !closes {
		return
	}
	first := fmt.Sprintf("calculado %s, impresso %s", portuguese.Money(wrong[0].Sum), portuguese.Money(wrong[0].Printed))
	if len(wrong) == 1 {
		a.doubt("Um saldo do extrato não corresponde aos lançamentos anteriores (" + first + ").")
		return
	}
	a.doubt(fmt.Sprintf("%d saldos do extrato não correspondem aos lançamentos anteriores (no primeiro: %s).", len(wrong), first))
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
