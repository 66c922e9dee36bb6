package extraction

import (
	"math"
	"slices"

	"lavra.dev/schemas/checkdigit"
)

// witnesses name what speaks for a value.
func (x *extractor) witnesses(field int, c *candidate) []string {
	out := []string{c.how}
	if c.checked && checkdigit.HasDigit(string(x.plan.typ.Fields[field].Kind)) {
		out = append(out, "check_digit")
	}
	if c.repaired || x.mended(c.tokens) {
		out = append(out, "repaired")
	}
	if x.repeats[field] > 0 {
		out = append(out, "repeated")
	}
	if x.barcodeAgrees(field, c) {
		out = append(out, "barcode")
	}
	return out
}

// mended tells whether the reader set letters right in the words of a value.
func (x *extractor) mended(tokens []int32) bool {
	return slices.ContainsFunc(tokens, func(t int32) bool { return x.sheet.Tokens[t].Mended })
}

func (x *extractor) cellWitnesses(how string, c cellValue) []string {
	out := []string{how}
	if c.checked {
		out = append(out, "check_digit")
	}
	if c.repaired || x.mended(c.tokens) {
		out = append(out, "repaired")
	}
	return out
}

func (x *extractor) barcodeAgrees(field int, c *candidate) bool {
	if c.how == "barcode" {
		return false
	}
	for i := range x.candidates {
		if o := &x.candidates[i]; o.field == field && o.how == "barcode" && o.value == c.value {
			return true
		}
	}
	return false
}

func cellConfidence(c cellValue, words float64, invalid bool) float64 {
	odds := 6*(c.score-0.35) - 6*(1-words)
	if c.checked {
		odds += 1
	}
	if invalid {
		odds -= 1.5
	}
	return round(1 / (1 + math.Exp(-odds)))
}

// tokenConfidence is how sure the reader was of the words of a value: the least
// sure one counts most.
func (x *extractor) tokenConfidence(tokens []int32) float64 {
	least, sum := 1.0, 0.0
	for _, t := range tokens {
		c := x.sheet.Tokens[t].Conf
		least, sum = min(least, c), sum+c
	}
	if len(tokens) == 0 {
		return 1
	}
	return (least + sum/float64(len(tokens))) / 2
}

func round(v float64) float64 { return math.Round(v*1000) / 1000 }
