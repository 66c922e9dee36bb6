package lists

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// mendColumns brings the codes in the rows of a scanned table to the form that they have, and its
// numbers to that of their columns.
func (x *reader) mendColumns(rows []candidate.Row, f catalogue.Field) {
	if len(rows) == 0 || !x.Scanned(rows[0]) {
		return
	}
	for k, c := range f.Columns {
		if c.Kind == catalogue.String {
			mendMasked(rows, k, c.Mask)
		}
	}
	x.mendCommas(rows, f)
}

// mendMasked brings the codes of a column to one of their forms by their letters that look like digits.
func mendMasked(rows []candidate.Row, column int, masks []string) {
	for i := range rows {
		c := rows[i].Cell(column)
		if c == nil || len(masks) == 0 || shape.FitsMask(masks, c.Text) {
			continue
		}
		if mended := pattern.CodeToMask(masks, c.Text); mended != "" {
			c.Text, c.Repaired = mended, true
		}
	}
}
