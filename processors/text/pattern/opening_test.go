package pattern

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/layout"
)

// A letter may be read wrong, but a phrase that lacks its last word is another one.
func TestAPhraseReadByOCR(t *testing.T) {
	for page, found := range map[string]bool{
		"REGISTRO CIVIL DAS PESSOAS NATURAIS DE TUPÃ":   true,
		"REGISTR0 CIVIL DAS PESS0AS NATURAIS DE TUPÃ":   true,
		"REGISTRO CIVIL DAS PESSOAS NATURAIS\nCERTIDÃO": false,
	} {
		if _, got := Over(layout.Of(documenttest.Scanned(0.9, page))).phrase("registrocivildaspessoasnaturaisde", 0); got != found {
			t.Errorf("%q: found %v", page, got)
		}
	}
}
