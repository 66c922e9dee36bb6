package extraction

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// readGroups makes rows of labelled values that stand together: a list printed
// as boxes and not as a table. The first column's label begins a new row.
func (x *extractor) readGroups(field int, f catalogue.Field) []rowValue {
	if !f.Group {
		return nil
	}
	type head struct {
		s      *spot
		row    rowValue
		bottom float64 // of the last label that joined
	}
	var heads []head
	for _, s := range x.groupHeads(field, f) {
		heads = append(heads, head{s: s})
	}
	for i := range x.spots {
		s := &x.spots[i]
		column, ok := x.groupColumn(s, field, f)
		if !ok {
			continue
		}
		best, least := -1, 0.0
		for k := range heads {
			if d, ok := groupDistance(heads[k].s, s, max(heads[k].bottom, heads[k].s.box.Bottom)); ok && (best < 0 || d < least) && heads[k].row.cell(column) == nil {
				best, least = k, d
			}
		}
		if best < 0 {
			continue
		}
		if _, ok := printedLabel(f.Columns[column]); ok {
			continue
		}
		if c, ok := x.labelledCell(s, column, f.Columns[column]); ok {
			heads[best].row.cells = append(heads[best].row.cells, c)
			heads[best].bottom = x.textFoot(s, f.Columns[column])
		}
	}
	var rows []rowValue
	for _, h := range heads {
		x.addPrinted(&h.row, h.s, f)
		if lead := columnIndex(f, f.Lead); lead >= 0 && f.Join == "" && h.row.cell(lead) == nil {
			continue // the label was a word of the text
		}
		if len(h.row.cells) > 0 && !signature(rows, h.row, h.s, f) {
			slices.SortStableFunc(h.row.cells, func(a, b cellValue) int { return a.column - b.column })
			h.row.how = fromLabel
			rows = append(rows, h.row)
		}
	}
	return withoutParts(rows)
}

// groupHeads are the labels that begin a row each, in reading order: those of the
// first column, or the one that the entry names. Rows that join others need not have
// it: then those of the first column that has several.
func (x *extractor) groupHeads(field int, f catalogue.Field) []*spot {
	byColumn := make([][]*spot, len(f.Columns))
	for i := range x.spots {
		if column, ok := x.groupColumn(&x.spots[i], field, f); ok {
			byColumn[column] = append(byColumn[column], &x.spots[i])
		}
	}
	heads := byColumn[max(columnIndex(f, f.Lead), 0)]
	for _, of := range byColumn {
		if len(heads) == 0 && f.Join != "" && len(of) > 1 {
			heads = of
		}
	}
	slices.SortStableFunc(heads, inReadingOrder)
	return heads
}

// inReadingOrder compares where two labels stand: side by side from the left, else
// from the top.
func inReadingOrder(a, b *spot) int {
	switch {
	case a.page != b.page:
		return int(a.page - b.page)
	case beside(a.box, b.box):
		return cmp.Compare(a.box.Left, b.box.Left)
	}
	return cmp.Compare(a.box.Top, b.box.Top)
}

// addPrinted fills the column that holds the label itself, such as the role of a
// party; what stands beside the label is the value of the column it names.
func (x *extractor) addPrinted(row *rowValue, s *spot, f catalogue.Field) {
	for k, c := range f.Columns {
		name, ok := printedLabel(c)
		if !ok {
			continue
		}
		of := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return c.Name == name })
		if of >= 0 && row.cell(of) == nil {
			if v, ok := x.labelledCell(s, of, f.Columns[of]); ok {
				row.cells = append(row.cells, v)
			}
		}
		if r := x.between(s.first, s.last); len(row.cells) > 0 {
			row.cells = append(row.cells, cellValue{column: k, value: shape.Clean(r.Text(0, r.Len()-1)), tokens: r.Index, score: 0.9})
		}
	}
}

