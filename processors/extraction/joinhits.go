package extraction

import (
	"slices"

	"lavra.dev/processors/text/phrase"
	"lavra.dev/processors/text/recognise"
)

// joinHits makes one of two labels of the same thing that share words: a page may print
// both wordings in one, as "Relação de fontes pagadoras pessoa jurídica" has "Relação de
// fontes pagadoras" and "Fontes pagadoras pessoa jurídica".
func (x *extractor) joinHits(hits []phrase.Hit) []phrase.Hit {
	out := slices.Clone(hits)
	for i, a := range hits {
		for k := i + 1; k < len(hits) && hits[k].First <= a.Last; k++ {
			b := hits[k]
			if b.First > a.First && b.Last > a.Last && sameThing(x.plan.refs[a.ID], x.plan.refs[b.ID]) && x.sheet.Tokens[a.First].Cell == x.sheet.Tokens[b.Last].Cell {
				out = append(out, phrase.Hit{ID: a.ID, First: a.First, Last: b.Last, Length: max(a.Length, b.Length) + b.Last - a.Last, Errors: max(a.Errors, b.Errors)})
			}
		}
	}
	return out
}

// sameThing tells whether two phrases are labels of one part or of one field.
func sameThing(a, b ref) bool {
	if a.role == sectionLabel && b.role == sectionLabel {
		return a.section == b.section
	}
	return a == b && a.role != tableEnd && a.role != tableSkip
}

// wordsOnly tells whether a label begins its cell and but words go on behind it, no value.
func (x *extractor) wordsOnly(s *spot) bool {
	if !s.starts || s.colon {
		return false
	}
	for i := s.last + 1; i < x.sheet.Cells[s.cell].Past; i++ {
		if _, sum := recognise.At("money", x.between(i, i), 0); sum || x.spotAt[i] > 0 && x.spots[x.spotAt[i]-1].colon {
			return false
		}
	}
	return true
}
