package extraction_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"lavra.dev/processors/document"
	"lavra.dev/processors/document/documenttest"
)

// A table centres its cells: a label of one line stands between the two lines of its value.
func TestLabelsBetweenTheLinesOfTheirValue(t *testing.T) {
	doc := documenttest.Typewritten(`
PROCURAÇÃO PARTICULAR

OUTORGANTE
Nome:              Celina Abranches Vidigal

CPF:               390.471.826-      Endereço:     Rua Grão Mogol, 502/301, Sion, Belo
                   69                              Horizonte/MG

OUTORGADO
Nome:              Nina Prado Luz
CPF:               529.982.247-25

Belo Horizonte, 02 de julho de 2026
`)
	page := &doc.Pages[0]
	for i := range page.Lines {
		line := &page.Lines[i]
		if len(line.Words) < 4 || line.Words[2].Text != "Endereço:" {
			continue
		}
		labels, half := document.Line{Box: line.Box}, (page.Lines[i+1].Box.Top-line.Box.Top)/2
		line.Words = slices.DeleteFunc(line.Words, func(w document.Word) bool {
			if strings.HasSuffix(w.Text, ":") {
				w.Box.Top += half
				labels.Words = append(labels.Words, w)
			}
			return strings.HasSuffix(w.Text, ":")
		})
		labels.Box.Top += half
		page.Lines = slices.Insert(page.Lines, i+1, labels)
		break
	}
	var rows []map[string]string
	if err := json.Unmarshal([]byte(read(t, "PROCURACAO", doc)["outorgantes"]), &rows); err != nil || len(rows) != 1 {
		t.Fatalf("read %v, %v", rows, err)
	}
	if rows[0]["cpf_cnpj"] != "39047182669" || rows[0]["endereco"] != "Rua Grão Mogol, 502/301, Sion, Belo Horizonte/MG" {
		t.Errorf("read %v", rows[0])
	}
}
