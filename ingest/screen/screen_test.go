package screen

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// expectation is the part of the manifest that the screen answers for.
type expectation struct {
	Status  int      `json:"status"`
	Message []string `json:"message"`
	Result  any      `json:"result"`
	Or      *expectation
}

const (
	messageEmpty   = "Arquivo vazio."
	messageFormat  = "Formato de arquivo não suportado. Formatos aceitos: PDF, JPEG, PNG, TIFF, XML."
	messageBlocked = "Arquivo bloqueado pela validação de segurança."
	messagePages   = "Dados inválidos: (with the page limit)"
	pageLimit      = 200
)

// answer is what a client gets for a verdict; empty: the file is accepted.
func answer(file []byte, v Verdict) string {
	switch {
	case len(file) == 0:
		return messageEmpty
	case v.Blocked:
		return messageBlocked
	case v.Format == "":
		return messageFormat
	case v.Pages > pageLimit:
		return messagePages
	}
	return ""
}

func (e *expectation) allows(message string) bool {
	switch {
	case e == nil:
		return false
	case e.Status == 200 && message == "", slices.Contains(e.Message, message):
		return true
	}
	return e.Or.allows(message)
}

func TestHostileFilesGetWhatTheirManifestSays(t *testing.T) {
	var manifest struct {
		Files []struct {
			File, What string
			Expected   expectation
		}
	}
	data, err := os.ReadFile("testdata/manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	for _, f := range manifest.Files {
		file, err := os.ReadFile(filepath.Join("testdata", f.File))
		if err != nil {
			t.Fatal(err)
		}
		v := Examine(file)
		if got := answer(file, v); !f.Expected.allows(got) {
			t.Errorf("%s (%s): verdict %+v gives %q", f.File, f.What, v, got)
		}
	}
}
