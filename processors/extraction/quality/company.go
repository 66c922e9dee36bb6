package quality

import (
	"fmt"

	"lavra.dev/processors/extraction/portuguese"
)

// quotas: the capital is the quotas at their value, and the shares make a whole.
func quotas(a *assessment) {
	capital, okCapital := a.cents("capital_social")
	count, okCount := a.number("quantidade_quotas")
	value, okValue := a.cents("valor_quota")
	if okCapital && okCount && okValue {
		paths := []string{single("capital_social"), single("quantidade_quotas"), single("valor_quota")}
		sum := int64(count) * value
		a.settle(capital, sum, 1, paths, true, func() string {
			return fmt.Sprintf("O capital social (%s) difere da quantidade de quotas vezes o valor da quota (%s).", portuguese.Money(capital), portuguese.Money(sum))
		})
	}
	var sum float64
	rows := a.list("socios")
	for _, r := range rows {
		share, ok := r.number("participacao")
		if !ok {
			return
		}
		sum += share
	}
	// Shares are printed with two decimals at most: a hundredth a partner may be lost.
	if slack := 0.01 * float64(len(rows)+1); len(rows) > 0 && (sum < 100-slack || sum > 100+slack) {
		a.doubt("A soma das participações dos sócios não é 100 %.")
	}
}
