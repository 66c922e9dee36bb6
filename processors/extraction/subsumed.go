package extraction

import "slices"

// withoutParts drops the rows that are but a part of another one: two labels over the same
// words begin a row each.
func withoutParts(rows []rowValue) []rowValue {
	whole := slices.Clone(rows)
	return slices.DeleteFunc(rows, func(r rowValue) bool {
		return slices.ContainsFunc(whole, func(o rowValue) bool {
			return len(o.cells) > len(r.cells) && !slices.ContainsFunc(r.cells, func(c cellValue) bool {
				same := o.cell(c.column)
				return same == nil || !slices.Equal(same.tokens, c.tokens)
			})
		})
	})
}
