package headed

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// settleRivals gives a column whose values have a form to that of two headings under
// which such values stand: the code of a paper to "Papel" and not to "Empresa ou fundo".
func (x *Reader) settleRivals(h *Heading, f catalogue.Field) {
	for i := range h.columns {
		r := &h.columns[i]
		if r.rival == 0 || len(f.Columns[r.rival-1].Mask) == 0 {
			continue
		}
		k := slices.IndexFunc(h.columns, func(c HeadColumn) bool { return c.Column == r.rival-1 })
		masks := f.Columns[r.rival-1].Mask
		if k >= 0 && x.masked(h, r.Box, masks) && !x.masked(h, h.columns[k].Box, masks) {
			h.columns[k].Column, r.Column = -1, r.rival-1
		}
	}
}

// masked reports whether the first value under a heading has one of the forms.
func (x *Reader) masked(h *Heading, box layout.Rect, masks []string) bool {
	for _, c := range x.ByTop[h.page] {
		cell := &x.Sheet.Cells[c]
		if cell.Top < h.Bottom-1 || cell.Overlap(box) <= 0 {
			continue
		}
		return shape.FitsMask(masks, x.Sheet.Tokens[cell.First].Text)
	}
	return false
}

// ofOneKind drops the tables without a value of the form that a column has in others,
// where they hold less than those do: the balances of an account among papers.
func ofOneKind(tables [][]candidate.Row, f catalogue.Field) [][]candidate.Row {
	k := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return len(c.Mask) > 0 })
	if k < 0 {
		return tables
	}
	fits := func(r candidate.Row) bool {
		c := r.Cell(k)
		return c != nil && shape.FitsMask(f.Columns[k].Mask, c.Text)
	}
	fullest := func(rows []candidate.Row) int {
		most := 0
		for _, r := range rows {
			most = max(most, len(r.Cells))
		}
		return most
	}
	most := 0
	for _, rows := range tables {
		if slices.ContainsFunc(rows, fits) {
			most = max(most, fullest(rows))
		}
	}
	return slices.DeleteFunc(tables, func(rows []candidate.Row) bool { return !slices.ContainsFunc(rows, fits) && fullest(rows) < most })
}
