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
