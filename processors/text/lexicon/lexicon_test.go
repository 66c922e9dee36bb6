package lexicon

import (
	"testing"

	"lavra.dev/processors/text/fold"
)

func TestTownsStandInTheirStates(t *testing.T) {
	n := 0
	for _, towns := range townsOf() {
		n += len(towns)
	}
	if n != 5570 || len(townsOf()) != 27 {
		t.Errorf("%d towns in %d states", n, len(townsOf()))
	}
	for _, c := range []struct {
		name, state string
		want        bool
	}{
		{"São José do Rio Preto", "SP", true},
		{"SANTA BÁRBARA D'OESTE", "SP", true},
		{"Natal", "RN", true},
		{"Natal", "SP", false},
		{"Bom Jesus", "RN", true},
		{"Bom Jesus", "PI", true},
		{"Centro", "RN", false},
		{"", "RN", false},
	} {
		if got := Town(fold.Text(c.name), c.state); got != c.want {
			t.Errorf("%s in %s: %v", c.name, c.state, got)
		}
	}
}

func TestSpacesLostInNamesOfBanks(t *testing.T) {
	for printed, want := range map[string]string{
		"BANCODOBRASIL": "BANCO DO BRASIL", "BANCO DOBRASIL": "BANCO DO BRASIL", "BancodoBrasil": "Banco do Brasil", "Banco do Brasil": "Banco do Brasil", "BB": "BB", "Bancodobairro": "Bancodobairro",
	} {
		if got := SpacedBank(printed); got != want {
			t.Errorf("%s became %s, want %s", printed, got, want)
		}
	}
}

func TestNamesOfBanks(t *testing.T) {
	for _, c := range []struct {
		code, printed string
		want          Naming
	}{
		{"237", "Banco Bradesco S.A.", NamesBank},
		{"237", "BRADESCO", NamesBank},
		{"237", "Caixa", NamesAnother},
		{"104", "Caixa", NamesBank},
		{"104", "CAIXA ECONÔMICA FEDERAL", NamesBank},
		{"341", "Banco Itaú S/A", NamesBank},
		{"184", "Banco Itaú BBA S.A.", NamesBank},
		{"001", "Banco do Brasil S.A.", NamesBank},
		{"389", "Banco Mercantil do Brasil S.A.", NamesBank},
		{"136", "UNICRED", NamesBank},
		{"655", "Banco BV S.A.", NamesBank},
		{"341", "Banco Vale do Sol", OtherName},
		{"341", "", OtherName},
	} {
		if got := NameOfBank(c.code, c.printed); got != c.want {
			t.Errorf("%s for %s: %v, want %v", c.printed, c.code, got, c.want)
		}
	}
}

func TestGivenName(t *testing.T) {
	for word, want := range map[string]bool{"ana": true, "joao": true, "rhavi": true, "policlinica": false, "codigo": false, "": false} {
		if got := GivenName(word); got != want {
			t.Errorf("GivenName(%q) is %t", word, got)
		}
	}
}
