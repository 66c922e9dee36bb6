// Package portuguese writes and reads values the way Brazilian text has them:
// R$ 1.234,56, 31/12/2026, "mil duzentos e trinta e quatro reais".
//
// In come plain values, out goes text for the client, or the other way round. It
// knows no document and no field.
package portuguese

import (
	"strconv"
	"strings"
	"time"
)

// Money writes centavos as R$ 1.234,56.
func Money(cents int64) string { return "R$ " + Amount(cents) }

// Amount writes centavos as 1.234,56.
func Amount(cents int64) string {
	sign := ""
	if cents < 0 {
		sign, cents = "-", -cents
	}
	fraction := strconv.FormatInt(cents%100, 10)
	if len(fraction) == 1 {
		fraction = "0" + fraction
	}
	return sign + Integer(cents/100) + "," + fraction
}

// Integer writes 1234567 as 1.234.567.
func Integer(n int64) string {
	s := strconv.FormatInt(n, 10)
	first := 0
	if n < 0 {
		first = 1
	}
	for i := len(s) - 3; i > first; i -= 3 {
		s = s[:i] + "." + s[i:]
	}
	return s
}

// Day writes 2026-12-31 as 31/12/2026, or "" where iso is no date.
func Day(iso string) string {
	t, err := time.Parse(time.DateOnly, iso)
	if err != nil {
		return ""
	}
	return t.Format("02/01/2006")
}

// Month writes 2026-12 as 12/2026, or "" where iso is no month.
func Month(iso string) string {
	t, err := time.Parse("2006-01", iso)
	if err != nil {
		return ""
	}
	return t.Format("01/2006")
}

// List joins items as a sentence does: A, B e C.
func List(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	return strings.Join(items[:last], ", ") + " e " + items[last]
}

// Count writes a number with its noun in the right form: 1 item, 2 itens.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Integer(int64(n)) + " " + many
}
