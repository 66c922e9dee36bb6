package label

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/layout"
)

// twoLines adds the label that a cell and the one under it make together, and is its last token:
// where each of them is a label by itself, they are two, but for the two lines of a box that say
// more together than either of them.
func (f *finder) twoLines(c int) (int, bool) {
	if c+1 >= len(f.sheet.Cells) || !f.wraps(&f.sheet.Cells[c], &f.sheet.Cells[c+1]) {
		return 0, false
	}
	upper, lower := &f.sheet.Cells[c], &f.sheet.Cells[c+1]
	first := f.head(upper)
	last, form, ok := f.endOn(lower)
	if !ok || !f.mayBegin(upper, first) || last-first >= mostWords {
		return 0, false
	}
	var alone []Match
	if !f.continues(c) {
		alone = f.says(lower.First, last)
	}
	before := f.says(first, upper.Past-1)
	both := f.says(first, last)
	switch most := max(terms(before), terms(alone)); {
	case len(both) == 0:
		return 0, false
	case terms(both) >= most && f.besideUpper(upper, lower):
	case len(alone) > 0 && (len(before) > 0 && !(upper.Box >= 0 && upper.Box == lower.Box && terms(both) > most) || alone[0].ID == both[0].ID && terms(alone) == terms(both)):
		return 0, false
	}
	for i := range both {
		both[i].Form = form
	}
	f.found = append(f.found, both...)
	return last, true
}

// besideUpper reports whether something that is no label stands beside the upper of two lines and nothing under that beside the lower
// one: the label has two lines, its value one, "CNPJ DE QUEM | PAGOU".
func (f *finder) besideUpper(upper, lower *layout.Cell) bool {
	beside, under := f.next(upper), f.next(lower)
	if layout.InCapitals(f.sheet.Tokens[upper.First:upper.Past]) != layout.InCapitals(f.sheet.Tokens[lower.First:lower.Past]) {
		return false // a title under the last line of a card
	}
	return beside != nil && (under == nil || under.Left > beside.Right) && len(f.says(f.head(beside), beside.Past-1)) == 0
}

// next is the cell behind one on its line, nil for none.
func (f *finder) next(c *layout.Cell) *layout.Cell {
	row := f.sheet.Rows[c.Row].Cells
	at := 1 + slices.IndexFunc(row, func(o int32) bool { return f.sheet.Cells[o].First == c.First })
	if at == len(row) {
		return nil
	}
	return &f.sheet.Cells[row[at]]
}

// wraps reports whether a cell of words alone may go on in the next one, right under it.
func (f *finder) wraps(upper, lower *layout.Cell) bool {
	if upper.Block != lower.Block || upper.Page != lower.Page || lower.Top < upper.MidY() || lower.Top-upper.Bottom > layout.Solid*upper.Size {
		return false
	}
	for i := upper.First; i < upper.Past; i++ {
		if f.colon(upper, i) || layout.HasFigure(f.sheet.Tokens[i].Text) && i >= f.head(upper) {
			return false
		}
	}
	return true
}

// continues reports whether the line under a cell is the rest of its label and none by itself: it stands in
// brackets, "Documento" over "(espécie)", or, beside other cells, the line over it begins with a capital and ends with
// a small word, "SÓCIO OU", or it begins with a small letter itself. Of a text, a third line does so too.
func (f *finder) continues(c int) bool {
	upper, lower := &f.sheet.Cells[c], &f.sheet.Cells[c+1]
	first, end := &f.sheet.Tokens[lower.First], upper.Past-1
	if strings.HasPrefix(first.Text, "(") {
		return true
	}
	alone := len(f.sheet.Rows[upper.Row].Cells) == 1 && len(f.sheet.Rows[lower.Row].Cells) == 1
	if alone || !layout.HasCapital(f.sheet.Tokens[f.head(upper)].Text) || !first.Small() && (f.sheet.Tokens[end].Fold == "" || !f.reading.Filler(end)) {
		return false
	}
	return c+2 == len(f.sheet.Cells) || !f.wraps(lower, &f.sheet.Cells[c+2]) || !f.sheet.Tokens[f.sheet.Cells[c+2].First].Small()
}

// endOn is where a label ends in its second line: with a colon, or with the line.
func (f *finder) endOn(cell *layout.Cell) (int, Form, bool) {
	for i := cell.First; i < cell.Past; i++ {
		if f.colon(cell, i) {
			return i, BeforeColon, true
		}
		if layout.HasFigure(f.sheet.Tokens[i].Text) {
			return 0, 0, false
		}
	}
	return cell.Past - 1, WholeCell, true
}

// terms is how many terms the labels of a run of words name.
func terms(found []Match) int {
	if len(found) == 0 {
		return 0
	}
	return found[0].Fit.Terms
}

// says is what a run of words means by itself.
func (f *finder) says(first, last int) []Match {
	from := len(f.found)
	f.named(f.reading.Parses(first, last, 0), first, last, WholeCell)
	out := slices.Clone(f.found[from:])
	f.found = f.found[:from]
	return out
}
