package source

import (
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
)

// feminine are the nouns that stand after a feminine ordinal: 5ª Vara.
var feminine = lexicon.Words("feminine of ordinals")

// mendOrdinals puts right what OCR makes of the raised letter of an ordinal before
// such a noun: 5º, 5a, 5? and 52 are all 5ª.
func mendOrdinals(sheet *layout.Sheet) {
	for i := range len(sheet.Tokens) - 1 {
		t, noun := &sheet.Tokens[i], &sheet.Tokens[i+1]
		if !t.OCR || !feminine[noun.Fold] {
			continue
		}
		digits := strings.TrimRight(t.Text, "ºª°aoA?*\"”'’")
		if digits == "" || len(digits) > 3 || strings.Trim(digits, "0123456789") != "" {
			continue
		}
		if digits == t.Text {
			if len(digits) < 2 || digits[len(digits)-1] != '2' {
				continue
			}
			digits = digits[:len(digits)-1]
		}
		t.Text = digits + "ª"
		t.Fold = layout.Fold(t.Text)
	}
}
