package headed

import (
	"slices"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/text/layout"
)

// groups reports whether a line that begins as a part of the document does goes on with
// the table all the same: it names the part that the table is in, as "Ações" among the
// papers in custody, or fills a column that nobody wants, such as "Classe".
func (x *Reader) groups(h *Heading, row *layout.Row, field int) bool {
	here := x.SectionsOf(h.page, h.Rect)
	for _, c := range row.Cells {
		first := x.HeadOf(c, x.Sheet.Cells[c].Past-1)
		if _, ends := x.Ends[[2]int{first, field}]; ends {
			return false
		}
		if x.LabelAt[first] == 0 || !x.Placed[x.LabelAt[first]-1].OpensPart() {
			continue
		}
		s := &x.Placed[x.LabelAt[first]-1]
		same := slices.ContainsFunc(s.Refs, func(r compile.Ref) bool { return r.Role == compile.SectionLabel && slices.Contains(here, r.Section) })
		unwanted := len(row.Cells) > 2 && slices.ContainsFunc(h.columns, func(c HeadColumn) bool { return c.Column < 0 && c.Box.Overlap(s.Box) > 0 })
		if !s.Ends || !same && !unwanted {
			return false
		}
	}
	return true
}
