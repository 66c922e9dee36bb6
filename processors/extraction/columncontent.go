package extraction

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// guessByContent names the headings of a scanned table that OCR made nothing of by what
// stands under them: numbers of persons with right check digits, or names. The column
// must be the only one of its kind that has no heading.
func (x *extractor) guessByContent(h *heading, f catalogue.Field, named map[int]bool) {
	for k, c := range f.Columns {
		if named[k] || !x.onlyUnnamed(f, k, named) {
			continue
		}
		at := slices.IndexFunc(h.columns, func(hc headColumn) bool {
			return hc.column < 0 && hc.rival == 0 && x.holdsOnly(h, hc, c) && (c.Like != "name" || x.scrap(h, hc))
		})
		if at >= 0 {
			h.columns[at].column, named[k] = k, true
		}
	}
}

// scrap tells whether a heading is no word that OCR is sure of, or too short for one.
func (x *extractor) scrap(h *heading, hc headColumn) bool {
	const longest = 4 // letters
	letters := 0
	for _, c := range x.level(h.page, hc.box) {
		for _, t := range x.sheet.Tokens[x.sheet.Cells[c].First:x.sheet.Cells[c].Past] {
			if t.Overlap(hc.box) > 0 {
				letters += len(t.Fold)
			}
		}
	}
	return letters <= longest || !x.legible(h.page, hc.box)
}

// onlyUnnamed tells whether column k is the only one of its kind without a heading.
func (x *extractor) onlyUnnamed(f catalogue.Field, k int, named map[int]bool) bool {
	for i, c := range f.Columns {
		if i != k && !named[i] && c.Kind == f.Columns[k].Kind && c.Like == f.Columns[k].Like {
			return false
		}
	}
	return true
}

// holdsOnly tells whether what stands under a heading, in the lines next to it, are
// values of a column that prove themselves.
func (x *extractor) holdsOnly(h *heading, hc headColumn, c catalogue.Field) bool {
	const lines = 6
	fit, all := 0, 0
	for r := h.row + 1; r < min(h.row+1+lines, len(x.sheet.Rows)); r++ {
		row := &x.sheet.Rows[r]
		if row.Page != h.page {
			break
		}
		if full := 2*len(row.Cells) >= len(h.columns); !full && all > 0 {
			break // a sum, or what follows the table
		} else if !full {
			continue
		}
		for _, i := range row.Cells {
			cell := &x.sheet.Cells[i]
			if cell.Overlap(hc.box) <= 0 {
				continue
			}
			all++
			if proves(c, x.between(cell.First, cell.Past-1)) {
				fit++
			}
		}
	}
	return fit > 0 && 2*fit > all
}

// proves tells whether a cell is a value that hardly another column could have.
func proves(c catalogue.Field, r recognise.Run) bool {
	switch {
	case c.Kind == catalogue.CPF || c.Kind == catalogue.CNPJ || c.Kind == catalogue.CPFCNPJ:
		v, ok := recognise.At(c.Kind, r, 0)
		return ok && v.Checked && v.Last == r.Len()-1
	case c.Like == "name":
		words := 0
		for i := range r.Len() {
			t := r.Token(i)
			if strings.ContainsAny(t.Text, "0123456789:$") || inSmallLetters(t) && !betweenNames[t.Fold] {
				return false
			}
			if len(t.Fold) > 2 {
				words++
			}
		}
		return words > 1
	}
	return false
}
