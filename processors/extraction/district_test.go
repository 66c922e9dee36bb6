package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

// "Cidade Nova" is a part of a town and no label with its value; "Cidade Nova Lima" names one.
func TestPartsOfTowns(t *testing.T) {
	for place, want := range map[string]string{"Cidade Nova": "", "Cidade Alta": "", "Cidade: Nova": `"Nova"`, "Cidade Nova Lima": `"Nova Lima"`} {
		got := read(t, "COMPROVANTE_RESIDENCIA", documenttest.Typewritten(`
CONTA DE GÁS NATURAL                    Vencimento 13/10/2026
Otávio Augusto Lippi
Av. Maracanã, 987 - `+place+`
Total a pagar R$ 118,93`))
		if got["cidade"] != want {
			t.Errorf("%s: the town is %q, want %q", place, got["cidade"], want)
		}
	}
}
