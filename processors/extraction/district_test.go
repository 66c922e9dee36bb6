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

// A district before its state is no town where a scan was sure of it.
func TestDistrictsBeforeTheirState(t *testing.T) {
	for confidence, want := range map[float64]string{0.94: "", 0.8: `"Bela Vista"`} {
		got := read(t, "NFE", documenttest.Scanned(confidence, `
IDENTIFICAÇÃO DO EMITENTE                  DANFE
MANTIQUEIRA MATERIAIS ELÉTRICOS LTDA       DOCUMENTO AUXILIAR DA NOTA FISCAL ELETRÔNICA
Praça Marechal Rondon, S/N
CEP: 69050492 - Bela Vista - AM
TEL: undefined - FAX: undefined

CHAVE DE ACESSO
1324 1169 7487 8700 0170 5500 1000 0005 0719 5261 6180`))
		if got["emitente_municipio"] != want {
			t.Errorf("read with %v the town is %q, want %q", confidence, got["emitente_municipio"], want)
		}
	}
}
