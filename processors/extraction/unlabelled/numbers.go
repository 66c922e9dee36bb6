package unlabelled

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// selfEvident are the kinds that need no label: their length and check digits say
// what they are.
func selfEvident(k catalogue.Kind) bool {
	switch k {
	case catalogue.NFeKey, catalogue.PaymentLine, catalogue.Registry, catalogue.Lawsuit, catalogue.VIN:
		return true
	}
	return false
}

// soleEvident reports whether a value needs no label because its check digits are
// right and no other field of the type could have it.
func (x *reader) soleEvident(f catalogue.Field) bool {
	numbers := source.TaxNumber(f.Kind) || f.Kind == catalogue.RENAVAM || f.Kind == catalogue.Plate
	return f.Required && numbers && !slices.ContainsFunc(x.Type.Fields, func(o catalogue.Field) bool {
		return alike(f, o) || slices.ContainsFunc(o.Columns, func(o catalogue.Field) bool { return alike(f, o) })
	})
}

// alike reports whether two fields may have the same number.
func alike(f, o catalogue.Field) bool {
	either := source.TaxNumber(o.Kind) && source.TaxNumber(f.Kind) && (o.Kind == catalogue.CPFCNPJ || f.Kind == catalogue.CPFCNPJ)
	return o.Name != f.Name && (o.Kind == f.Kind || either)
}

// readAnywhere proposes self-evident values wherever they stand.
func (x *reader) readAnywhere() {
	for i, f := range x.Type.Fields {
		sole := x.soleEvident(f)
		if !selfEvident(f.Kind) && !sole {
			continue
		}
		if !sole {
			x.readBroken(i, f)
		}
		for _, v := range x.Printed(f.Kind) {
			score := candidate.Placed * v.Score
			if sole && (!v.Checked || v.Repaired) {
				continue
			} else if sole {
				score = 0.5
			} else if !v.Checked {
				score /= 2
			}
			x.Propose(candidate.Value{Field: i, Tokens: v.Words, Text: v.Text, Score: score, Checked: v.Checked, Repaired: v.Repaired, How: candidate.FromForm})
		}
	}
}

// readBarcodes proposes what the bars say. It is read by other means than the
// words, so agreement is the best witness there is.
func (x *reader) readBarcodes() {
	for i, f := range x.Type.Fields {
		for _, page := range x.Doc.Pages {
			for _, b := range page.Barcodes {
				if value, ok := fromBars(f.Kind, b.Text); ok {
					x.Propose(candidate.Value{Field: i, Text: value, Score: candidate.Fair, Checked: true, How: candidate.FromBarcode})
				}
			}
		}
	}
}

func fromBars(kind catalogue.Kind, text string) (string, bool) {
	switch kind {
	case catalogue.Barcode:
		return text, checkdigit.Barcode(text)
	case catalogue.PaymentLine:
		if checkdigit.Barcode(text) {
			return checkdigit.BarcodeToLine(text)
		}
	case catalogue.NFeKey:
		return text, checkdigit.NFeKey(text)
	}
	return "", false
}

// readLone proposes CPF and CNPJ numbers that stand anywhere but in a list to the
// one field of the type that can have them, and numbers with right check digits by the
// rule that a field names: their label may be misread, or none of
// those that the entry knows.
func (x *reader) readLone() {
	for i, f := range x.Type.Fields {
		only := (f.Kind == catalogue.CPF || f.Kind == catalogue.CNPJ) && !slices.ContainsFunc(x.Type.Fields, func(o catalogue.Field) bool { return alike(f, o) })
		if f.Check == "" && !only {
			continue
		}
		for _, v := range x.Printed(f.Kind) {
			if (v.Checked || x.Proves(i, v.Text)) && !v.Repaired && x.inTable[v.Words[0]] == 0 && x.MayStand(f, v.Words[0]) {
				x.Propose(candidate.Value{Field: i, Tokens: v.Words, Text: v.Text, Score: candidate.Weak * v.Score, Checked: true, How: candidate.FromForm})
			}
		}
	}
}

const brokenLines = 3 // lines over which a long number may go in a narrow column, at most

// readBroken proposes self-evident values that go on over the end of their line, such
// as an access key in a narrow column. Their check digits must be right: what stands
// below a number may be another one.
func (x *reader) readBroken(field int, f catalogue.Field) {
	cells := x.Sheet.Cells
	for c := range cells {
		past := c + 1
		for past < len(cells) && past < c+brokenLines && cells[past].Block == cells[c].Block {
			past++
		}
		if past == c+1 {
			continue
		}
		run := x.Between(cells[c].First, cells[past-1].Past-1)
		for i := range cells[c].Past - cells[c].First {
			v, ok := recognise.At(f.Kind, run, i)
			if !ok || !v.Checked || v.Repaired || v.Last < cells[c].Past-cells[c].First {
				continue
			}
			x.Propose(candidate.Value{Field: field, Tokens: run.Index[v.First : v.Last+1], Text: v.Text, Score: candidate.Fair * v.Score, Checked: true, How: candidate.FromForm})
		}
	}
}
