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

func TestOldAndMercosulPlatesOfOneCar(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"ABC1234", "ABC1C34", true}, {"ABC1C34", "ABC1234", true}, {"ABC1234", "ABC1234", true},
		{"ABC1234", "ABC1D34", false}, {"ABC1234", "ABD1C34", false}, {"ABC12", "ABC1C34", false},
	} {
		if got := checkdigit.SamePlate(c.a, c.b); got != c.want {
			t.Errorf("%s %s: %v", c.a, c.b, got)
		}
	}
}

func TestMachineReadableZone(t *testing.T) {
	for field, want := range map[string]byte{"520727": '3', "L898902C3": '6', "740812": '2', "120415": '9', "D23145890": '7'} {
		if got, ok := checkdigit.MRZDigit(field); !ok || got != want {
			t.Errorf("%s: %c, want %c", field, got, want)
		}
	}
	if _, ok := checkdigit.MRZDigit("abc"); ok {
		t.Error("small letters pass")
	}
	// The specimen of ICAO Doc 9303 part 5.
	const first, second = "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6"
	if !checkdigit.MRZCard(first, second) {
		t.Error("the specimen card fails")
	}
	if checkdigit.MRZCard(first, "7408122F1204159UTO<<<<<<<<<<<5") || checkdigit.MRZCard(first, "7408123F1204159UTO<<<<<<<<<<<6") || checkdigit.MRZCard("", "") {
		t.Error("a wrong card passes")
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
