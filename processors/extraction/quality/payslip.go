package quality

import (
	"fmt"
	"time"
)

// monthsFGTS supports the deposit where it is 8 % of its base (Lei 8.036/1990, art.
// 15). An apprentice's is 2 %, so another share proves nothing.
func monthsFGTS(a *assessment) {
	base, okBase := a.cents("base_fgts")
	deposit, okDeposit := a.cents("fgts_mes")
	if okBase && okDeposit && deposit > 0 && abs(base*8/100-deposit) <= 1 {
		a.support(single("base_fgts"), WitnessSum)
		a.support(single("fgts_mes"), WitnessSum)
	}
}

func hiredBeforePaid(a *assessment) {
	hired, ok := a.day("data_admissao")
	month, err := time.Parse("2006-01", a.text("competencia"))
	if ok && err == nil && !hired.Before(month.AddDate(0, 1, 0)) {
		a.doubt(fmt.Sprintf("A data de admissão (%s) é posterior à competência (%s).", date(hired), month.Format("01/2006")))
	}
}
