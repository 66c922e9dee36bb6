package guess

import (
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
)

// sentences proposes what begins within a sentence, or within words without a label: behind a small word, behind a mark,
// or with the first capital.
func (f *finder) sentences() {
	for at := 1; at < len(f.Sheet.Tokens); at++ {
		if f.inTable[at] > 0 || f.taken[at] > 0 || !f.begins(at) {
			continue
		}
		for _, i := range f.wanted {
			if field := &f.Type.Fields[i]; !recognise.Typed(field.Kind) && field.Like != "city" { // towns are known
				f.inForm(i, f.Type.Said[i].Plain, at)
				f.inForm(i, f.Type.Said[i].Named, at)
			}
		}
	}
}

// inForm proposes what begins with a token in the form in which texts tell a field.
func (f *finder) inForm(field int, form *pattern.Pattern, at int) {
	if form == nil {
		return
	}
	if m, ok := form.At(f.Flow(), at, len(f.Sheet.Tokens)); ok {
		for _, slot := range m.Slots {
			f.p.ProposeSlot(field, slot, 1, candidate.FromProse)
		}
	}
}

// begins reports whether a value may begin with a token that is not the first of its text.
func (f *finder) begins(at int) bool {
	t, before := &f.Sheet.Tokens[at], &f.Sheet.Tokens[at-1]
	switch {
	case t.Fold == "" || before.Text == "" || f.Sheet.BlockStart(at) || f.Sheet.LineStart(at) && !f.Flow().Wraps(at):
		return false
	case !f.OfText(t.Cell) && f.knownLabel(f.Sheet.Cells[t.Cell].First) != nil:
		return false // the readers of labels know what stands behind it
	}
	return f.Reading.Filler(at-1) || strings.ContainsAny(before.Text[len(before.Text)-1:], ",:;-(") || t.Text[0] == '(' || layout.HasCapital(t.Text) && !layout.HasCapital(before.Text)
}
