package catalogue

import (
	"slices"
	"strings"
)

// Kind is the value form of a field, by the names of the contract.
type Kind string

// The kinds of values. Their JSON forms stand in README.md.
const (
	String      Kind = "string"
	Text        Kind = "text"
	Date        Kind = "date"
	Time        Kind = "time"
	Month       Kind = "month"
	Year        Kind = "year"
	Money       Kind = "money"
	Decimal     Kind = "decimal"
	Integer     Kind = "integer"
	Percent     Kind = "percent"
	Bool        Kind = "bool"
	CPF         Kind = "cpf"
	CNPJ        Kind = "cnpj"
	CPFCNPJ     Kind = "cpf_cnpj"
	PIS         Kind = "pis"
	CEP         Kind = "cep"
	UF          Kind = "uf"
	Phone       Kind = "phone"
	Email       Kind = "email"
	Digits      Kind = "digits"
	Code        Kind = "code"
	Plate       Kind = "plate"
	VIN         Kind = "vin"
	RENAVAM     Kind = "renavam"
	NFeKey      Kind = "nfe_key"
	Barcode     Kind = "barcode"
	PaymentLine Kind = "payment_line"
	Registry    Kind = "registry"
	Lawsuit     Kind = "lawsuit"
	Enum        Kind = "enum"
	List        Kind = "list"
)

var kinds = []Kind{String, Text, Date, Time, Month, Year, Money, Decimal, Integer, Percent, Bool, CPF, CNPJ, CPFCNPJ, PIS,
	CEP, UF, Phone, Email, Digits, Code, Plate, VIN, RENAVAM, NFeKey, Barcode, PaymentLine, Registry, Lawsuit, Enum, List}

// parseKind takes "cpf!" or "enum(a|b)!" apart. The ! marks a required field.
func parseKind(written Kind) (kind Kind, required bool, enum []string, ok bool) {
	s, required := strings.CutSuffix(string(written), "!")
	if body, found := strings.CutPrefix(s, "enum("); found && strings.HasSuffix(body, ")") {
		return Enum, required, strings.Split(strings.TrimSuffix(body, ")"), "|"), true
	}
	return Kind(s), required, nil, s != string(Enum) && slices.Contains(kinds, Kind(s))
}
