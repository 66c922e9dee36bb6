package checkdigit_test

import (
	"testing"

	"lavra.dev/schemas/checkdigit"
)

func TestANFeKeyTellsItsParts(t *testing.T) {
	for _, c := range []struct {
		key  string
		want checkdigit.NFeKeyParts
	}{
		{"35261111222333000181550010000123451123456788",
			checkdigit.NFeKeyParts{State: "SP", Year: 2026, Month: 11, Issuer: "11222333000181", Model: "55", Series: "1", Number: "12345"}},
		{"35261112ABC34501DE35550010000123451123456789",
			checkdigit.NFeKeyParts{State: "SP", Year: 2026, Month: 11, Issuer: "12ABC34501DE35", Model: "55", Series: "1", Number: "12345"}},
		{"31260500052998224725559200000000071000000077",
			checkdigit.NFeKeyParts{State: "MG", Year: 2026, Month: 5, Issuer: "52998224725", Model: "55", Series: "920", Number: "7"}},
	} {
		got, ok := checkdigit.ParseNFeKey(c.key)
		if !ok || got != c.want {
			t.Errorf("%s: %+v, want %+v", c.key, got, c.want)
		}
	}
	if _, ok := checkdigit.ParseNFeKey("3526"); ok {
		t.Error("a short key has parts")
	}
}

func TestAMatriculaTellsYearAndBook(t *testing.T) {
	year, book, ok := checkdigit.RegistryParts("12345601552024200035012000456767")
	if !ok || year != 2024 || book != checkdigit.BookMarriage {
		t.Errorf("%d %c %v", year, book, ok)
	}
	if _, _, ok := checkdigit.RegistryParts("1234"); ok {
		t.Error("a short matrícula has parts")
	}
}

func TestStatesByCode(t *testing.T) {
	seen := map[string]bool{}
	for code := range 100 {
		if uf := checkdigit.StateOf(string([]byte{byte('0' + code/10), byte('0' + code%10)})); uf != "" {
			seen[uf] = true
			if !checkdigit.UF(uf) {
				t.Errorf("code %d is no state: %s", code, uf)
			}
		}
	}
	if len(seen) != 27 {
		t.Errorf("%d states", len(seen))
	}
}
