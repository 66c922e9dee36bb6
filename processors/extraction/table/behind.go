package table

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
)

// longestUnit is how many letters a word behind a number has at most: UN, KG, M2, CX12.
const longestUnit = 4

// behind adds the word that stands behind a number under its heading, where the entry says what that
// is and no heading names it: the unit in "13,00 PC x 135,42".
func (r *reader) behind(strips []strip, row candidate.Cells, number candidate.Cell, words []int32) candidate.Cells {
	columns := r.columns(r.List.Table.Behind)
	if columns == nil {
		return row
	}
	at := slices.Index(words, number.Tokens[len(number.Tokens)-1]) + 1
	if number.Column != columns[0] || at == 0 || at == len(words) || heads(strips, columns[1]) || row.Cell(columns[1]) != nil {
		return row
	}
	word := &r.Sheet.Tokens[words[at]]
	if n := len(word.Fold); n == 0 || n > longestUnit || layout.OnlyDigits(word.Fold) || word.Fold == "x" {
		return row
	}
	if c, ok := r.Value(columns[1], words[at:at+1]); ok {
		row = append(row, c)
	}
	return row
}
