package labels

import (
	"slices"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// numberedAnswer reports whether a label is one of the answers that a form numbers, such
// as "1 - Destinatário" under "Frete por conta": a digit stands before it, and a label
// without a number asks right over it or before it, and not over its end: "Valores em reais" heads
// the sums beside a long line.
func (x *Labels) numberedAnswer(s *Label) bool {
	cell := &x.Sheet.Cells[s.Cell]
	start := s.First
	for start > cell.First && start > s.First-2 && x.numeralOrDash(start-1) {
		start--
	}
	if start == s.First || x.Sheet.Tokens[start].Fold == "" || s.Colon { // "Agência: 1 Conta: 55667-8"
		return false
	}
	for i := range x.Placed {
		a := &x.Placed[i]
		if a.Page != s.Page || a.Strength < Leading || a.OpensPart() || !slices.ContainsFunc(a.Refs, func(r compile.Ref) bool { return r.Role != compile.FieldLabel || x.asksForWords(r) }) || a.Last >= start && a.First <= s.Last || a.First != x.Sheet.Cells[a.Cell].First {
			continue
		}
		next := a.Last+1 == start || start == cell.First && x.CellBeside(a.Cell) == s.Cell
		if next && a.Colon && source.Beside(a.Box, s.Box) || start == cell.First && x.rightOver(a, cell) {
			return true
		}
	}
	return false
}

// rightOver reports whether a label that asks for what is under it stands close over a cell, not over its right half.
func (x *Labels) rightOver(a *Label, cell *layout.Cell) bool {
	return a.Ends && !(a.Colon && x.besideValues(a)) && straightOver(a.Box, cell.Rect) &&
		a.Box.Left < cell.MidX() && cell.Top-a.Box.Bottom < layout.Solid*max(a.Box.Height(), cell.Height())
}

// opensAnswer reports whether a label is the first words of the only line under the label of its box, which asks for words:
// "PROFESSOR DOCENTE I" under "Cargo". Beside a label that asks for words no label for somebody has a small word behind it:
// "Empregado doméstico".
func (x *Labels) opensAnswer(s *Label) bool {
	if x.asksFor(s, (*catalogue.Field).NamesSomebody) && x.Sheet.Tokens[s.Last+1].Small() && x.labelBefore(s) != nil {
		return true
	}
	h, box := x.labelOver(s), x.Sheet.Cells[s.Cell].Box
	if h == nil || h.OpensPart() || box == layout.NoBox || x.Sheet.Cells[h.Cell].Box != box || x.endsInNumber(s) {
		return false
	}
	return !slices.ContainsFunc(x.Sheet.LineOf(s.Cell), func(c int32) bool { return c != s.Cell && x.Sheet.Cells[c].Box == box })
}

// endsInNumber reports whether a number stands behind a label and no word of its own behind that: "Agência 0123", "Banco 001
// Conta 12", but not "Loja 02 - Frente de caixa".
func (x *Labels) endsInNumber(s *Label) bool {
	if !layout.HasFigure(x.Sheet.Tokens[s.Last+1].Text) {
		return false
	}
	words := false
	for i := s.Last + 2; i < x.Sheet.Cells[s.Cell].Past; i++ {
		if x.LabelOn(i) != nil {
			return true
		}
		words = words || !layout.HasFigure(x.Sheet.Tokens[i].Text) && !x.Sheet.Tokens[i].Dash()
	}
	return !words
}

// numeralOrDash reports whether a token is a dash, or one digit with or without brackets.
func (x *Labels) numeralOrDash(i int) bool {
	t := &x.Sheet.Tokens[i]
	return t.Dash() || len(t.Fold) == 1 && layout.HasDigit(t.Fold)
}
