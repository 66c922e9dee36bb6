package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

const longestPlace = 9 // tokens of a place before its date: "São José do Rio Preto - SP ,"

// dateLine reports whether a line begins at token i with a place and a date, as letters
// and receipts end: no sentence goes on there, though no stop may stand before it.
func (t *Text) dateLine(i int) bool {
	if !t.sheet.LineStart(i) {
		return false
	}
	past := t.sheet.Cells[t.sheet.Tokens[i].Cell].Past
	index := make([]int32, 0, past-i)
	for j := i; j < past; j++ {
		index = append(index, int32(j))
	}
	run := recognise.Run{Sheet: t.sheet, Index: index}
	comma := false
	for k := 0; k < min(run.Len(), longestPlace); k++ {
		if v, ok := recognise.At(catalogue.Date, run, k); ok {
			return comma && v.Last >= run.Len()-2
		}
		word := run.Token(k)
		first, _ := utf8.DecodeRuneInString(strings.TrimLeft(word.Text, "(-/"))
		if word.Fold != "" && !unicode.IsUpper(first) && !particles[word.Fold] {
			return false
		}
		comma = comma || strings.HasSuffix(word.Text, ",")
	}
	return false
}
