package candidate

import (
	"slices"
)

// WithoutParts drops the rows that are but a part of another one: two labels over the same
// words begin a row each.
func WithoutParts(rows []Row) []Row {
	whole := slices.Clone(rows)
	return slices.DeleteFunc(rows, func(r Row) bool {
		return slices.ContainsFunc(whole, func(o Row) bool {
			return len(o.Cells) > len(r.Cells) && !slices.ContainsFunc(r.Cells, func(c Cell) bool {
				same := o.Cell(c.Column)
				return same == nil || !slices.Equal(same.Tokens, c.Tokens)
			})
		})
	})
}
