package headed

import (
	"slices"
	"sort"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/listrow"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// Heading is the heading row of a table: its columns from left to right.
type Heading struct {
	columns []HeadColumn
	page    int32
	layout.Rect
	first, row int  // the first and the last printed line of it
	half       bool // of two tables side by side with the same headings
}

// HeadColumn is one heading and the strip of the page that belongs to it.
type HeadColumn struct {
	Column      int // of the list; -1: a column that nobody wants
	second      int // the other column of a heading such as "Código / Descrição", or -1
	rival       int // 1 + the column that this heading names too, though another one has it
	minus       bool
	Spot        *labels.Label
	Box         layout.Rect
	left, right float64
}

// ReadTable reads the rows under every heading row of the list.
func (x *Reader) ReadTable(field int, f catalogue.Field) []candidate.Row {
	if f.Table == nil && len(f.Columns) == 1 {
		return nil // one heading makes no table
	}
	var tables [][]candidate.Row
	heads := x.headings(field, f)
	for i := range heads {
		h := &heads[i]
		if i > 0 && h.first > 0 && x.Sheet.Rows[h.first-1].Page == h.page && x.EndsAlone(h.first-1, field) {
			continue
		}
		stop := len(x.Sheet.Rows)
		if next := slices.IndexFunc(heads[i:], func(o Heading) bool { return o.first > h.row }); next > 0 {
			stop = heads[i+next].first
		}
		tables = append(tables, x.ofSide(h, x.rowsUnder(h, field, f, max(stop, h.row)), field, f))
	}
	return slices.Concat(ofOneKind(tables, f)...)
}

// headings finds the heading rows: lines, or up to three lines close together, on
// which several columns are named.
func (x *Reader) headings(field int, f catalogue.Field) []Heading {
	var heads []Heading
	byRow := map[int][]*labels.Label{}
	var order []int
	for i := range x.Placed {
		s := &x.Placed[i]
		lost := x.PartLost(f)
		if f.Table != nil && len(f.Table.In) > 0 && !labels.Within(s.Sections, f.Table.In) && !lost {
			continue
		}
		r, ok := labels.ColumnRef(s, field)
		if !ok || !x.InScope(f, s) && !lost {
			continue
		}
		if _, printed := listrow.PrintedLabel(f.Columns[r.Column]); printed || x.withinTitle(s) || x.withinSentence(s) || x.inPanel(s) || x.CaptionsValue(s) {
			continue // a value of the table, not a heading
		}
		row := int(x.Sheet.Cells[s.Cell].Row)
		if _, title := x.SideTitle(row, f); title {
			continue
		}
		if _, seen := byRow[row]; !seen {
			order = append(order, row)
		}
		byRow[row] = append(byRow[row], s)
	}
	sort.Ints(order)
	for k := 0; k < len(order); k++ {
		names := byRow[order[k]]
		first, last := order[k], order[k]
		for k+1 < len(order) && order[k+1]-last <= 2 {
			more := unnamed(names, byRow[order[k+1]], field)
			if len(more) == 0 || !x.adjoining(names, more) || x.HoldsSum(order[k+1]) {
				break
			}
			k++
			last = order[k]
			names = append(names, more...)
		}
		for _, half := range halves(names, field) {
			if h, ok := x.headingOf(half, last, field, f); ok && (!x.PartLost(f) || x.enoughFor(&h)) {
				h.first, h.half = first, len(half) < len(names)
				heads = append(heads, h)
			}
		}
	}
	return heads
}

// withinTitle reports whether a label is a word of the title of a part of the document:
// "CONTA CORRENTE – MOVIMENTAÇÃO", alone on its line.
func (x *Reader) withinTitle(s *labels.Label) bool {
	cell := x.Sheet.Cells[s.Cell]
	if x.AfterDash(s) && s.First-1 > cell.First+1 && s.Last+1 == cell.Past && len(x.Sheet.Rows[cell.Row].Cells) == 1 {
		return true
	}
	at := x.LabelAt[x.HeadOf(s.Cell, cell.Past-1)]
	return at > 0 && x.Placed[at-1].Last < s.First && slices.ContainsFunc(x.Placed[at-1].Refs, func(r compile.Ref) bool { return r.Role == compile.SectionLabel })
}

// withinSentence reports whether a label is but a word of a line of text, or has a sentence
// beside it.
func (x *Reader) withinSentence(s *labels.Label) bool {
	cell := x.Sheet.Cells[s.Cell]
	return s.Strength <= labels.Word && cell.Past-cell.First >= labels.FullLine || s.Colon && cell.Past-s.Last > labels.FullLine
}

// unnamed leaves out the headings of a second line that stand under a heading of
// the first and name a column that has its heading there: they are its last words,
// as "Fonte" of "Imposto retido na / Fonte".
func unnamed(above, names []*labels.Label, field int) []*labels.Label {
	named := func(s *labels.Label) bool {
		r, _ := labels.ColumnRef(s, field)
		return slices.ContainsFunc(above, func(o *labels.Label) bool {
			q, _ := labels.ColumnRef(o, field)
			return q.Column == r.Column && q.Minus == r.Minus
		})
	}
	return slices.DeleteFunc(slices.Clone(names), func(s *labels.Label) bool {
		return named(s) && slices.ContainsFunc(above, func(o *labels.Label) bool {
			return o.Page == s.Page && o.Box.Overlap(s.Box) > 0 && s.Box.Top-o.Box.Bottom < 1.2*s.Box.Height()
		})
	})
}

// adjoining reports whether two lines of headings are one heading row: close
// together, and no heading over another.
func (x *Reader) adjoining(a, b []*labels.Label) bool {
	for _, p := range a {
		for _, q := range b {
			if p.Page != q.Page || p.Box.Overlap(q.Box) > 0.3*min(p.Box.Width(), q.Box.Width()) {
				return false
			}
			if q.Box.Top-p.Box.Bottom > 1.2*max(p.Box.Height(), q.Box.Height()) {
				return false
			}
		}
	}
	return true
}

func (x *Reader) headingOf(names []*labels.Label, row, field int, f catalogue.Field) (Heading, bool) {
	h := Heading{page: names[0].Page, Rect: names[0].Box, row: row}
	seen := map[[2]int]bool{}
	named := map[int]bool{}
	columns := x.columnsNamed(names, field, f)
	for i, s := range names {
		r := columns[i]
		key := [2]int{r.Column, btoi(r.Minus)}
		if r.Year != 0 && x.OtherYear(s, r) {
			for _, other := range s.Refs {
				if other.Role == compile.ColumnLabel && other.Field == field && !x.OtherYear(s, other) {
					r = other
					key = [2]int{r.Column, btoi(r.Minus)}
				}
			}
		}
		if seen[key] {
			h.again(s, x.Sheet, key, f.Columns[r.Column].Name)
			continue
		}
		seen[key], named[r.Column] = true, true
		h.columns = append(h.columns, HeadColumn{Column: r.Column, second: -1, minus: r.Minus, Box: s.Box, Spot: s})
		h.Rect = h.Rect.Union(s.Box)
	}
	if len(named) < 2 && len(f.Columns) > 1 {
		return h, false
	}
	x.addPercent(&h, f, named)
	x.addUnknown(&h, names)
	sort.SliceStable(h.columns, func(i, j int) bool { return h.columns[i].Box.Left < h.columns[j].Box.Left })
	x.joinMissing(&h, f, named)
	if !x.needed(f, named) {
		return h, false
	}
	x.settleRivals(&h, f)
	for i := range h.columns {
		c := &h.columns[i]
		c.left, c.right = 0, x.Sheet.Pages[h.page].Width
		if i > 0 {
			c.left = h.columns[i-1].Box.Right
		}
		if i+1 < len(h.columns) {
			c.right = h.columns[i+1].Box.Left
		}
	}
	return h, true
}

// again takes a heading of a column that was named before: the more special one is
// the column's, "Valor pago" and not "Valor", and the other is nobody's.
func (h *Heading) again(s *labels.Label, sheet *layout.Sheet, key [2]int, name string) {
	other := HeadColumn{Column: -1, second: -1, rival: key[0] + 1, Box: s.Box}
	for k := range h.columns {
		c := &h.columns[k]
		if c.Column != key[0] || btoi(c.minus) != key[1] || c.Spot == nil {
			continue
		}
		before, here := source.FoldedText(sheet, c.Spot.First, c.Spot.Last), source.FoldedText(sheet, s.First, s.Last)
		if before != "" && strings.HasPrefix(here, before) && c.Spot.Last-c.Spot.First < s.Last-s.First || here == layout.Fold(name) ||
			strings.HasPrefix(here, "total") && !strings.HasPrefix(before, "total") { // not a part of it
			other.Box, c.Box, c.Spot = c.Box, s.Box, s
		}
	}
	h.columns = append(h.columns, other)
	h.Rect = h.Rect.Union(s.Box)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (x *Reader) needed(f catalogue.Field, named map[int]bool) bool {
	if f.Table == nil {
		return true
	}
	for _, need := range f.Table.Need {
		i := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Name == need })
		if i >= 0 && !named[i] {
			return false
		}
	}
	return true
}

