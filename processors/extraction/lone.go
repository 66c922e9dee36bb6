package extraction

import (
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// loneScore is what a number gets whose check digits are right but beside which no
// label was found: it counts where nothing better does.
const loneScore = 0.45

// readLone proposes CPF and CNPJ numbers that stand anywhere but in a list to the
// one field of the type that can have them, and numbers with right check digits by the
// rule that a field names: their label may be misread, or none of
// those that the entry knows.
func (x *extractor) readLone() {
	for i, f := range x.plan.typ.Fields {
		if f.Check == "" && (f.Kind != catalogue.CPF && f.Kind != catalogue.CNPJ || !x.onlyOfKind(i)) {
			continue
		}
		for r := range x.sheet.Rows {
			run := x.rowRun(r)
			for _, v := range recognise.All(f.Kind, run) {
				tokens := run.Index[v.First : v.Last+1]
				if (v.Checked || x.proves(i, v.Text)) && !v.Repaired && x.inTable[tokens[0]] == 0 && x.mayStand(f, tokens[0]) {
					x.propose(candidate{field: i, tokens: tokens, value: v.Text, score: loneScore * v.Score, checked: true, how: fromForm})
				}
			}
		}
	}
}

// proves tells whether a number has right check digits by the rule that its field names.
func (x *extractor) proves(field int, value string) bool {
	rule := x.plan.typ.Fields[field].Check
	if rule == "" {
		return false
	}
	right, _ := checkdigit.Verify(rule, value)
	return right
}

// onlyOfKind tells whether no other field takes numbers such as those of field i.
func (x *extractor) onlyOfKind(i int) bool {
	kind := x.plan.typ.Fields[i].Kind
	for k, f := range x.plan.typ.Fields {
		if k != i && (f.Kind == kind || f.Kind == catalogue.CPFCNPJ) {
			return false
		}
	}
	return true
}

// mayStand tells whether a token is in a part of the document that the field's
// values may stand in.
func (x *extractor) mayStand(f catalogue.Field, token int32) bool {
	t := &x.sheet.Tokens[token]
	sections := x.sectionsOf(t.Page, t.Rect)
	return (len(f.In) == 0 || within(sections, f.In)) && !within(sections, f.NotIn)
}
