package unlabelled

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
)

// readVocabularies proposes the words of a closed list that stand as a cell of their
// own: their label may be misread, or none of those that the entry knows. A word
// that two fields may have says nothing.
func (x *reader) readVocabularies() {
	for i, f := range x.Type.Fields {
		v := x.Type.Vocabularies[i]
		if v == nil {
			continue
		}
		for k := range x.Sheet.Cells {
			cell := &x.Sheet.Cells[k]
			run := x.Between(cell.First, cell.Past-1)
			first, last := run.Trim(0, run.Len()-1)
			if first > last || last-first > 5 || x.Boundary(cell.First) {
				continue
			}
			c := candidate.Value{Field: i, Tokens: slices.Clone(run.Index[first : last+1]), Text: shape.Clean(run.Text(first, last)), Score: candidate.Weak, How: candidate.FromWords}
			if len(layout.Fold(c.Text)) < 4 || x.inOthers(i, layout.Fold(c.Text)) || !x.MayStand(f, c.Tokens[0]) {
				continue
			}
			if _, share := v.Correct(c.Text, x.Read(run)); share >= compile.MendedWord {
				x.Propose(c)
			}
		}
	}
}

// inOthers reports whether the vocabulary of another field has a word.
func (x *reader) inOthers(field int, folded string) bool {
	return slices.ContainsFunc(x.Type.Vocabularies, func(v compile.Vocabulary) bool {
		_, ok := v[folded]
		return ok && !compile.SameVocabulary(v, x.Type.Vocabularies[field])
	})
}
