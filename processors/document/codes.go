package document

import (
	"strings"
	"unicode"
)

// code is a bar code or QR code whose content the page does not show in print.
type code struct{ label, text string }

// newCodes lists the codes of a page that say more than its print: the 44 digits
// in the bars of a bill are nowhere else, the key under those of an invoice is.
func newCodes(p Page) []code {
	if len(p.Barcodes) == 0 {
		return nil
	}
	var print strings.Builder
	for _, l := range p.Lines {
		for _, w := range l.Words {
			print.WriteString(bare(w.Text))
		}
	}
	var all []code
	for _, b := range p.Barcodes {
		text := strings.Join(strings.FieldsFunc(b.Text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) || r == '`' }), " ")
		if text == "" || strings.Contains(print.String(), bare(text)) {
			continue
		}
		label := "Código de barras"
		if b.Symbology == "QR_CODE" {
			label = "Código QR"
		}
		all = append(all, code{label, text})
	}
	return all
}

// bare is a text without what only sets it apart in groups.
func bare(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || r == '/' || unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

func (c code) write(b *strings.Builder) {
	b.WriteString("**" + c.label + ":** `" + c.text + "`\n")
}
