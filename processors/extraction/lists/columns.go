package lists

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/schemas/catalogue"
)

// mendColumns brings the codes in the rows of a scanned table to the forms of their columns, by their letters that
// look like digits.
func (x *reader) mendColumns(rows []candidate.Row, f catalogue.Field) {
	if len(rows) == 0 || !x.Scanned(rows[0]) {
		return
	}
	for i := range rows {
		for k := range rows[i].Cells {
			c := &rows[i].Cells[k]
			masks := f.Columns[c.Column].Mask
			if f.Columns[c.Column].Kind != catalogue.String || len(masks) == 0 || shape.FitsMask(masks, c.Text) {
				continue
			}
			if mended := pattern.CodeToMask(masks, c.Text); mended != "" {
				c.Text, c.Repaired = mended, true
			}
		}
	}
}
