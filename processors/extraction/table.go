package extraction

import (
	"slices"
	"sort"
	"strings"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// heading is the heading row of a table: its columns from left to right.
type heading struct {
	columns []headColumn
	page    int32
	layout.Rect
	first, row int  // the first and the last printed line of it
	half       bool // of two tables side by side with the same headings
}

// headColumn is one heading and the strip of the page that belongs to it.
type headColumn struct {
	column      int // of the list; -1: a column that nobody wants
	second      int // the other column of a heading such as "Código / Descrição", or -1
	rival       int // 1 + the column that this heading names too, though another one has it
	minus       bool
	spot        *spot
	box         layout.Rect
	left, right float64
}

// readTable reads the rows under every heading row of the list.
func (x *extractor) readTable(field int, f catalogue.Field) []rowValue {
	if f.Table == nil && len(f.Columns) == 1 {
		return nil // one heading makes no table
	}
	var tables [][]rowValue
	heads := x.headings(field, f)
	for i := range heads {
		h := &heads[i]
		if i > 0 && h.first > 0 && x.sheet.Rows[h.first-1].Page == h.page && x.endsAlone(h.first-1, field) {
			continue
		}
		stop := len(x.sheet.Rows)
		if next := slices.IndexFunc(heads[i:], func(o heading) bool { return o.first > h.row }); next > 0 {
			stop = heads[i+next].first
		}
		tables = append(tables, x.ofSide(h, x.rowsUnder(h, field, f, max(stop, h.row)), field, f))
	}
	return slices.Concat(ofOneKind(tables, f)...)
}

// headings finds the heading rows: lines, or up to three lines close together, on
// which several columns are named.
func (x *extractor) headings(field int, f catalogue.Field) []heading {
	var heads []heading
	byRow := map[int][]*spot{}
	var order []int
	for i := range x.spots {
		s := &x.spots[i]
		lost := x.partLost(f)
		if f.Table != nil && len(f.Table.In) > 0 && !within(s.sections, f.Table.In) && !lost {
			continue
		}
		r, ok := columnRef(s, field)
		if !ok || !x.inScope(f, s) && !lost {
			continue
		}
		if _, printed := printedLabel(f.Columns[r.column]); printed || x.withinTitle(s) || x.withinSentence(s) || x.inPanel(s) || x.captionsValue(s) {
			continue // a value of the table, not a heading
		}
		row := int(x.sheet.Cells[s.cell].Row)
		if _, title := x.sideTitle(row, f); title {
			continue
		}
		if _, seen := byRow[row]; !seen {
			order = append(order, row)
		}
		byRow[row] = append(byRow[row], s)
	}
	sort.Ints(order)
	for k := 0; k < len(order); k++ {
		spots := byRow[order[k]]
		first, last := order[k], order[k]
		for k+1 < len(order) && order[k+1]-last <= 2 {
			more := unnamed(spots, byRow[order[k+1]], field)
			if len(more) == 0 || !x.adjoining(spots, more) || x.holdsSum(order[k+1]) {
				break
			}
			k++
			last = order[k]
			spots = append(spots, more...)
		}
		for _, half := range halves(spots, field) {
			if h, ok := x.headingOf(half, last, field, f); ok && (!x.partLost(f) || x.enoughFor(&h)) {
				h.first, h.half = first, len(half) < len(spots)
				heads = append(heads, h)
			}
		}
	}
	return heads
}

// withinTitle tells whether a spot is a word of the title of a part of the document:
// "CONTA CORRENTE – MOVIMENTAÇÃO", alone on its line.
func (x *extractor) withinTitle(s *spot) bool {
	cell := x.sheet.Cells[s.cell]
	if x.afterDash(s) && s.first-1 > cell.First+1 && s.last+1 == cell.Past && len(x.sheet.Rows[cell.Row].Cells) == 1 {
		return true
	}
	at := x.spotAt[x.headOf(s.cell, cell.Past-1)]
	return at > 0 && x.spots[at-1].last < s.first && slices.ContainsFunc(x.spots[at-1].refs, func(r ref) bool { return r.role == sectionLabel })
}

// withinSentence tells whether a spot is but a word of a line of text, or has a sentence
// beside it.
func (x *extractor) withinSentence(s *spot) bool {
	cell := x.sheet.Cells[s.cell]
	return s.quality <= 0.3 && cell.Past-cell.First >= fullLine || s.colon && cell.Past-s.last > fullLine
}

func columnRef(s *spot, field int) (ref, bool) {
	for _, r := range s.refs {
		if r.role == columnLabel && r.field == field {
			return r, true
		}
	}
	return ref{}, false
}

// unnamed leaves out the headings of a second line that stand under a heading of
// the first and name a column that has its heading there: they are its last words,
// as "Fonte" of "Imposto retido na / Fonte".
func unnamed(above, spots []*spot, field int) []*spot {
	named := func(s *spot) bool {
		r, _ := columnRef(s, field)
		return slices.ContainsFunc(above, func(o *spot) bool { q, _ := columnRef(o, field); return q.column == r.column && q.minus == r.minus })
	}
	return slices.DeleteFunc(slices.Clone(spots), func(s *spot) bool {
		return named(s) && slices.ContainsFunc(above, func(o *spot) bool {
			return o.page == s.page && o.box.Overlap(s.box) > 0 && s.box.Top-o.box.Bottom < 1.2*s.box.Height()
		})
	})
}

// adjoining tells whether two lines of headings are one heading row: close
// together, and no heading over another.
func (x *extractor) adjoining(a, b []*spot) bool {
	for _, p := range a {
		for _, q := range b {
			if p.page != q.page || p.box.Overlap(q.box) > 0.3*min(p.box.Width(), q.box.Width()) {
				return false
			}
			if q.box.Top-p.box.Bottom > 1.2*max(p.box.Height(), q.box.Height()) {
				return false
			}
		}
	}
	return true
}

func (x *extractor) headingOf(spots []*spot, row, field int, f catalogue.Field) (heading, bool) {
	h := heading{page: spots[0].page, Rect: spots[0].box, row: row}
	seen := map[[2]int]bool{}
	named := map[int]bool{}
	columns := x.columnsNamed(spots, field, f)
	for i, s := range spots {
		r := columns[i]
		key := [2]int{r.column, btoi(r.minus)}
		if r.year != 0 && x.otherYear(s, r) {
			for _, other := range s.refs {
				if other.role == columnLabel && other.field == field && !x.otherYear(s, other) {
					r = other
					key = [2]int{r.column, btoi(r.minus)}
				}
			}
		}
		if seen[key] {
			h.again(s, x.sheet, key, f.Columns[r.column].Name)
			continue
		}
		seen[key], named[r.column] = true, true
		h.columns = append(h.columns, headColumn{column: r.column, second: -1, minus: r.minus, box: s.box, spot: s})
		h.Rect = h.Rect.Union(s.box)
	}
	if len(named) < 2 && len(f.Columns) > 1 {
		return h, false
	}
	x.addPercent(&h, f, named)
	x.addUnknown(&h, spots)
	x.addSpanned(&h, f, named)
	sort.SliceStable(h.columns, func(i, j int) bool { return h.columns[i].box.Left < h.columns[j].box.Left })
	if x.sheet.Pages[h.page].OCR {
		h.guessColumns(named, x.legible)
		h.guessLast(named, len(f.Columns))
	}
	x.joinMissing(&h, f, named)
	if !x.needed(f, named) {
		return h, false
	}
	x.joinColumns(&h)
	x.settleRivals(&h, f)
	for i := range h.columns {
		c := &h.columns[i]
		c.left, c.right = 0, x.sheet.Pages[h.page].Width
		if i > 0 {
			c.left = h.columns[i-1].box.Right
		}
		if i+1 < len(h.columns) {
			c.right = h.columns[i+1].box.Left
		}
	}
	return h, true
}

// guessColumns names the headings that OCR made nothing of: those between two known
// ones are the columns that the entry has between them, where their number agrees.
func (h *heading) guessColumns(named map[int]bool, legible func(page int32, box layout.Rect) bool) {
	if len(named) < 3 {
		return
	}
	last := -1 // the known heading before
	for i := range h.columns {
		if h.columns[i].column < 0 {
			continue
		}
		if last >= 0 && i-last > 1 && h.columns[i].column-h.columns[last].column == i-last {
			for k := last + 1; k < i; k++ {
				if column := h.columns[last].column + k - last; !named[column] && !legible(h.page, h.columns[k].box) {
					h.columns[k].column, named[column] = column, true
				}
			}
		}
		last = i
	}
}

// legible tells whether OCR is sure of the words in a box.
func (x *extractor) legible(page int32, box layout.Rect) bool {
	const sure = 0.85
	for _, c := range x.level(page, box) {
		for _, t := range x.sheet.Tokens[x.sheet.Cells[c].First:x.sheet.Cells[c].Past] {
			if t.Overlap(box) > 0 && t.Conf < sure {
				return false
			}
		}
	}
	return true
}

// guessLast names the heading that OCR made nothing of at the end of the row, where
// only the last column of the entry lacks one. Its lines may stand apart.
func (h *heading) guessLast(named map[int]bool, count int) {
	if len(named) != count-1 || named[count-1] || count < 4 {
		return
	}
	i := slices.IndexFunc(h.columns, func(c headColumn) bool { return c.column == count-2 }) + 1
	if i == 0 || i == len(h.columns) {
		return
	}
	last := h.columns[i]
	for _, c := range h.columns[i:] {
		if c.column >= 0 || c.box.Overlap(last.box) <= 0 {
			return
		}
		last.box = last.box.Union(c.box)
	}
	last.column = count - 1
	h.columns, named[count-1] = append(h.columns[:i], last), true
}

// again takes a heading of a column that was named before: the more special one is
// the column's, "Valor pago" and not "Valor", and the other is nobody's.
func (h *heading) again(s *spot, sheet *layout.Sheet, key [2]int, name string) {
	other := headColumn{column: -1, second: -1, rival: key[0] + 1, box: s.box}
	for k := range h.columns {
		c := &h.columns[k]
		if c.column != key[0] || btoi(c.minus) != key[1] || c.spot == nil {
			continue
		}
		before, here := foldedText(sheet, c.spot.first, c.spot.last), foldedText(sheet, s.first, s.last)
		if before != "" && strings.HasPrefix(here, before) && c.spot.last-c.spot.first < s.last-s.first || here == layout.Fold(name) ||
			strings.HasPrefix(here, "total") && !strings.HasPrefix(before, "total") { // not a part of it
			other.box, c.box, c.spot = c.box, s.box, s
		}
	}
	h.columns = append(h.columns, other)
	h.Rect = h.Rect.Union(s.box)
}

// joinColumns makes one column of two whose headings a slash joins, or the sign of a
// product: their values stand in one cell, beside or below each other.
func (x *extractor) joinColumns(h *heading) {
	for i := 0; i+1 < len(h.columns); i++ {
		a, b := &h.columns[i], h.columns[i+1]
		if a.spot == nil || b.spot == nil || a.spot.cell != b.spot.cell || a.second >= 0 {
			continue
		}
		slash := strings.HasSuffix(x.sheet.Tokens[a.spot.last].Text, "/") && b.spot.first == a.spot.last+1
		if !slash && b.spot.first == a.spot.last+2 {
			slash = strings.ContainsAny(x.sheet.Tokens[a.spot.last+1].Text, "/xX×*")
		}
		if !slash {
			continue
		}
		a.second, a.box = b.column, a.box.Union(b.box)
		h.columns = slices.Delete(h.columns, i+1, i+2)
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (x *extractor) needed(f catalogue.Field, named map[int]bool) bool {
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
func (x *extractor) addPercent(h *heading, f catalogue.Field, named map[int]bool) {
	k := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Kind == catalogue.Percent })
	if k < 0 || named[k] {
		return
	}
	for _, c := range x.level(h.page, h.Rect) {
		if cell := &x.sheet.Cells[c]; cell.Past == cell.First+1 && strings.HasSuffix(x.sheet.Tokens[cell.First].Text, "%") && len(x.sheet.Tokens[cell.First].Text) <= 2 && x.spotAt[cell.First] == 0 {
			h.columns = append(h.columns, headColumn{column: k, second: -1, box: cell.Rect})
			return
		}
	}
}

// addUnknown adds the headings of the row that the entry does not name, so that
// their values go to nobody and not to a neighbour.
func (x *extractor) addUnknown(h *heading, spots []*spot) {
	for _, c := range x.level(h.page, h.Rect) {
		cell := &x.sheet.Cells[c]
		if !x.sheet.Pages[h.page].OCR && shared(cell.Rect, h.Rect) < 0.5*cell.Height() {
			continue // a little lower, of a box beside the table
		}
		if x.besidePanel(h, c) || x.endsHeading(h, cell) || x.otherPart(h, cell) {
			continue
		}
		for _, part := range x.headingParts(cell, spots) {
			h.addPart(part)
		}
	}
}

// endsHeading adds to a heading its last words, which OCR parted from it where it lost
// letters: "DESCRI" and "DO PRODUTO". They open with a small word, right behind it.
func (x *extractor) endsHeading(h *heading, cell *layout.Cell) bool {
	const most = 5 // letters that are lost with the spaces around them
	t := &x.sheet.Tokens[cell.First]
	if !t.OCR || len(t.Fold) != 2 && len(t.Fold) != 3 || !shape.BetweenNames(t.Fold) {
		return false
	}
	for i := range h.columns {
		c := &h.columns[i]
		if gap := cell.Left - c.box.Right; c.column >= 0 && gap > 0 && gap < most*cell.Char && cell.MidY() > c.box.Top && cell.MidY() < c.box.Bottom {
			c.box = c.box.Union(cell.Rect)
			return true
		}
	}
	return false
}

// addPart adds words that the entry does not name: a heading of their own, or
// another line of the heading that they stand over or under.
func (h *heading) addPart(part layout.Rect) {
	for i := range h.columns {
		c := &h.columns[i]
		if !beside(c.box, part) && c.box.Overlap(part) > 0.5*min(c.box.Width(), part.Width()) {
			if c.column < 0 {
				c.box = c.box.Union(part)
			}
			return
		}
	}
	h.columns = append(h.columns, headColumn{column: -1, second: -1, box: part})
}

// headingParts are the pieces of a cell that no spot covers.
func (x *extractor) headingParts(cell *layout.Cell, spots []*spot) []layout.Rect {
	var out []layout.Rect
	start := -1
	for i := cell.First; i <= cell.Past; i++ {
		covered := i == cell.Past || slices.ContainsFunc(spots, func(s *spot) bool { return i >= s.first && i <= s.last })
		if covered && start >= 0 {
			if !x.onlyMarks(start, i) {
				out = append(out, x.sheet.Box(start, i-1))
			}
			start = -1
		}
		if !covered && start < 0 {
			start = i
		}
	}
	return out
}

// proposeTotals proposes the sums of the line that ends a table to the fields that
// ask for them.
func (x *extractor) proposeTotals(h *heading, row *layout.Row, f catalogue.Field) {
	dealt := x.deal(h, x.rowTokens(row), f)
	for i, total := range x.plan.typ.Fields {
		sum, section, bound := strings.Cut(total.Total, " in ")
		list, name, ok := strings.Cut(sum, ".")
		if !ok || list != f.Name || bound && !within(x.sectionsOf(h.page, h.Rect), []string{section}) {
			continue
		}
		k := h.totalColumn(f, name)
		if k < 0 || len(dealt[k]) == 0 || x.totalsOther(row, name, f) {
			continue
		}
		column := h.columns[k].column
		if c, ok := x.cellOf(column, f.Columns[column], x.run(dealt[k]), 0.9); ok {
			x.propose(candidate{field: i, tokens: c.tokens, value: strings.TrimPrefix(c.value, "-"), score: c.score, how: fromTotal})
		}
	}
}

// totalColumn is the heading of a column by its name; + and - behind it mean the
// credits and the debits of a column that is printed as two.
func (h *heading) totalColumn(f catalogue.Field, name string) int {
	name, credits := strings.CutSuffix(name, "+")
	name, debits := strings.CutSuffix(name, "-")
	found, both := -1, 0
	for k, c := range h.columns {
		if c.column < 0 || f.Columns[c.column].Name != name {
			continue
		}
		both++
		if found < 0 && !(credits && c.minus) && !(debits && !c.minus) {
			found = k
		}
	}
	if (credits || debits) && both < 2 {
		return -1
	}
	return found
}

// addLine adds a line as a row of its own, or to the row above where it lacks the
// columns that begin a row.
func (x *extractor) addLine(rows []rowValue, line rowValue, f catalogue.Field) []rowValue {
	if len(rows) == 0 || x.opensRow(rows[0], line, f) {
		return append(rows, line)
	}
	last := &rows[len(rows)-1]
	x.joinHalves(last, line, f)
	for _, c := range line.cells {
		into := last.cell(c.column)
		kind, masks := f.Columns[c.column].Kind, f.Columns[c.column].Mask
		switch {
		case into != nil && len(masks) > 0 && shape.FitsMask(masks, into.value):
			// a code is whole: what stands under it is no more of it
		case into == nil:
			last.cells = append(last.cells, c)
			slices.SortStableFunc(last.cells, func(a, b cellValue) int { return a.column - b.column })
		case kind == catalogue.String || kind == catalogue.Text:
			into.value += x.dashAfter(into.tokens) + " " + c.value
			into.tokens = append(into.tokens, c.tokens...)
		}
	}
	return rows
}

// dashAfter is the dash or the comma that stands behind a value, dropped from its end: it
// parts it from what goes on below.
func (x *extractor) dashAfter(tokens []int32) string {
	if strings.HasSuffix(x.sheet.Tokens[tokens[len(tokens)-1]].Text, ",") {
		return ","
	}
	i := int(tokens[len(tokens)-1]) + 1
	if i < len(x.sheet.Tokens) && !x.sheet.LineStart(i) && x.sheet.Tokens[i].Dash() {
		return " " + x.sheet.Tokens[i].Text
	}
	return ""
}

// opensRow tells whether a line begins a row. In a table with words at its margin
// these do, where the first row has them.
func (x *extractor) opensRow(first, line rowValue, f catalogue.Field) bool {
	if f.Table != nil && f.Table.Margin != "" {
		if k := columnIndex(f, f.Table.Margin); first.cell(k) != nil {
			return line.cell(k) != nil
		}
	}
	return x.begins(line, f)
}

// joinHalves makes a number whole that a narrow column broke in two.
func (x *extractor) joinHalves(into *rowValue, line rowValue, f catalogue.Field) {
	for _, a := range into.halves {
		for _, b := range line.halves {
			if a.column != b.column || into.cell(a.column) != nil {
				continue
			}
			if c, ok := x.cellOf(a.column, f.Columns[a.column], x.run(slices.Concat(a.tokens, b.tokens)), 0.9); ok {
				into.cells = append(into.cells, c)
			}
		}
	}
	sortCells(into.cells)
}

func (x *extractor) begins(line rowValue, f catalogue.Field) bool {
	var lead []string
	if f.Table != nil {
		lead = f.Table.Row
	}
	if len(lead) == 0 {
		return len(line.cells) > 1
	}
	missing := 0
	for _, name := range lead {
		if i := columnIndex(f, name); i >= 0 && line.cell(i) == nil {
			missing++
		}
	}
	// Of a scanned row one may be illegible; a full line is a row all the same.
	return missing == 0 || missing < len(lead) && 2*len(line.cells) > len(f.Columns) && x.scanned(line)
}

// fullRows drops lines that do not hold what a row must hold.
func (x *extractor) fullRows(rows []rowValue, f catalogue.Field) []rowValue {
	if f.Table == nil {
		return rows
	}
	return slices.DeleteFunc(rows, func(r rowValue) bool {
		if !x.begins(r, f) {
			return true
		}
		if len(f.Table.Each) == 0 {
			return false
		}
		for _, name := range f.Table.Each {
			i := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Name == name })
			if i >= 0 && r.cell(i) != nil {
				return false
			}
		}
		return true
	})
}
