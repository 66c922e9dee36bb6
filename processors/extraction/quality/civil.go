package quality

import (
	"fmt"
	"time"

	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// registryBook compares what a matrícula says with the certificate: its book must be
// of this kind of certificate, its year that of the registration.
func registryBook(a *assessment) {
	matricula := a.text("matricula")
	year, book, ok := checkdigit.RegistryParts(matricula)
	if !ok || !checkdigit.Registry(matricula) {
		return
	}
	if !books[a.typ.Name][book] {
		a.doubt(fmt.Sprintf("O livro indicado na matrícula (%c) não é de %s.", book, label(catalogue.Words().Types[a.typ.Name]).bare()))
	}
	registered, ok := a.day("data_registro")
	switch {
	case !ok:
	case registered.Year() == year:
		a.support(single("data_registro"), WitnessEncoded)
	default:
		a.contradict(single("data_registro"), afterFaultOnScan, afterFaultInText)
		a.doubt(fmt.Sprintf("O ano indicado na matrícula (%d) difere do ano do registro (%d).", year, registered.Year()))
	}
}

// books are the kinds of book that a certificate can come from. Book 7 (E) holds
// registrations of any kind that were made abroad or by a judge.
var books = map[string]map[checkdigit.Book]bool{
	"CERTIDAO_NASCIMENTO": {checkdigit.BookBirth: true, checkdigit.BookSpecial: true},
	"CERTIDAO_CASAMENTO":  {checkdigit.BookMarriage: true, checkdigit.BookReligiousMarriage: true, checkdigit.BookSpecial: true},
	"CERTIDAO_OBITO":      {checkdigit.BookDeath: true, checkdigit.BookStillbirth: true, checkdigit.BookSpecial: true},
}

// ageOfSpouses: nobody marries before birth, nor under 16 since 1917.
func ageOfSpouses(a *assessment) {
	married, ok := a.day("data_casamento")
	if !ok {
		return
	}
	for i, r := range a.list("conjuges") {
		born, err := time.Parse(time.DateOnly, r.text("data_nascimento"))
		if err == nil && born.After(married.AddDate(-12, 0, 0)) {
			a.contradict(cell("conjuges", i, "data_nascimento"), afterFaultOnScan, afterFaultInText)
			a.doubt(fmt.Sprintf("A data de nascimento de um dos cônjuges (%s) não condiz com a data do casamento (%s).", date(born), date(married)))
		}
	}
}

// ageOfDriver: a licence needs 18 years (Lei 9.503/1997, art. 140).
func ageOfDriver(a *assessment) {
	born, okBorn := a.day("data_nascimento")
	licensed, okLicensed := a.day("primeira_habilitacao")
	if okBorn && okLicensed && !licensed.Before(born) && licensed.Before(born.AddDate(18, 0, 0)) {
		a.doubt("A primeira habilitação é anterior aos 18 anos do titular.")
	}
}

// identityNumber: on the national card the number is the CPF. A number of São Paulo
// that passes its check digit is proven; one that fails is not refused, since older
// cards and other states have none.
func identityNumber(a *assessment) {
	number, cpf := a.text("numero_rg"), a.text("cpf")
	if len(number) == 11 && checkdigit.CPF(number) {
		if cpf != "" && cpf != number {
			a.doubt("O número da carteira de identidade nacional difere do CPF.")
			return
		}
		a.support(single("numero_rg"), WitnessCheckDigit)
		return
	}
	if a.text("uf_emissor") == "SP" && checkdigit.RGSP(number) {
		a.support(single("numero_rg"), WitnessCheckDigit)
	}
}
