package unlabelled

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

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
		for r := range x.Sheet.Rows {
			run := x.RowRun(r)
			for _, v := range recognise.All(f.Kind, run) {
				tokens := run.Index[v.First : v.Last+1]
				if (v.Checked || x.Proves(i, v.Text)) && !v.Repaired && x.inTable[tokens[0]] == 0 && x.MayStand(f, tokens[0]) {
					x.Propose(candidate.Value{Field: i, Tokens: tokens, Text: v.Text, Score: candidate.Weak * v.Score, Checked: true, How: candidate.FromForm})
				}
			}
		}
	}
}
