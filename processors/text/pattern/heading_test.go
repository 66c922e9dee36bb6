package pattern

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/layout"
)

// On a scan a line with a cedilla is higher than the next one of the same title.
func TestAHeadingOfUnequalInk(t *testing.T) {
	const page = "CONTRATO DE PRESTAÇÃO DE\nSERVIÇOS DE CONSULTORIA"
	for name, c := range map[string]struct {
		sheet *layout.Sheet
		whole bool
	}{
		"ink":  {layout.Of(documenttest.Scanned(0.9, page)), true},
		"type": {layout.Of(documenttest.Typewritten(page)), false},
	} {
		last := len(c.sheet.Tokens) - 1
		c.sheet.Cells[0].Size *= 1.4
		if end := Over(c.sheet).headingEnd(0, last); (end == last) != c.whole {
			t.Errorf("%s: the heading ends at word %d of %d", name, end, last)
		}
	}
}
