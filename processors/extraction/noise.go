package extraction

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/phrase"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// dropAnsweringNoise drops the labels of boxes nobody wants that are the value of the
// label over them: "Residência" under "Local do falecimento". They stand where its
// value should, in a line that has no other label.
func (x *extractor) dropAnsweringNoise() {
	for i := range x.spots {
		s := &x.spots[i]
		if s.quality < 1 || s.colon || !s.unwanted() {
			continue
		}
		if h := x.labelOver(s); h != nil && x.onlyLabel(s) && !x.onlyLabel(h) {
			s.quality = 0.2
		}
	}
}

// unwanted tells whether a spot is the label of what nobody wants, and nothing else.
func (s *spot) unwanted() bool {
	return !slices.ContainsFunc(s.refs, func(r ref) bool { return r.role != noiseLabel })
}

// asksForWords tells whether words that are no sum, date or number can answer a label.
func (x *extractor) asksForWords(r ref) bool {
	return r.role == boxLabel || r.role == fieldLabel && !recognise.Typed(x.plan.typ.Fields[r.field].Kind)
}

// labelOver is the label of a field that stands right over a spot, flush with it.
func (x *extractor) labelOver(s *spot) *spot {
	for i := range x.spots {
		h := &x.spots[i]
		if h.page != s.page || h.quality < 0.95 || h.colon || !h.ends || !slices.ContainsFunc(h.refs, x.asksForWords) {
			continue
		}
		cell, over := x.sheet.Cells[s.cell], x.sheet.Cells[h.cell]
		if gap := cell.Top - over.Bottom; gap > -1 && gap < cell.Height() && math.Abs(cell.Left-over.Left) < cell.Char {
			return h
		}
	}
	return nil
}

// onlyLabel tells whether no other cell of a spot's line begins with a label.
func (x *extractor) onlyLabel(s *spot) bool {
	row := x.sheet.Rows[x.sheet.Cells[s.cell].Row].Cells
	return len(row) > 1 && !slices.ContainsFunc(row, func(c int32) bool { return c != s.cell && x.boundary(x.sheet.Cells[c].First) })
}

// saysMore tells whether a label is the first words of a sentence that has a sum in it:
// "Juros de mora de R$ 0,11 por dia de atraso."
func (x *extractor) saysMore(s *spot) bool {
	cell := x.sheet.Cells[s.cell]
	if cell.Past-cell.First < fullLine || !x.sheet.Tokens[s.last+1].Small() || s.first != cell.First {
		return false
	}
	run := x.between(s.last+1, cell.Past-1)
	v, ok := recognise.First(catalogue.Money, run)
	return ok && x.saysOn(run, v)
}

// sumFollows tells whether the next line of a text begins with the sum that a label at the
// end of a line is about.
func (x *extractor) sumFollows(s *spot) bool {
	if s.last+1 == len(x.sheet.Tokens) {
		return false
	}
	next := x.sheet.Cells[x.sheet.Tokens[s.last+1].Cell]
	_, ok := recognise.At(catalogue.Money, x.between(next.First, next.Past-1), 0)
	return ok
}

// namesTown tells whether a label is the first word of the name of a town as a body of its
// own: "Município de Cascavel".
func (x *extractor) namesTown(s *spot) bool {
	cell := x.sheet.Cells[s.cell]
	if x.sheet.Tokens[s.first].Fold != "municipio" || s.first != s.last || cell.Past-s.last < 3 || !shape.BetweenNames(x.sheet.Tokens[s.last+1].Fold) {
		return false
	}
	rest := x.between(s.last+2, cell.Past-1)
	text := rest.Text(0, rest.Len()-1)
	return layout.HasCapital(text) && !strings.Contains(text, ":")
}

// midSentence tells whether a label is the last word of a phrase before a colon: "Após o
// vencimento: multa de 2%".
func (x *extractor) midSentence(s *spot) bool {
	if s.starts || !x.sheet.Tokens[s.first].Small() {
		return false
	}
	before := &x.sheet.Tokens[s.first-1]
	return before.Cell == s.cell && before.Fold != "" && before.Text == before.Fold && !layout.HasFigure(before.Text)
}

// headsRow tells whether a label alone on its line stands over a row of labels: it is the
// title of their part, and not the first word of one of them.
func (x *extractor) headsRow(upper, lower int32, hits []phrase.Hit) bool {
	row := x.sheet.Rows[x.sheet.Cells[lower].Row].Cells
	if len(row) < 2 || len(x.sheet.Rows[x.sheet.Cells[upper].Row].Cells) > 1 {
		return false
	}
	return !slices.ContainsFunc(row, func(c int32) bool {
		return !slices.ContainsFunc(hits, func(h phrase.Hit) bool { return h.First == x.sheet.Cells[c].First })
	})
}
