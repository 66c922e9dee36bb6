package layout

import "slices"

const (
	headingsOfRow = 2    // cells of a line of headings, at least
	columnsOfRow  = 4    // values side by side that show the columns of a table, at least
	rowsSought    = 8    // lines under a heading within which two such stand: its own, and the words of a row over its values
	headingWide   = 1.15 // times the widest space between words of a heading that two headings have between them
)

// splitHeadings parts headings that stand hardly more than a space apart, where the values under them stand in columns:
// "Tributação Unidade" over "000" and "CX". A heading over several columns has spaces that are all alike. Spaces of a scan
// are measured in ink, and differ by the letters beside them.
func (b *pageBuilder) splitHeadings() {
	if b.ocr {
		return
	}
	for r := range b.rows {
		if columns := b.columnsUnder(r); columns != nil {
			begins := b.headingsBegin(r, columns)
			b.splitRow(r, func(k int) int {
				return max(0, slices.IndexFunc(b.cells[k].tokens, func(t Token) bool { return t.Left > b.cells[k].Left && slices.Contains(begins, t.Left) }))
			})
		}
	}
}

// interval is what two columns, or two words, have between them.
type interval struct{ left, right float64 }

func (i interval) width() float64 { return i.right - i.left }

// columnsUnder is what parts the columns that the first two lines of values close under a line of words stand in; nil
// where there are none.
func (b *pageBuilder) columnsUnder(r int) []interval {
	if len(b.rows[r]) < headingsOfRow || b.figures(r) > 0 {
		return nil
	}
	var columns []interval
	for row := r + 1; row < min(r+1+rowsSought, len(b.rows)); row++ {
		if b.space(row-1, row) > Solid*b.cells[b.rows[row][0]].size {
			return nil
		}
		if 2*b.figures(row) < columnsOfRow || len(b.rows[row]) < columnsOfRow {
			continue
		}
		var here []interval
		for i := 1; i < len(b.rows[row]); i++ {
			here = append(here, interval{b.cells[b.rows[row][i-1]].Right, b.cells[b.rows[row][i]].Left})
		}
		if columns != nil {
			return inBoth(columns, here)
		}
		columns = here
	}
	return nil
}

// inBoth is what two lines have between columns at the same places.
func inBoth(a, b []interval) (out []interval) {
	for _, p := range a {
		for _, q := range b {
			if left, right := max(p.left, q.left), min(p.right, q.right); left < right {
				out = append(out, interval{left, right})
			}
		}
	}
	return out
}

// figures counts the cells of a line that begin with a figure.
func (b *pageBuilder) figures(r int) (n int) {
	for _, k := range b.rows[r] {
		if HasDigit(b.cells[k].tokens[0].Text) {
			n++
		}
	}
	return n
}

// headingsBegin is where a heading begins behind another one in its cell: at the widest space over what parts two
// columns, if that is wider than all spaces of the line which part none.
func (b *pageBuilder) headingsBegin(r int, columns []interval) (begins []float64) {
	var parting, within []interval
	for _, k := range b.rows[r] {
		c := &b.cells[k]
		var spaces []interval
		for i := 1; i < len(c.tokens); i++ {
			if c.tokens[i].Space {
				spaces = append(spaces, interval{c.tokens[i-1].Right, c.tokens[i].Left})
			}
		}
		for _, between := range columns {
			if between.left < c.Left || between.right > c.Right {
				continue // the next heading stands there, or none
			}
			widest := -1
			for i, s := range spaces {
				if s.left < between.right && s.right > between.left && (widest < 0 || s.width() > spaces[widest].width()) {
					widest = i
				}
			}
			if widest >= 0 {
				parting = append(parting, spaces[widest])
				spaces = slices.Delete(spaces, widest, widest+1)
			}
		}
		within = append(within, spaces...)
	}
	for _, s := range parting {
		if !slices.ContainsFunc(within, func(o interval) bool { return s.width() < headingWide*o.width() }) && len(within) > 0 {
			begins = append(begins, s.right)
		}
	}
	return begins
}
