package extraction_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
)

func TestCodeOfDiseaseOnScan(t *testing.T) {
	got := read(t, "LAUDO_MEDICO", documenttest.Scanned(0.8, `
ATESTADO MÉDICO

Atesto que Ana Prado Luz necessita de 2 dias de repouso. CID-10: MS4.5 (Dor lombar baixa).

Dr. Caio Brito Nunes
CRM/PE 9988`))
	if want := `[{"codigo":"M54.5","descricao":"Dor lombar baixa"}]`; got["cids"] != want {
		t.Errorf("got %s, want %s", got["cids"], want)
	}
}

// Councils with regions print the number of the region before that of who is entered.
func TestNumberBehindTheRegionOfACouncil(t *testing.T) {
	for _, said := range []string{"CREFITO-4 118.220-F", "CREFITO-4 / 118.220-F", "CREFITO-17 118.220-TO"} {
		got := read(t, "DESPESA_MEDICA", documenttest.Typewritten(`
RECIBO
Recebi de Nina Luz Prado, CPF 529.982.247-25, a quantia de R$ 640,00 referente a 8 sessões de fisioterapia.
Natal - RN, 27 de março de 2026.
Dr. Otávio Luz Prado
Fisioterapeuta - `+said))
		if want := `"118220"`; got["prestador_registro"] != want {
			t.Errorf("%s gives %s, want %s", said, got["prestador_registro"], want)
		}
	}
}
