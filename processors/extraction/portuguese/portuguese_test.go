package portuguese_test

import (
	"testing"

	"lavra.dev/processors/extraction/portuguese"
)

func TestMoneyIsWrittenInReais(t *testing.T) {
	for cents, want := range map[int64]string{
		0: "R$ 0,00", 5: "R$ 0,05", 123456: "R$ 1.234,56", 100000000: "R$ 1.000.000,00", -123456: "R$ -1.234,56", 99999: "R$ 999,99",
	} {
		if got := portuguese.Money(cents); got != want {
			t.Errorf("%d: %q, want %q", cents, got, want)
		}
	}
}

func TestDaysMonthsCountsAndLists(t *testing.T) {
	for got, want := range map[string]string{
		portuguese.Day("2026-12-31"):                   "31/12/2026",
		portuguese.Day("2026-13-31"):                   "",
		portuguese.Month("2026-02"):                    "02/2026",
		portuguese.Month("fevereiro"):                  "",
		portuguese.Count(1, "item", "itens"):           "1 item",
		portuguese.Count(1200, "item", "itens"):        "1.200 itens",
		portuguese.List([]string{"A", "B", "C"}):       "A, B e C",
		portuguese.List([]string{"A", "B"}):            "A e B",
		portuguese.List([]string{"A"}):                 "A",
		portuguese.List(nil) + portuguese.Integer(-12): "-12",
		portuguese.Integer(-1234):                      "-1.234",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestAmountsInWords(t *testing.T) {
	for _, c := range []struct {
		text  string
		cents int64
		ok    bool
	}{
		{"mil duzentos e trinta e quatro reais e cinquenta e seis centavos", 123456, true},
		{"UM MIL, DUZENTOS E TRINTA E QUATRO REAIS", 123400, true},
		{"(hum mil reais)", 100000, true},
		{"cem reais", 10000, true},
		{"cento e um reais e um centavo", 10101, true},
		{"dois milhões, trezentos mil reais", 230000000, true},
		{"um milhão de reais", 100000000, true},
		{"vinte e cinco centavos", 25, true},
		{"Três mil e quinhentos reais ******", 350000, true},
		{"setecentos e cinquenta", 75000, true},
		{"oitocentos e vinte e nove mil, novecentos e noventa e nove reais e noventa e nove centavos", 82999999, true},
		{"duzentos reaís e qninze centavos", 0, false},
		{"reais", 0, false},
		{"", 0, false},
		{"um real e dois", 0, false},
	} {
		cents, ok := portuguese.AmountInWords(c.text)
		if cents != c.cents && c.ok || ok != c.ok {
			t.Errorf("%q: %d %v, want %d %v", c.text, cents, ok, c.cents, c.ok)
		}
	}
}

func FuzzAmountInWords(f *testing.F) {
	f.Add("mil duzentos e trinta e quatro reais e cinquenta e seis centavos")
	f.Fuzz(func(t *testing.T, text string) {
		if cents, ok := portuguese.AmountInWords(text); ok && cents < 0 {
			t.Errorf("%q gives %d", text, cents)
		}
	})
}
