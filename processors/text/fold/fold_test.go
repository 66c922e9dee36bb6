package fold

import "testing"

func TestText(t *testing.T) {
	for text, want := range map[string]string{
		"Nº do Documento:": "nododocumento", "AÇÃO": "acao", "R$": "rs", "1ª via": "1avia", "m³": "m3", " -/. ": "",
	} {
		if got := Text(text); got != want {
			t.Errorf("Text(%q) is %q, want %q", text, got, want)
		}
	}
}
