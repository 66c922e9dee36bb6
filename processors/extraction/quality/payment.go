package quality

import (
	"fmt"
	"slices"

	"lavra.dev/processors/document"
	"lavra.dev/processors/extraction/portuguese"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// paymentSlip compares a boleto's line with its bars, and both with what is printed.
func paymentSlip(a *assessment) {
	code, ok := a.provenBarcode()
	if !ok {
		return
	}
	a.compareBars(code)
	a.compareBank(code)
	a.compareAmount(code, "valor_documento")
	a.compareDue(code)
}

// provenBarcode is the barcode that the line stands for, or the one read from the
// bars, where its check digits hold.
func (a *assessment) provenBarcode() (string, bool) {
	if line := a.text("linha_digitavel"); checkdigit.PaymentLine(line) {
		return checkdigit.LineToBarcode(line)
	}
	if code := a.text("codigo_barras"); checkdigit.Barcode(code) {
		return code, true
	}
	return "", false
}

// compareBars looks for the code among the bars on the page: two ways to read one
// number.
func (a *assessment) compareBars(code string) {
	if bars := a.text("codigo_barras"); bars != "" && bars != code && checkdigit.PaymentLine(a.text("linha_digitavel")) {
		a.fault(single("codigo_barras"), "O código de barras difere da linha digitável.")
		return
	}
	if a.hasBars(code) {
		a.support(single("linha_digitavel"), WitnessBarcode)
		a.support(single("codigo_barras"), WitnessBarcode)
	}
}

// hasBars reports whether bars on a page say a text.
func (a *assessment) hasBars(text string) bool {
	return slices.ContainsFunc(a.opts.Document.Pages, func(p document.Page) bool {
		return slices.ContainsFunc(p.Barcodes, func(b document.Barcode) bool { return b.Text == text })
	})
}

func (a *assessment) compareBank(code string) {
	bank, printed := checkdigit.BarcodeBank(code), a.text("banco_codigo")
	if bank != "" && printed != "" {
		a.compare(single("banco_codigo"), WitnessEncoded, bank == printed, fmt.Sprintf("O código do banco (%s) difere do que está na linha digitável (%s).", printed, bank))
	}
}

func (a *assessment) compareAmount(code, field string) {
	encoded, ok := checkdigit.BarcodeCents(code)
	printed, read := a.cents(field)
	if ok && read {
		a.compare(single(field), WitnessEncoded, encoded == printed,
			fmt.Sprintf("%s (%s) difere do valor da linha digitável (%s).", a.label(field).opening(), portuguese.Money(printed), portuguese.Money(encoded)))
	}
}

// compareDue decodes the due date near the document's own date, or else near the
// printed due date or the day it came in: the factor repeats every 25 years.
func (a *assessment) compareDue(code string) {
	printed, read := a.day("data_vencimento")
	if !read {
		return
	}
	reference := a.opts.ReceivedAt
	if reference.IsZero() {
		reference = printed
	}
	if own, ok := a.day("data_documento"); ok {
		reference = own
	}
	if encoded, ok := checkdigit.BarcodeDue(code, reference); ok {
		a.compare(single("data_vencimento"), WitnessEncoded, encoded.Equal(printed),
			fmt.Sprintf("A data de vencimento (%s) difere da que está na linha digitável (%s).", date(printed), date(encoded)))
	}
}

// utilityLine compares a bill's line with its amount and its kind of service. A bill
// may be paid by a boleto too.
func utilityLine(a *assessment) {
	code, ok := a.provenBarcode()
	if !ok {
		return
	}
	a.compareAmount(code, "valor_total")
	if code[0] != '8' {
		a.compareDue(code)
		return
	}
	services, known := segments[code[1]]
	service := a.text("tipo_servico")
	if !known || service == "" || unsegmented[service] {
		return
	}
	if services[service] {
		a.support(single("tipo_servico"), WitnessEncoded)
		return
	}
	a.doubt(fmt.Sprintf("O tipo de serviço (%s) não corresponde ao segmento da linha digitável.", catalogue.Words().Values[service]))
}

// unsegmented are the services that have no segment of their own.
var unsegmented = lexicon.Words("services of no segment")

// segments are the services under the segments of collection slips that have one of them.
var segments = map[byte]map[string]bool{
	'2': lexicon.Words("services of segment 2"),
	'3': lexicon.Words("services of segment 3"),
	'4': lexicon.Words("services of segment 4"),
}