// addPercent adds the column whose heading is the sign % alone.
func (x *Reader) addPercent(h *Heading, f catalogue.Field, named map[int]bool) {
	k := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Kind == catalogue.Percent })
	if k < 0 || named[k] {
		return
	}
	for _, c := range x.Level(h.page, h.Rect) {
		if cell := &x.Sheet.Cells[c]; cell.Past == cell.First+1 && strings.HasSuffix(x.Sheet.Tokens[cell.First].Text, "%") && len(x.Sheet.Tokens[cell.First].Text) <= 2 && x.LabelAt[cell.First] == 0 {
			h.columns = append(h.columns, HeadColumn{Column: k, second: -1, Box: cell.Rect})
			return
		}
	}
}

// addUnknown adds the headings of the row that the entry does not name, so that
// their values go to nobody and not to a neighbour.
func (x *Reader) addUnknown(h *Heading, names []*labels.Label) {
	for _, c := range x.Level(h.page, h.Rect) {
		cell := &x.Sheet.Cells[c]
		if !x.Sheet.Pages[h.page].OCR && source.Shared(cell.Rect, h.Rect) < 0.5*cell.Height() {
			continue // a little lower, of a box beside the table
		}
		if x.besidePanel(h, c) || x.otherPart(h, cell) {
			continue
		}
		for _, part := range x.headingParts(cell, names) {
			h.addPart(part)
		}
	}
}

