package choose

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/schemas/checkdigit"
)

// witnesses name what speaks for a value.
func (x *Choice) witnesses(field int, c *candidate.Value) []string {
	out := x.found(c.How, c.Checked && checkdigit.HasDigit(string(x.Type.Fields[field].Kind)), c.Repaired, c.Tokens)
	if x.repeats[field] > 0 {
		out = append(out, "repeated")
	}
	if x.barcodeAgrees(field, c) {
		out = append(out, "barcode")
	}
	return out
}

// found names how words were read, as a value or a cell.
func (x *Choice) found(how candidate.Provenance, checked, repaired bool, tokens []int32) []string {
	out := []string{how.String()}
	if checked {
		out = append(out, "check_digit")
	}
	if repaired || x.Mended(tokens) {
		out = append(out, "repaired")
	}
	return out
}

func (x *Choice) barcodeAgrees(field int, c *candidate.Value) bool {
	if c.How == candidate.FromBarcode {
		return false
	}
	for i := range x.Found {
		if o := &x.Found[i]; o.Field == field && o.How == candidate.FromBarcode && o.Text == c.Text {
			return true
		}
	}
	return false
}
