package extraction

import "lavra.dev/processors/phrase"

// withoutCurrency takes from the labels that end with the sign of the money printed behind
// them that sign: "Entradas: R$ 50,00" is no column headed "Entradas R$".
func (x *extractor) withoutCurrency(hits []phrase.Hit) []phrase.Hit {
	for i := range hits {
		h := &hits[i]
		last := &x.sheet.Tokens[h.Last]
		if h.First < h.Last && last.Fold == "rs" && h.Last+1 < x.sheet.Cells[last.Cell].Past && recognisable(x.sheet.Tokens[h.Last+1].Text) {
			h.Last--
			h.Length -= len(last.Fold)
		}
	}
	return hits
}
