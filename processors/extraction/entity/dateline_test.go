package entity

import "testing"

func TestADeedSaysWhereAndWhenItWasDone(t *testing.T) {
	for _, tt := range []struct{ text, date, city, state string }{
		{"Aos quatro de novembro de dois mil e vinte e cinco, em Volta Redonda/RJ, neste Tabelionato, compareceu", "2025-11-04", "Volta Redonda", "RJ"},
		{"saibam quantos virem que aos 5 de maio de 2024, nesta cidade de Natal, perante mim", "2024-05-05", "Natal", ""},
		{"Feito em Feira de Santana/BA, 02/12/2025.", "2025-12-02", "Feira de Santana", "BA"},
		{"Loc./Dt.: Rio de Janeiro/RJ, 25 de setembro de 2025", "2025-09-25", "Rio de Janeiro", "RJ"},
		{"Caxias do Sul, RS. Dia: 11/06/2026.", "2026-06-11", "Caxias do Sul", "RS"},
		{"Natal, aos 4 de maio de 2025", "2025-05-04", "Natal", ""},
		{"Em Fortaleza (CE), 19 de agosto de 2026", "2026-08-19", "Fortaleza", "(CE)"},
		{"Contagem-MG, na data de 4 de outubro de 2019.", "2019-10-04", "Contagem", "-MG"},
		{"Feito em Volta Redonda, RJ, no dia 31 de agosto de 2026.", "2026-08-31", "Volta Redonda", "RJ"},
		{"19 de janeiro de 2026 - Caruaru/ PE", "2026-01-19", "Caruaru", "PE"},
		{"trinta e um de agosto de dois mil e vinte e um - Curitiba/ PR", "2021-08-31", "Curitiba", "PR"},
		{"19/04/2021, Teresina", "2021-04-19", "Teresina", ""},
		{"Cidade de Guarulhos, SP, em 19 DE AGOSTO DE 2026.", "2026-08-19", "Guarulhos", "SP"},
		{"Natal, Estado de RN, 22 de setembro de 2025.", "2025-09-22", "Natal", "RN"},
		{"Natal, Rio Grande do Norte (RN), em 22 de setembro de 2025.", "2025-09-22", "Natal", "RN"},
		{"Data e local: 2 de junho de 2021, Sorocaba/SP.", "2021-06-02", "Sorocaba", "SP"},
		{"Assinado em 11 de novembro de 2026, na cidade de Contagem (MG).", "2026-11-11", "Contagem", "(MG)"},
		{"Em nove de julho de dois mil e vinte e seis (09/07/2026), perante este serviço notarial, em Chapecó, Estado de Santa Catarina (SC), presente eu", "2026-07-09", "Chapecó", "SC"},
		{"19/04/2021 - Pagamento", "", "", ""},
		{"Ana Lima, 12/03/2024", "", "", ""},
		{"Natal, 4 de maio de 2025, quando entregou as chaves", "", "", ""},
		{"vencendo em 5 de maio de 2024, sem juros", "", "", ""},
	} {
		s := sheet(tt.text)
		got := Over(s, Page{Wraps: func(int) bool { return true }, GoesOn: func(int, int) bool { return true }, Label: func(int) bool { return false }}).Datelines()
		if len(got) == 0 {
			if tt.date != "" {
				t.Errorf("%q: no date is found", tt.text)
			}
			continue
		}
		d := got[0]
		state := ""
		if d.State.Last >= d.State.First {
			state = printed(s, d.State)
		}
		city := printed(s, d.City)
		if n := len(city); city[n-1] == '/' {
			city = city[:n-1]
		}
		if d.Date.Text != tt.date || city != tt.city || state != tt.state {
			t.Errorf("%q: %s, %q, %q", tt.text, d.Date.Text, city, state)
		}
	}
}
