// Package derive knows what the numbers of Brazilian documents say of other fields: the sum and the
// due date in a payment line, the bank in a barcode, the issuer in the key of a note.
//
// In come the name of a rule, as the catalogue has it, and a value in normal form; out goes what
// follows, or nothing. It never asks where the value was read or whether it was read right.
package derive

import (
	"strconv"
	"strings"
	"time"

	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// Value is what follows for a field from the value of another one.
type Value struct{ rule, text string }

// Of is what follows by a rule; a bank's name is known by its code.
func Of(rule, from string) Value {
	if rule == "bank_name" {
		return Value{rule, From("bank", from)}
	}
	return Value{rule, From(rule, from)}
}

// Agrees is 1 for a value that follows, -1 for one that does not, 0 where nothing is said.
func (v Value) Agrees(value string) int {
	switch {
	case v.text == "":
		return 0
	case v.rule == "bank_name":
		switch lexicon.NameOfBank(v.text, value) {
		case lexicon.NamesBank:
			return 1
		case lexicon.NamesAnother:
			return -1
		}
		return 0
	case v.text == value:
		return 1
	}
	return -1
}

// From is the value that follows by a rule; empty where none does.
func From(rule, value string) string {
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
