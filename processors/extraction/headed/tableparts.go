package headed

import (
	"slices"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// enoughFor reports whether the columns of a heading row tell by themselves what table it is of.
func (x *Reader) enoughFor(h *Heading) bool {
	named := 0
	for _, c := range h.columns {
		if c.Column >= 0 {
			named++
		}
	}
	return named >= labels.EnoughPrinted || named >= labels.EnoughScanned && x.Sheet.Pages[h.page].OCR
}

// joinMissing makes one column of the code of a row and of its name, where the name has
// no heading of its own: "101 - Vencimento" under "Evento".
func (x *Reader) joinMissing(h *Heading, f catalogue.Field, named map[int]bool) {
	if f.Table == nil {
		return
	}
	for _, need := range f.Table.Need {
		k := compile.ColumnIndex(f, need)
		if k < 1 || named[k] || !named[k-1] || f.Columns[k].Kind != catalogue.String || f.Columns[k-1].Name != "codigo" || f.Columns[k-1].Kind != catalogue.String {
			continue
		}
		i := slices.IndexFunc(h.columns, func(c HeadColumn) bool { return c.Column == k-1 })
		if i >= 0 && h.columns[i].second < 0 {
			h.columns[i].second, named[k] = k, true
		}
	}
}

// HoldsSum reports whether a line has a sum in a cell of its own: it is no line of headings.
func (x *Reader) HoldsSum(r int) bool {
	return slices.ContainsFunc(x.Sheet.Rows[r].Cells, func(c int32) bool {
		cell := &x.Sheet.Cells[c]
		v, ok := recognise.At(catalogue.Money, x.Between(cell.First, cell.Past-1), 0)
		return ok && v.Last == cell.Past-1-cell.First
	})
}
