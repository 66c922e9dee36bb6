package extraction

import (
	"slices"

	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// numberedAnswer tells whether a label is one of the answers that a form numbers, such
// as "1 - Destinatário" under "Frete por conta": a digit stands before it, and a label
// without a number asks right over it or before it, and not over its end: "Valores em reais" heads
// the sums beside a long line.
func (x *extractor) numberedAnswer(s *spot) bool {
	cell := &x.sheet.Cells[s.cell]
	start := s.first
	for start > cell.First && start > s.first-2 && x.numeralOrDash(start-1) {
		start--
	}
	if start == s.first || x.sheet.Tokens[start].Fold == "" || s.colon && !s.ends { // "Agência: 1 Conta: 55667-8"
		return false
	}
	for i := range x.spots {
		a := &x.spots[i]
		if a.page != s.page || a.quality < 0.85 || a.titles() || a.last >= start && a.first <= s.last || a.first != x.sheet.Cells[a.cell].First {
			continue
		}
		if a.last+1 == start && a.colon || start == cell.First && a.ends && straightOver(a.box, cell.Rect) && a.box.Left < (cell.Left+cell.Right)/2 && cell.Top-a.box.Bottom < 0.6*a.box.Height() {
			return true
		}
	}
	return false
}

// titles tells whether a label is the title of a part of the document and nothing else:
// what stands under it is the first box of that part, with its number, and no answer.
func (s *spot) titles() bool {
	return slices.ContainsFunc(s.refs, func(r ref) bool { return r.role == sectionLabel })
}

// numeralOrDash tells whether a token is a dash, or one digit with or without brackets.
func (x *extractor) numeralOrDash(i int) bool {
	t := &x.sheet.Tokens[i]
	return t.Dash() || len(t.Fold) == 1 && layout.HasDigit(t.Fold)
}

// mentions tells whether a heading that a value follows on its line only names a part
// of the document which has a heading of its own: "Destinatário: Fulano" on the slip
// over a form with the part "Destinatário / Remetente".
func (x *extractor) mentions(s *spot, part string) bool {
	own := func(r ref) bool { // the label of a sum is a part of its own
		return r.role == fieldLabel && x.plan.typ.Fields[r.field].Kind == catalogue.Money && slices.Contains(x.plan.typ.Fields[r.field].In, part)
	}
	if !s.colon || s.ends || slices.ContainsFunc(s.refs, own) {
		return false
	}
	return slices.ContainsFunc(x.spots, func(o spot) bool {
		return o.starts && o.ends && o.quality >= 0.95 && slices.ContainsFunc(o.refs, func(r ref) bool { return r.role == sectionLabel && r.section == part })
	})
}
