package extraction

import (
	"strconv"
	"strings"
	"time"

	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// derivation is what follows for a field from the best candidate of another one: the
// number that stands in the key is that of the note.
type derivation struct{ rule, value string }

// agrees is 1 for a value that follows, -1 for one that does not, 0 where nothing is said.
func (d derivation) agrees(value string) float32 {
	switch {
	case d.value == "":
		return 0
	case d.rule != "bank_name":
		return 2*flag(value == d.value) - 1
	}
	switch lexicon.NameOfBank(d.value, value) {
	case lexicon.NamesBank:
		return 1
	case lexicon.NamesAnother:
		return -1
	}
	return 0
}

// derivationOf is that of a field; empty where nothing sure follows.
func (x *extractor) derivationOf(field int) derivation {
	rule, argument, ok := strings.Cut(strings.TrimSuffix(x.plan.typ.Fields[field].From, ")"), "(")
	source, known := x.plan.index[argument]
	if !ok || !known {
		return derivation{}
	}
	best := x.bestOf(source)
	if best == nil || !best.checked || best.repaired {
		return derivation{}
	}
	if rule == "bank_name" {
		return derivation{rule, derived("bank", best.value)}
	}
	return derivation{rule, derived(rule, best.value)}
}

// sureYears is the log odds of a year that labels of two years name.
const sureYears = 2

// derive fills the fields that follow from another one where the page does not
// print them in words.
func (x *extractor) derive() {
	for i, f := range x.plan.typ.Fields {
		rule, argument, ok := strings.Cut(strings.TrimSuffix(f.From, ")"), "(")
		if f.From == "years" && x.chosen[i] == nil && x.late > 0 && x.late == x.early+1 {
			x.chosen[i] = &candidate{field: i, value: strconv.Itoa(x.late), score: unlabelled, odds: sureYears, how: fromOther}
		}
		if !ok || x.chosen[i] != nil {
			continue
		}
		source, known := x.plan.index[argument]
		if !known || x.chosen[source] == nil {
			continue
		}
		c := x.chosen[source]
		if value := derived(rule, c.value); value != "" {
			x.chosen[i] = &candidate{field: i, tokens: c.tokens, value: value, score: c.score, odds: c.odds, checked: c.checked, how: fromOther}
		}
	}
}

// dropUnfit drops the values of fields that documents have only where another field says
// something else: a notary that certifies a signature did not draw up a private mandate.
func (x *extractor) dropUnfit() {
	for i, f := range x.plan.typ.Fields {
		for name, value := range f.When {
			if source, known := x.plan.index[name]; known && x.chosen[source] != nil && x.chosen[source].value != value {
				x.chosen[i] = nil
			}
		}
	}
}

func derived(rule, value string) string {
	switch rule {
	case "same":
		return value
	case "barcode": // of a payment line
		code, _ := checkdigit.LineToBarcode(value)
		return code
	case "bank": // of a payment line or barcode
		if len(value) == 48 || strings.HasPrefix(value, "8") {
			return ""
		}
		return value[:min(3, len(value))]
	case "amount": // of a payment line
		return amountOf(value)
	case "due": // of a payment line
		return dueOf(value)
	case "number", "series", "issuer": // of an NF-e key
		return partOfKey(rule, value)
	}
	return ""
}

// amountOf is the sum that a payment line asks for: that of a boleto stands at its
// end; that of a bill only where the line is one of value and not of reference.
func amountOf(line string) string {
	cents := ""
	switch {
	case len(line) == 47:
		cents = line[37:]
	case len(line) == 48 && (line[2] == '6' || line[2] == '8'):
		cents = line[4:11] + line[12:16]
	}
	n, err := strconv.Atoi(cents)
	if err != nil || n == 0 {
		return ""
	}
	return recognise.Cents(float64(n) / 100)
}

// The due date of a boleto is a number of days of four digits, counted from a day
// of 1997 and since they ran out, on 21 February 2025, anew from 1000.
var (
	dueFrom   = time.Date(1997, 10, 7, 0, 0, 0, 0, time.UTC)
	dueAnew   = time.Date(2025, 2, 22, 0, 0, 0, 0, time.UTC)
	dueBefore = 5000 // days that would lie before 2011 are of the new count
)

func dueOf(line string) string {
	if len(line) != 47 {
		return ""
	}
	days, err := strconv.Atoi(line[33:37])
	switch {
	case err != nil || days < 1000:
		return ""
	case days < dueBefore:
		return dueAnew.AddDate(0, 0, days-1000).Format(time.DateOnly)
	}
	return dueFrom.AddDate(0, 0, days).Format(time.DateOnly)
}

// partOfKey is the number, the series or the issuer's CNPJ within an NF-e key.
func partOfKey(part, key string) string {
	if len(key) != 44 {
		return ""
	}
	switch part {
	case "issuer":
		if ok, _ := checkdigit.Verify(string(catalogue.CNPJ), key[6:20]); ok {
			return key[6:20]
		}
		return "" // a person's CPF behind zeros
	case "series":
		return strings.TrimLeft(key[22:24], "0") + key[24:25]
	}
	return strings.TrimLeft(key[25:34], "0")
}
