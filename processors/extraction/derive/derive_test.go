package derive_test

import (
	"testing"

	"lavra.dev/processors/extraction/derive"
)

// A boleto whose sum or due date is smeared still gives both: its payment line has them.
func TestANumberTellsOtherFields(t *testing.T) {
	const (
		line = "00190500954014481606906809350314390000000000100" // day 9000 of the first count, R$ 1,00
		anew = "00190500954014481606906809350314310010000012345" // counted anew since 2025
		key  = "35200711222333000181550010000000461234567890"
	)
	for _, c := range []struct{ rule, from, want string }{
		{"amount", line, "1"},
		{"due", line, "2022-05-29"},
		{"amount", anew, "123.45"},
		{"due", anew, "2025-02-23"},
		{"bank", line, "001"},
		{"bank", "8" + line[1:], ""},
		{"number", key, "46"},
		{"series", key, "1"},
		{"issuer", key, "11222333000181"},
		{"issuer", key[:20], ""},
	} {
		if got := derive.From(c.rule, c.from); got != c.want {
			t.Errorf("%s of %s: read %q, want %q", c.rule, c.from, got, c.want)
		}
	}
}

// A name beside the code of another bank is doubted, and one that is known in no list is not.
func TestTheBankOfACodeHasItsName(t *testing.T) {
	bank := derive.Of("bank_name", "00190500954014481606906809350314337370000000100")
	for name, want := range map[string]int{"Banco do Brasil": 1, "Itaú": -1, "Casa do Sol": 0} {
		if got := bank.Agrees(name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}
