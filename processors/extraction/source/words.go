package source

import (
	"slices"
	"strconv"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

func (x *Document) HoldsDigits(cell *layout.Cell) bool {
	return slices.ContainsFunc(x.Sheet.Tokens[cell.First:cell.Past], func(t layout.Token) bool { return layout.HasFigure(t.Text) })
}

// Strong are the kinds whose form alone tells whether a region holds the value.
func Strong(k catalogue.Kind) bool {
	switch k {
	case catalogue.CPF, catalogue.CNPJ, catalogue.CPFCNPJ, catalogue.Date, catalogue.Money, catalogue.CEP, catalogue.Month:
		return true
	}
	return false
}

// Numbers reports whether a field has numbers and codes of no form of their own.
func Numbers(f *catalogue.Field) bool {
	return f.Kind == catalogue.Code || f.Kind == catalogue.Digits || f.Like == "number" || f.Like == "numbered"
}

func Holds(kind catalogue.Kind, r recognise.Run) bool {
	_, ok := recognise.First(kind, r)
	return ok
}

// SaysOn reports whether a sentence goes on behind a value: "Juros de mora de R$ 1,42 por
// dia de atraso" is no sum of interest.
func (x *Document) SaysOn(r recognise.Run, v recognise.Value) bool {
	if v.Last+1 >= r.Len() || r.Token(v.Last+1).Cell != r.Token(v.Last).Cell {
		return false
	}
	return r.Token(0).Small() && r.Token(v.Last+1).Small() && len(r.Token(v.Last+1).Fold) > 1
}

// Mended reports whether the reader set letters right in the words of a value.
func (x *Document) Mended(tokens []int32) bool {
	return slices.ContainsFunc(tokens, func(t int32) bool { return x.Sheet.Tokens[t].Mended })
}

// WordDoubt is how unsure the reader was of the words of a value: of the worst, and
// of all in the mean.
func (x *Document) WordDoubt(tokens []int32) (worst, mean float64) {
	for _, t := range tokens {
		doubt := 1 - x.Sheet.Tokens[t].Conf
		worst, mean = max(worst, doubt), mean+doubt
	}
	return worst, mean / float64(max(len(tokens), 1))
}

func Atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

// Totals are the words that the line of totals begins with.
var Totals = lexicon.Words("totals")

func (x *Document) Scanned(row candidate.Row) bool {
	return slices.ContainsFunc(row.Cells, func(c candidate.Cell) bool { return len(c.Tokens) > 0 && x.Sheet.Tokens[c.Tokens[0]].OCR })
}

func Money(s string) bool {
	at := strings.LastIndexByte(s, ',')
	return at > 0 && len(s)-at == 3
}

func TaxNumber(k catalogue.Kind) bool {
	return k == catalogue.CPF || k == catalogue.CNPJ || k == catalogue.CPFCNPJ
}

// Read reports whether OCR read a run.
func (x *Document) Read(r recognise.Run) bool { return r.Len() > 0 && r.Token(0).OCR }
