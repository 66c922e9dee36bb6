package labels

import (
	"slices"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/text/phrase"
)

// joinHits makes one of two labels of the same thing that share words: a page may print
// both wordings in one, as "Relação de fontes pagadoras pessoa jurídica" has "Relação de
// fontes pagadoras" and "Fontes pagadoras pessoa jurídica".
func (x *Labels) joinHits(hits []phrase.Hit) []phrase.Hit {
	out := slices.Clone(hits)
	for i, a := range hits {
		for k := i + 1; k < len(hits) && hits[k].First <= a.Last; k++ {
			b := hits[k]
			if b.First > a.First && b.Last > a.Last && sameThing(x.Type.Refs[a.ID], x.Type.Refs[b.ID]) && x.Sheet.Tokens[a.First].Cell == x.Sheet.Tokens[b.Last].Cell {
				out = append(out, phrase.Hit{ID: a.ID, First: a.First, Last: b.Last, Length: max(a.Length, b.Length) + b.Last - a.Last, Errors: max(a.Errors, b.Errors)})
			}
		}
	}
	return out
}

// sameThing reports whether two phrases are labels of one part or of one field.
func sameThing(a, b compile.Ref) bool {
	if a.Role == compile.SectionLabel && b.Role == compile.SectionLabel {
		return a.Section == b.Section
	}
	return a == b && a.Role != compile.TableEnd && a.Role != compile.TableSkip
}
