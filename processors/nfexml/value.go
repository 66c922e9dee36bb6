package nfexml

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"

	"lavra.dev/schemas/catalogue"
)

var decimal = regexp.MustCompile(`^-?[0-9]{1,15}(\.[0-9]{1,10})?$`)

// scalar gives text in the JSON form of its kind; false where it does not fit,
// which counts as absent.
func scalar(kind catalogue.Kind, text string) (string, bool) {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" {
		return "", false
	}
	switch kind {
	case catalogue.Money, catalogue.Decimal, catalogue.Percent:
		return plainNumber(text)
	case catalogue.Date:
		day, ok := date(text)
		return quote(day), ok
	case catalogue.Digits:
		text = keep(text, func(c rune) bool { return c >= '0' && c <= '9' })
	case catalogue.Code, catalogue.CPF, catalogue.CNPJ, catalogue.CPFCNPJ, catalogue.CEP, catalogue.NFeKey:
		text = strings.ToUpper(keep(text, func(c rune) bool { return !strings.ContainsRune(" .-/", c) }))
	}
	return quote(text), text != ""
}

// plainNumber drops the zeros that only fill: 281.5821000000 is 281.5821.
func plainNumber(text string) (string, bool) {
	if !decimal.MatchString(text) {
		return "", false
	}
	sign, digits := "", text
	if digits[0] == '-' {
		sign, digits = "-", digits[1:]
	}
	if strings.Contains(digits, ".") {
		digits = strings.TrimRight(strings.TrimRight(digits, "0"), ".")
	}
	if digits = strings.TrimLeft(digits, "0"); digits == "" || digits[0] == '.' {
		digits = "0" + digits
	}
	if digits == "0" {
		sign = ""
	}
	return sign + digits, true
}

// date takes the day of 2026-10-30T11:19:50-03:00, as the issuer's clock had it.
func date(text string) (string, bool) {
	day := text[:min(len(text), len(time.DateOnly))]
	_, err := time.Parse(time.DateOnly, day)
	return day, err == nil
}

// centavos reads an amount of money; anything that is none counts as absent.
func centavos(text string) (int64, bool) {
	text = strings.TrimSpace(text)
	if !decimal.MatchString(text) {
		return 0, false
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, false
	}
	if value < 0 {
		return int64(value*100 - 0.5), true
	}
	return int64(value*100 + 0.5), true
}

func keep(text string, wanted func(rune) bool) string {
	return strings.Map(func(c rune) rune {
		if wanted(c) {
			return c
		}
		return -1
	}, text)
}

func quote(text string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(text); err != nil {
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func trimZeros(number string) string {
	number = strings.TrimSpace(number)
	if trimmed := strings.TrimLeft(number, "0"); trimmed != "" || number == "" {
		return trimmed
	}
	return "0"
}
