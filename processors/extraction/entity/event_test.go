package entity

import (
	"strings"
	"testing"
)

func TestEventsAreToldInAnyOrder(t *testing.T) {
	for _, c := range []struct{ text, event, want string }{
		{"Certifico que Rosa Luz Prado, do sexo feminino, nasceu em Natal / RN, em Hospital Municipal, em 12/01/2015.", "birth",
			"date=2015-01-12 place=Hospital Municipal city=Natal state=RN"},
		{"faleceu em 03/01/2022, na Santa Casa, em Olinda / PE, Otávio Prado, com 63 anos.", "death",
			"date=2022-01-03 place=Santa Casa city=Olinda state=PE age=63"},
		{"Ana Prado, CPF n. 529.982.247-25. Óbito em 26 de maio de 2015, às 09:11, no(a) Santa Casa, Natal -RN.", "death",
			"date=2015-05-26 time=09:11 place=Santa Casa city=Natal state=-RN"},
		{"Em 8 de outubro de 2025, às 09h11, no município de Natal-RN, no estabelecimento Hospital Universitário, faleceu Caio Luz, viúvo, 64 anos de idade, nascida em Olinda-PE e inscrito no CPF 529.982.247-25.", "death",
			"date=2025-10-08 time=09:11 place=Hospital Universitário city=Natal state=-RN age=64"},
		{"Em 17 DE AGOSTO DE 2015, no hospital ou local Domicílio, no município de Natal (RN), nasceu ENZO LUZ, neto de Ana Luz.", "birth",
			"date=2015-08-17 place=Domicílio city=Natal state=(RN)"},
		{"nasceu em " + strings.Repeat("Hospital ", 3*longestEvent), "birth", "place=" + strings.TrimSpace(strings.Repeat("Hospital ", longestEvent))},
	} {
		s := sheet(c.text)
		o, _ := OccasionOf(c.event)
		found := Over(s, Page{Wraps: func(int) bool { return true }, GoesOn: func(int, int) bool { return true }, Label: func(int) bool { return false }}).Events(o)
		if len(found) != 1 {
			t.Fatalf("%s: %d events", c.text, len(found))
		}
		var got []string
		for _, name := range []string{"date", "time", "place", "city", "state", "age"} {
			thing, _ := ThingOf(name)
			if v, ok := found[0].Value(thing); ok {
				got = append(got, name+"="+printed(s, v))
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, strings.Join(got, " "), c.want)
		}
	}
}
