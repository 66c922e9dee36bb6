package table

import (
	"slices"

	"lavra.dev/processors/text/layout"
)

// knownUnder is the value of a column without a heading with which the line under a row begins, one
// that the entry lists: "Cônjuge | nascido em 03/05/1980" in small print below a name.
func (r *reader) knownUnder(p *part, l *line) (c Cell, ok bool) {
	words := slices.Concat(l.words...)
	for k, column := range r.List.Columns {
		if len(column.Known) == 0 || p.names([]int{k}) {
			continue
		}
		for n := len(words); n > 0; n-- {
			if text := r.folded(words[:n]); slices.ContainsFunc(column.Known, func(v string) bool { return layout.Fold(v) == text }) {
				return r.Value(k, words[:n])
			}
		}
	}
	return c, false
}
