package quality

import (
	"fmt"
	"time"

	"lavra.dev/schemas/checkdigit"
)

// invoiceKey compares the access key with what is printed, and with a barcode of it.
func invoiceKey(a *assessment) {
	printed := a.text("chave_acesso")
	if !checkdigit.NFeKey(printed) {
		return
	}
	key, ok := checkdigit.ParseNFeKey(printed)
	if !ok {
		return
	}
	if a.hasBars(printed) {
		a.support(single("chave_acesso"), WitnessBarcode)
	}
	a.compareWithKey("numero", key.Number)
	a.compareWithKey("serie", key.Series)
	a.compareWithKey("emitente_cnpj", key.Issuer)
	a.compareWithKey("emitente_uf", key.State)
	if issued, ok := a.day("data_emissao"); ok && !a.opts.XML {
		month := time.Date(key.Year, time.Month(key.Month), 1, 0, 0, 0, 0, time.UTC)
		a.compare(single("data_emissao"), WitnessEncoded, issued.Year() == month.Year() && issued.Month() == month.Month(),
			fmt.Sprintf("A data de emissão (%s) difere do mês que está na chave de acesso (%s).", date(issued), month.Format("01/2006")))
	}
}

// compareWithKey is loud on paper only: an XML has compared itself already.
func (a *assessment) compareWithKey(field, inKey string) {
	printed := a.text(field)
	if printed != "" && inKey != "" && (printed == inKey || !a.opts.XML) {
		a.compare(single(field), WitnessEncoded, printed == inKey,
			fmt.Sprintf("%s (%s) difere do que está na chave de acesso (%s).", a.label(field).opening(), printed, inKey))
	}
}
