package propose

import (
	"sort"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/text/fold"
)

// proposeMeaning proposes what the words of a region mean to an enum or bool.
func (x *Reader) proposeMeaning(field int, g region.Region, score float64) {
	f := x.Type.Fields[field]
	g.Run = x.AllOptions(g.Run)
	values := make([]string, 0, len(f.Values))
	for v := range f.Values {
		values = append(values, v)
	}
	sort.Strings(values)
	best, bestLen, at := "", 0, 0
	for _, v := range values {
		for _, text := range f.Values[v] {
			folded := fold.Text(text)
			for i := range g.Run.Len() {
				if len(folded) > bestLen && g.Run.Token(i).Fold != "" && !x.Unticked(g.Run.Index[i]) && g.Run.Begins(i, folded) {
					best, bestLen, at = v, len(folded), i
				}
			}
		}
	}
	if best == "" {
		for i := range g.Run.Len() { // the value itself as printed: M, F, SP
			for _, v := range f.Enum {
				if g.Run.Token(i).Fold == fold.Text(v) && !x.Unticked(g.Run.Index[i]) {
					best, at = v, i
				}
			}
			if best != "" {
				break
			}
		}
	}
	if best != "" {
		x.Propose(candidate.Value{Field: field, Tokens: g.Run.Index[at : at+1], Text: best, Score: score, How: candidate.FromLabel, Place: g.Place})
	}
}
