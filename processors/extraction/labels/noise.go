package labels

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Unwanted reports whether a label is the label of what nobody wants, and nothing else.
func (s *Label) Unwanted() bool {
	return !slices.ContainsFunc(s.Refs, func(r compile.Ref) bool { return r.Role != compile.NoiseLabel })
}

// asksForWords reports whether words that are no sum, date or number can answer a label.
func (x *Labels) asksForWords(r compile.Ref) bool {
	return r.Role == compile.BoxLabel || r.Role == compile.FieldLabel && !recognise.Typed(x.Type.Fields[r.Field].Kind)
}

// labelOver is the label of a field that stands right over a label, flush with it.
func (x *Labels) labelOver(s *Label) *Label {
	for i := range x.Placed {
		h := &x.Placed[i]
		if h.Page != s.Page || h.Strength < Marked || h.Colon || !h.Ends || !slices.ContainsFunc(h.Refs, x.asksForWords) {
			continue
		}
		cell, over := x.Sheet.Cells[s.Cell], x.Sheet.Cells[h.Cell]
		if gap := cell.Top - over.Bottom; gap > -1 && gap < cell.Height() && math.Abs(cell.Left-over.Left) < cell.Char {
			return h
		}
	}
	return nil
}

// labelBefore is the label whose cell is left of that of a label which begins its own, and asks for
// words; nil for none.
func (x *Labels) labelBefore(s *Label) *Label {
	h := x.endBefore(s)
	if h == nil || h.Strength < Marked || h.Unwanted() || !slices.ContainsFunc(h.Refs, x.asksForWords) {
		return nil
	}
	return h
}

// endBefore is the label that ends the cell left of that of a label; nil for none.
func (x *Labels) endBefore(s *Label) *Label {
	before := x.CellBefore(s.Cell)
	if before < 0 {
		return nil
	}
	return x.LabelOn(x.Sheet.Cells[before].Past - 1)
}

// besideValues reports whether the line of a label has other cells than labels.
func (x *Labels) besideValues(s *Label) bool {
	return slices.ContainsFunc(x.Sheet.LineOf(s.Cell), func(c int32) bool { return x.LabelOn(x.Sheet.Cells[c].First) == nil })
}

// saysMore reports whether a label is the first words of a sentence that has a sum in it, in small
// letters or in capitals: "Juros de mora de R$ 0,11 por dia de atraso."
func (x *Labels) saysMore(s *Label) bool {
	cell := x.Sheet.Cells[s.Cell]
	next := &x.Sheet.Tokens[s.Last+1]
	if cell.Past-cell.First < fullLine || s.First != cell.First || !next.Small() && !LeadsOn[next.Fold] {
		return false
	}
	run := x.Between(s.Last+1, cell.Past-1)
	v, ok := recognise.First(catalogue.Money, run)
	return ok && (x.SaysOn(run, v) || LeadsOn[next.Fold] && v.Last+1 < run.Len() && LeadsOn[run.Token(v.Last+1).Fold])
}

// namesBody reports whether a label is the first word of the name of a body: "Município de Cascavel",
// "ASSOCIAÇÃO LAR SÃO LÁZARO".
func (x *Labels) namesBody(s *Label) bool {
	cell := x.Sheet.Cells[s.Cell]
	if s.First != s.Last || cell.Past-s.Last < 3 || !shape.NamesBody(x.Sheet.Tokens[s.First].Fold) {
		return false
	}
	ofBody := func(r compile.Ref) bool {
		return r.Role == compile.FieldLabel && x.Type.Fields[r.Field].Like == "company"
	}
	if !shape.BetweenNames(x.Sheet.Tokens[s.Last+1].Fold) && slices.ContainsFunc(s.Refs, func(r compile.Ref) bool { return !ofBody(r) }) {
		return false
	}
	return !slices.ContainsFunc(x.Sheet.Tokens[s.Last+1:cell.Past], func(t layout.Token) bool {
		return strings.HasSuffix(t.Text, ":") || !layout.HasCapital(t.Text) && !shape.BetweenNames(t.Fold)
	})
}

// midSentence reports whether a label is the last word of a phrase before a colon: "Após o
// vencimento: multa de 2%".
func (x *Labels) midSentence(s *Label) bool {
	if s.Starts || !x.Sheet.Tokens[s.First].Small() {
		return false
	}
	before := &x.Sheet.Tokens[s.First-1]
	return before.Cell == s.Cell && before.Fold != "" && before.Text == before.Fold && !layout.HasFigure(before.Text)
}
