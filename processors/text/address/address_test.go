package address

import (
	"strings"
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
)

// run lays lines of text out one below the other.
func run(lines ...string) recognise.Run {
	page := document.Page{Width: 595, Height: 842}
	for n, text := range lines {
		var line document.Line
		left := 40.0
		for _, word := range strings.Fields(text) {
			width := 5 * float64(len([]rune(word)))
			line.Words = append(line.Words, document.Word{Text: word, Confidence: 1, Box: document.Box{Left: left / 595, Top: float64(100+14*n) / 842, Width: width / 595, Height: 10.0 / 842}})
			left += width + 4
		}
		page.Lines = append(page.Lines, line)
	}
	r := recognise.Run{Sheet: layout.Of(document.Document{Pages: []document.Page{page}})}
	for i := range r.Sheet.Tokens {
		r.Index = append(r.Index, int32(i))
	}
	return r
}

func TestAnAddressIsTakenApart(t *testing.T) {
	for _, tt := range []struct{ printed, street, district, city, uf, cep string }{
		{"RUA CORONEL FERRAZ, 1436 - SALA 1248, PARQUE INDUSTRIAL, JOINVILLE-SC, CEP 89218-345", "RUA CORONEL FERRAZ, 1436 - SALA 1248", "PARQUE INDUSTRIAL", "JOINVILLE", "SC", "89218345"},
		{"Rua Engenheiro Rebouças, 3589, Apto 1265 Bloco B - Jardim Paulista", "Rua Engenheiro Rebouças, 3589, Apto 1265 Bloco B", "Jardim Paulista", "", "", ""},
		{"Rua Maestro Villa-Lobos, 853 - Apto 220, Fortaleza - CE", "Rua Maestro Villa-Lobos, 853 - Apto 220", "", "Fortaleza", "CE", ""},
		{"Avenida das Nações, 1820 - Loja 2, Bairro Campo Belo - Blumenau/SC", "Avenida das Nações, 1820 - Loja 2", "Campo Belo", "Blumenau", "SC", ""},
		{"Av. Paulista, nº 1.000, 10º andar, conj. 101, Bela Vista, CEP 01310-100, São Paulo/SP", "Av. Paulista, nº 1.000, 10º andar, conj. 101", "Bela Vista", "São Paulo", "SP", "01310100"},
		{"Rod. BR-101, km 45, Galpão 3, Distrito Industrial, Serra, ES", "Rod. BR-101, km 45, Galpão 3", "Distrito Industrial", "Serra", "ES", ""},
		{"RUA ALBERTO LUZ, 199 - PORTARIA, VELHA, BLUMENAU-SC", "RUA ALBERTO LUZ, 199 - PORTARIA", "VELHA", "BLUMENAU", "SC", ""},
		{"FAZ RIO SUSPIRO, S/N, EST MUNICIPAL KM 34, ZONA RURAL, LAGOA DA CONFUSAO-TO", "FAZ RIO SUSPIRO, S/N, EST MUNICIPAL KM 34", "ZONA RURAL", "LAGOA DA CONFUSAO", "TO", ""},
		{"Rua dos Girassóis, S/N Bloco B, São José, João Pessoa-PB", "Rua dos Girassóis, S/N Bloco B", "São José", "João Pessoa", "PB", ""},
		{"Rua A, 10, Centro, na cidade de Campinas, Estado de São Paulo", "Rua A, 10", "Centro", "Campinas", "SP", ""},
		{"Rua BR-101, S/N // São José // Curitiba - PR // 80735-733", "Rua BR-101, S/N", "São José", "Curitiba", "PR", "80735733"},
		{"Rua Tiradentes, 571 // Fundos // Bela Vista // São Paulo - SP", "Rua Tiradentes, 571 Fundos", "Bela Vista", "São Paulo", "SP", ""},
		{"Rua Tiradentes, 571 // Sala // 12 Centro // São Paulo - SP", "Rua Tiradentes, 571 Sala 12 Centro", "", "São Paulo", "SP", ""},
		{"Sítio São José, s/n, Zona Rural, Ibirité (MG)", "Sítio São José, s/n", "Zona Rural", "Ibirité", "MG", ""},
		{"Rua Dom Pedro II, 817, Apto 241 - Jardim das Flores - Florianópolis-SC", "Rua Dom Pedro II, 817, Apto 241", "Jardim das Flores", "Florianópolis", "SC", ""},
	} {
		r := run(strings.Split(tt.printed, " // ")...)
		a := Parse(r)
		text := func(s Span) string {
			if s.Empty() {
				return ""
			}
			return strings.TrimRight(strings.TrimSuffix(r.Text(s.First, s.Last), "/"), ", ")
		}
		if got := text(a.Street); got != tt.street {
			t.Errorf("street of %q: %q, want %q", tt.printed, got, tt.street)
		}
		if got := text(a.District); got != tt.district {
			t.Errorf("district of %q: %q, want %q", tt.printed, got, tt.district)
		}
		if got := text(a.City); got != tt.city {
			t.Errorf("town of %q: %q, want %q", tt.printed, got, tt.city)
		}
		if a.UF != tt.uf || a.CEP != tt.cep {
			t.Errorf("state and code of %q: %q %q, want %q %q", tt.printed, a.UF, a.CEP, tt.uf, tt.cep)
		}
	}
}
