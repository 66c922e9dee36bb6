package choose

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/schemas/checkdigit"
)

// witnesses name what speaks for a value.
func (x *Choice) witnesses(field int, c *candidate.Value) []string {
	out := []string{c.How.String()}
	if c.Checked && checkdigit.HasDigit(string(x.Type.Fields[field].Kind)) {
		out = append(out, "check_digit")
	}
	if c.Repaired || x.Mended(c.Tokens) {
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

func (x *Choice) cellWitnesses(how candidate.Provenance, c candidate.Cell) []string {
	out := []string{how.String()}
	if c.Checked {
		out = append(out, "check_digit")
	}
	if c.Repaired || x.Mended(c.Tokens) {
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
