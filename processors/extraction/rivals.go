package extraction

import (
	"slices"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// settleRivals gives a column whose values have a form to that of two headings under
// which such values stand: the code of a paper to "Papel" and not to "Empresa ou fundo".
func (x *extractor) settleRivals(h *heading, f catalogue.Field) {
	for i := range h.columns {
		r := &h.columns[i]
		if r.rival == 0 || len(f.Columns[r.rival-1].Mask) == 0 {
			continue
		}
		k := slices.IndexFunc(h.columns, func(c headColumn) bool { return c.column == r.rival-1 })
		masks := f.Columns[r.rival-1].Mask
		if k >= 0 && x.masked(h, r.box, masks) && !x.masked(h, h.columns[k].box, masks) {
			h.columns[k].column, r.column = -1, r.rival-1
		}
	}
}

// masked tells whether the first value under a heading has one of the forms.
func (x *extractor) masked(h *heading, box layout.Rect, masks []string) bool {
	for _, c := range x.byTop[h.page] {
		cell := &x.sheet.Cells[c]
		if cell.Top < h.Bottom-1 || cell.Overlap(box) <= 0 {
			continue
		}
		return shape.FitsMask(masks, x.sheet.Tokens[cell.First].Text)
	}
	return false
}

// ofOneKind drops the tables without a value of the form that a column has in others,
// where they hold less than those do: the balances of an account among papers.
func ofOneKind(tables [][]rowValue, f catalogue.Field) [][]rowValue {
	k := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return len(c.Mask) > 0 })
	if k < 0 {
		return tables
	}
	fits := func(r rowValue) bool { c := r.cell(k); return c != nil && shape.FitsMask(f.Columns[k].Mask, c.value) }
	fullest := func(rows []rowValue) int {
		most := 0
		for _, r := range rows {
			most = max(most, len(r.cells))
		}
		return most
	}
	most := 0
	for _, rows := range tables {
		if slices.ContainsFunc(rows, fits) {
			most = max(most, fullest(rows))
		}
	}
	return slices.DeleteFunc(tables, func(rows []rowValue) bool { return !slices.ContainsFunc(rows, fits) && fullest(rows) < most })
}
