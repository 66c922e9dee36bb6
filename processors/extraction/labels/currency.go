package labels

import (
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/phrase"
)

// withoutCurrency takes from the labels that end with the sign of the money printed behind
// them that sign: "Entradas: R$ 50,00" is no column headed "Entradas R$".
func (x *Labels) withoutCurrency(hits []phrase.Hit) []phrase.Hit {
	for i := range hits {
		h := &hits[i]
		last := &x.Sheet.Tokens[h.Last]
		if h.First < h.Last && lexicon.Currency(last.Fold) && h.Last+1 < x.Sheet.Cells[last.Cell].Past && layout.HasFigure(x.Sheet.Tokens[h.Last+1].Text) {
			h.Last--
			h.Length -= len(last.Fold)
		}
	}
	return hits
}

// withUnit lets a label reach over the unit of the sum under it, "Valor dos serviços R$",
// "Total (em R$)", or the sign of its number, "C/C nº", where nothing else follows in its cell and no longer label is known.
func (x *Labels) withUnit(hits []phrase.Hit) []phrase.Hit {
	longer := map[int]int{} // the last word of the longest label from each word on
	for _, h := range hits {
		longer[h.First] = max(longer[h.First], h.Last)
	}
	for i := range hits {
		h := &hits[i]
		past := x.Sheet.Cells[x.Sheet.Tokens[h.Last].Cell].Past
		if longer[h.First] > h.Last || h.Last+1 == past || past-h.Last-1 > unitWords {
			continue
		}
		sign := false
		for t := h.Last + 1; t < past; t++ {
			word := &x.Sheet.Tokens[t]
			if word.Fold != "" && !units[word.Fold] && !numberSigns[word.Fold] {
				sign = false
				break
			}
			sign = sign || lexicon.Currency(word.Fold) || numberSigns[word.Fold]
		}
		for t := h.Last + 1; sign && t < past; t++ {
			h.Length += len(x.Sheet.Tokens[t].Fold)
			h.Last = t
		}
	}
	return hits
}

const unitWords = 3 // words: "- em R$"

var (
	units       = lexicon.Words("units of sums")
	numberSigns = lexicon.Words("signs of numbers")
)
