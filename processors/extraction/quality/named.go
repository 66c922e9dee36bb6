package quality

import (
	"fmt"
	"regexp"
	"time"

	"lavra.dev/processors/extraction/portuguese"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// named are the rules that a type's file calls by name. A rule is loud only where an
// honest document cannot break it.
var named = map[string]func(*assessment){
	"age_of_driver": ageOfDriver, "age_of_spouses": ageOfSpouses, "amount_in_words": amountInWords, "disease_codes": diseaseCodes,
	"entries_in_period": entriesInPeriod, "identity_number": identityNumber, "invoice_key": invoiceKey, "lawsuit_year": lawsuitYear,
	"model_year": modelYear, "months_fgts": monthsFGTS, "payment_slip": paymentSlip, "quotas": quotas, "refund_or_due": refundOrDue,
	"registry_book": registryBook, "running_balance": runningBalance, "same_party": sameParty, "tax_years": taxYears, "utility_line": utilityLine,
}

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
	if registered, ok := a.day("data_registro"); ok {
		a.compare(single("data_registro"), WitnessEncoded, registered.Year() == year,
			fmt.Sprintf("O ano indicado na matrícula (%d) difere do ano do registro (%d).", year, registered.Year()))
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
			a.fault(cell("conjuges", i, "data_nascimento"), fmt.Sprintf("A data de nascimento de um dos cônjuges (%s) não condiz com a data do casamento (%s).", date(born), date(married)))
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

// lawsuitYear: a paper is not older than its case.
func lawsuitYear(a *assessment) {
	number := a.text("numero_processo")
	written, ok := a.day("data_documento")
	if !ok || !checkdigit.Lawsuit(number) {
		return
	}
	filed, known := toNumber(number[9:13])
	if known && written.Year() < int(filed) {
		a.doubt(fmt.Sprintf("A data do documento (%s) é anterior ao ano do processo (%d).", date(written), int(filed)))
	}
}

var diseaseCode = regexp.MustCompile(`^[A-Z][0-9]{2}(\.?[0-9X])?$`)

// diseaseCodes: a CID-10 code is a letter and two digits, with a digit more behind a
// point.
func diseaseCodes(a *assessment) {
	for i, r := range a.list("cids") {
		if code := r.text("codigo"); code != "" && !diseaseCode.MatchString(code) {
			a.fault(cell("cids", i, "codigo"), fmt.Sprintf("O código %s não tem a forma de um código CID-10.", code))
		}
	}
}

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

// amountInWords compares the figures with the words.
func amountInWords(a *assessment) {
	figures, ok := a.cents("valor")
	spoken, read := portuguese.AmountInWords(a.text("valor_por_extenso"))
	if !ok || !read {
		return
	}
	a.compare(single("valor"), WitnessWords, figures == spoken,
		fmt.Sprintf("O valor em algarismos (%s) difere do valor por extenso (%s).", portuguese.Money(figures), portuguese.Money(spoken)))
	if figures == spoken {
		a.support(single("valor_por_extenso"), WitnessWords)
	}
}

func sameParty(a *assessment) {
	if payer := a.text("pagador_cpf_cnpj"); payer != "" && payer == a.text("recebedor_cpf_cnpj") {
		a.doubt("Pagador e recebedor têm o mesmo CPF/CNPJ.")
	}
}

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

// refundOrDue: a declaration ends in one of the two.
func refundOrDue(a *assessment) {
	refund, _ := a.cents("imposto_a_restituir")
	due, _ := a.cents("saldo_imposto_a_pagar")
	if refund > 0 && due > 0 {
		a.doubt("A declaração traz imposto a restituir e saldo de imposto a pagar ao mesmo tempo.")
	}
}

// modelYear: a model comes out in its own year, the year after, seldom two.
func modelYear(a *assessment) {
	made, okMade := a.year("ano_fabricacao")
	model, okModel := a.year("ano_modelo")
	if okMade && okModel && (model < made || model > made+2) {
		a.doubt(fmt.Sprintf("O ano do modelo (%d) não condiz com o ano de fabricação (%d).", model, made))
	}
}
