package headed

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// remarks reports whether a line under a row is no part of its values: it begins with
// words that the entry gives for that, as "País: 105 - Brasil" under the description
// of a house, or goes on after such a line.
func (x *Reader) remarks(before bool, rows []candidate.Row, line candidate.Row, row *layout.Row, f catalogue.Field) bool {
	if f.Table == nil || len(f.Table.Remarks) == 0 || len(rows) == 0 || x.OpensRow(rows[0], line, f) {
		return false
	}
	run := x.Run(x.RowTokens(row))
	if slices.ContainsFunc(f.Table.Remarks, func(text string) bool { return run.Begins(0, layout.Fold(text)) }) {
		return true
	}
	return before && !x.foreign(row, 0)
}
