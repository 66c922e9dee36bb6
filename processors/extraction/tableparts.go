package extraction

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// partLost reports whether the part of the document that a table belongs to has no heading
// anywhere: none that the entry knows, or a scan lost it on its dark band.
func (x *extractor) partLost(f catalogue.Field) bool {
	return f.Table != nil && x.untitled(f.Table.In)
}

// untitled reports whether no title of the document opens a part with one of the names.
func (x *extractor) untitled(names []string) bool {
	return len(names) > 0 && !slices.ContainsFunc(x.sections, func(s section) bool { return slices.Contains(names, s.name) })
}

const (
	enoughScanned = 3 // columns that tell a table without the heading of its part, on a scan
	enoughPrinted = 4
)

// enoughFor tells whether the columns of a heading row tell by themselves what table it is of.
func (x *extractor) enoughFor(h *heading) bool {
	named := 0
	for _, c := range h.columns {
		if c.column >= 0 {
			named++
		}
	}
	return named >= enoughPrinted || named >= enoughScanned && x.sheet.Pages[h.page].OCR
}

// joinMissing makes one column of the code of a row and of its name, where the name has
// no heading of its own: "101 - Vencimento" under "Evento".
func (x *extractor) joinMissing(h *heading, f catalogue.Field, named map[int]bool) {
	if f.Table == nil {
		return
	}
	for _, need := range f.Table.Need {
		k := columnIndex(f, need)
		if k < 1 || named[k] || !named[k-1] || f.Columns[k].Kind != catalogue.String || f.Columns[k-1].Name != "codigo" || f.Columns[k-1].Kind != catalogue.String {
			continue
		}
		i := slices.IndexFunc(h.columns, func(c headColumn) bool { return c.column == k-1 })
		if i >= 0 && h.columns[i].second < 0 {
			h.columns[i].second, named[k] = k, true
		}
	}
}

// holdsSum tells whether a line has a sum in a cell of its own: it is no line of headings.
func (x *extractor) holdsSum(r int) bool {
	return slices.ContainsFunc(x.sheet.Rows[r].Cells, func(c int32) bool {
		cell := &x.sheet.Cells[c]
		v, ok := recognise.At(catalogue.Money, x.between(cell.First, cell.Past-1), 0)
		return ok && v.Last == cell.Past-1-cell.First
	})
}

// totalsOther tells whether the line of a total says that it is of other columns: "Total de
// saldos" is none of the tax.
func (x *extractor) totalsOther(row *layout.Row, name string, f catalogue.Field) bool {
	cell := &x.sheet.Cells[row.Cells[0]]
	said := false
	for _, c := range f.Columns {
		what, _, _ := strings.Cut(c.Name, "_")
		if c.Kind != catalogue.Money || !slices.ContainsFunc(x.sheet.Tokens[cell.First:cell.Past], func(t layout.Token) bool { return strings.TrimSuffix(t.Fold, "s") == what }) {
			continue
		}
		if strings.HasPrefix(name, what) {
			return false
		}
		said = true
	}
	return said
}
