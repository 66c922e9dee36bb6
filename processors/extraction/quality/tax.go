package quality

import "fmt"

// taxYears: a tax year (exercício) is the one after its calendar year.
func taxYears(a *assessment) {
	exercise, okExercise := a.year("exercicio")
	calendar, okCalendar := a.year("ano_calendario")
	switch {
	case !okExercise || !okCalendar:
	case exercise == calendar+1:
		a.support(single("exercicio"), WitnessSum)
		a.support(single("ano_calendario"), WitnessSum)
	default:
		a.doubt(fmt.Sprintf("O exercício (%d) não é o ano seguinte ao ano-calendário (%d).", exercise, calendar))
	}
}

// statementYear: a yearly statement is written once its year is over.
func statementYear(a *assessment) {
	issued, ok := a.day("data_emissao")
	year, known := a.year("ano_calendario")
	if ok && known && issued.Year() < year {
		a.doubt(fmt.Sprintf("A data de emissão (%s) é anterior ao ano-calendário (%d).", date(issued), year))
	}
}

// refundOrDue: a declaration ends in one of the two.
func refundOrDue(a *assessment) {
	refund, _ := a.cents("imposto_a_restituir")
	due, _ := a.cents("saldo_imposto_a_pagar")
	if refund > 0 && due > 0 {
		a.doubt("A declaração traz imposto a restituir e saldo de imposto a pagar ao mesmo tempo.")
	}
}