// addPart adds words that the entry does not name: a heading of their own, or
// another line of the heading that they stand over or under.
func (h *Heading) addPart(part layout.Rect) {
	for i := range h.columns {
		c := &h.columns[i]
		if !source.Beside(c.Box, part) && c.Box.Overlap(part) > 0.5*min(c.Box.Width(), part.Width()) {
			if c.Column < 0 {
				c.Box = c.Box.Union(part)
			}
			return
		}
	}
	h.columns = append(h.columns, HeadColumn{Column: -1, second: -1, Box: part})
}

// headingParts are the pieces of a cell that no label covers.
func (x *Reader) headingParts(cell *layout.Cell, names []*labels.Label) []layout.Rect {
	var out []layout.Rect
	start := -1
	for i := cell.First; i <= cell.Past; i++ {
		covered := i == cell.Past || slices.ContainsFunc(names, func(s *labels.Label) bool { return i >= s.First && i <= s.Last })
		if covered && start >= 0 {
			if !x.OnlyMarks(start, i) {
				out = append(out, x.Sheet.Box(start, i-1))
			}
			start = -1
		}
		if !covered && start < 0 {
			start = i
		}
	}
	return out
}

// addLine adds a line as a row of its own, or to the row above where it lacks the
// columns that begin a row.
func (x *Reader) addLine(rows []candidate.Row, line candidate.Row, f catalogue.Field) []candidate.Row {
	if len(rows) == 0 || x.OpensRow(rows[0], line, f) {
		return append(rows, line)
	}
	last := &rows[len(rows)-1]
	for _, c := range line.Cells {
		into := last.Cell(c.Column)
		kind, masks := f.Columns[c.Column].Kind, f.Columns[c.Column].Mask
		switch {
		case into != nil && len(masks) > 0 && shape.FitsMask(masks, into.Text):
			// a code is whole: what stands under it is no more of it
		case into == nil:
			last.Cells = append(last.Cells, c)
			slices.SortStableFunc(last.Cells, func(a, b candidate.Cell) int { return a.Column - b.Column })
		case kind == catalogue.String || kind == catalogue.Text:
			into.Text += x.dashAfter(into.Tokens) + " " + c.Text
			into.Tokens = append(into.Tokens, c.Tokens...)
		}
	}
	return rows
}

// dashAfter is the dash or the comma that stands behind a value, dropped from its end: it
// parts it from what goes on below.
func (x *Reader) dashAfter(tokens []int32) string {
	if strings.HasSuffix(x.Sheet.Tokens[tokens[len(tokens)-1]].Text, ",") {
		return ","
	}
	i := int(tokens[len(tokens)-1]) + 1
	if i < len(x.Sheet.Tokens) && !x.Sheet.LineStart(i) && x.Sheet.Tokens[i].Dash() {
		return " " + x.Sheet.Tokens[i].Text
	}
	return ""
}
