package quality

import (
	"fmt"

	"lavra.dev/processors/extraction/portuguese"
)

// amountInWords compares the figures with the words.
func amountInWords(a *assessment) {
	figures, ok := a.cents("valor")
	spoken, read := portuguese.AmountInWords(a.text("valor_por_extenso"))
	switch {
	case !ok || !read:
	case figures == spoken:
		a.support(single("valor"), WitnessWords)
		a.support(single("valor_por_extenso"), WitnessWords)
	default:
		a.contradict(single("valor"), afterFaultOnScan, afterFaultInText)
		a.doubt(fmt.Sprintf("O valor em algarismos (%s) difere do valor por extenso (%s).", portuguese.Money(figures), portuguese.Money(spoken)))
	}
}

func sameParty(a *assessment) {
	if payer := a.text("pagador_cpf_cnpj"); payer != "" && payer == a.text("recebedor_cpf_cnpj") {
		a.doubt("Pagador e recebedor têm o mesmo CPF/CNPJ.")
	}
}