// signature tells whether a row says again, at a signature, what an earlier one
// has said with more: the same label without a colon, or hardly anything else.
func signature(rows []rowValue, row rowValue, s *spot, f catalogue.Field) bool {
	k := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { _, ok := printedLabel(c); return ok })
	if k < 0 || row.cell(k) == nil || s.colon && len(row.cells) > 2 {
		return false
	}
	return slices.ContainsFunc(rows, func(o rowValue) bool {
		return o.cell(k) != nil && layout.Fold(o.cell(k).value) == layout.Fold(row.cell(k).value) && (len(row.cells) <= 2 || !others(o, row))
	})
}

// others tells whether two rows give checked numbers that differ: they are of two
// parties in one role.
func others(a, b rowValue) bool {
	return slices.ContainsFunc(b.cells, func(c cellValue) bool {
		o := a.cell(c.column)
		return c.checked && o != nil && o.checked && o.value != c.value
	})
}

// printedLabel is the column whose label a column holds as its value.
func printedLabel(c catalogue.Field) (of string, ok bool) {
	of, ok = strings.CutPrefix(strings.TrimSuffix(c.From, ")"), "label(")
	return of, ok
}

// sentenced tells whether a label without a colon is a word of a sentence: a mark
// ends it, or it goes on in small letters.
func (x *extractor) sentenced(s *spot) bool {
	if s.colon {
		return false
	}
	last := x.sheet.Tokens[s.last].Text
	if strings.HasSuffix(last, "/") {
		return true // the first half of a value: OAB/SP
	}
	if s.ends {
		short := len(x.sheet.Tokens[s.last].Fold) <= 6 // of an abbreviation: "Venc."
		return strings.ContainsAny(layout.LastRune(last), ",;") || layout.LastRune(last) == "." && !short
	}
	next := x.sheet.Tokens[s.last+1].Text
	r, _ := utf8.DecodeRuneInString(next)
	return strings.ContainsAny(layout.LastRune(last), ",;") || unicode.IsLower(r) || strings.HasPrefix(next, ",")
}

func (x *extractor) groupColumn(s *spot, field int, f catalogue.Field) (int, bool) {
	if s.quality < 0.75 || x.sentenced(s) || !x.inScope(f, s) {
		return 0, false
	}
	for _, r := range s.refs {
		if r.role == columnLabel && r.field == field && !x.otherYear(s, r) {
			return r.column, true
		}
	}
	return 0, false
}

const groupReach = 90 // points from the first label of a row of boxes to its last one

// groupDistance is how far a label stands from the head of a row: it must not
// stand before it, nor far away but for lines set solid down to bottom.
func groupDistance(head, s *spot, bottom float64) (float64, bool) {
	if head.page != s.page {
		return 0, false
	}
	down := s.box.Top - head.box.Top
	across := s.box.Left - head.box.Left
	if down < -2 || down < 2 && across < -2 || down > groupReach && s.box.Top-bottom > 4*s.box.Height() {
		return 0, false
	}
	if across < 0 {
		across = -2 * across
	}
	return 3*down + across, true
}

func (x *extractor) labelledCell(s *spot, column int, c catalogue.Field) (cellValue, bool) {
	best := cellValue{}
	if c.Lines >= longText {
		if v, ok := x.cellOf(column, c, x.textBehind(s, c.Lines), 0.95); ok {
			return v, true
		}
	}
	for _, g := range x.regions(s, c) {
		run := g.run
		if g.place == catalogue.Right && c.Lines <= 1 {
			run = x.firstCell(run)
		}
		if g.place == catalogue.Right && x.sheet.Tokens[run.Index[0]].Cell == s.cell && recognise.Typed(c.Kind) && holds(c.Kind, run) {
			return x.cellOf(column, c, run, min(g.score, 0.95))
		}
		if v, ok := x.cellOf(column, c, run, min(g.score, 0.95)); ok && v.score > best.score {
			best = v
		}
	}
	return best, best.score > 0
}
