package extraction

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// card is a row of a list printed as labelled values under a title, such as the
// products of a bank: the labels by their columns. Where none stands over it, the
// lines behind its first labels are the title.
type card struct {
	labels map[int]*spot
	first  *spot
	bottom float64
	titled bool
	under  []int32 // the words of the lines behind the first labels
}

const (
	cardGap  = 2.5 // heights of a label between two lines of labels of one card
	titleGap = 2.2 // font sizes from the title down to the first labels
)

// readCards reads the cards of a list whose title is a column.
func (x *extractor) readCards(field int, f catalogue.Field) []rowValue {
	if f.Title == "" {
		return nil
	}
	title := columnIndex(f, f.Title)
	var rows []rowValue
	for _, c := range x.cards(field, f) {
		row := rowValue{how: fromLabel}
		for column, s := range c.labels {
			if v, ok := x.labelledCell(s, column, f.Columns[column]); ok {
				row.cells = append(row.cells, v)
			}
		}
		if row.cell(title) == nil {
			if v, ok := x.titleOf(c, title, f.Columns[title]); ok {
				row.cells = append(row.cells, v)
			}
		}
		if x.totalsCard(row, title, field, f) {
			continue
		}
		if row.cell(title) != nil && len(row.cells) > 1 {
			sortCells(row.cells)
			rows = append(rows, row)
			x.dropNumber(rows, title)
		}
	}
	return rows
}

// titleOf is the title of a card without a label of its own: the text beside a first
// label that has its value in its cell, the line over the labels, or the lines under.
func (x *extractor) titleOf(c card, column int, f catalogue.Field) (cellValue, bool) {
	if !c.first.ends {
		if v, ok := x.cellOf(column, f, x.textBeside(c.first), 0.85); ok {
			return v, true
		}
	}
	if v, ok := x.titleOver(c.first, column, f); ok {
		return v, true
	}
	return x.cellOf(column, f, x.run(c.under), 0.85)
}

// dropNumber drops the number of the last card from its title: "02 Município de Londrina".
func (x *extractor) dropNumber(rows []rowValue, title int) {
	c := rows[len(rows)-1].cell(title)
	number, name, ok := strings.Cut(c.value, " ")
	if ok && len(c.tokens) > 1 && numbering.MatchString(number) && atoi(strings.TrimRight(number, ".):-")) == len(rows) {
		c.value, c.tokens = strings.TrimLeft(name, "-–. "), c.tokens[1:]
	}
}

// cards gathers the labels of the columns, line by line: a card ends where a label
// comes again, or far below.
func (x *extractor) cards(field int, f catalogue.Field) []card {
	var out []card
	for r := range x.sheet.Rows {
		if x.rowRole(&x.sheet.Rows[r], field) != fieldLabel {
			continue
		}
		spots := x.columnSpots(r, field, f)
		if n := len(out) - 1; n >= 0 && len(spots) == 0 {
			x.goOn(&out[n], &x.sheet.Rows[r])
		}
		for _, s := range spots {
			column, _ := x.groupColumn(s, field, f)
			n := cardOver(out, s)
			if n >= 0 && out[n].labels[column] != nil && out[n].labels[column].cell == s.cell && !s.colon {
				continue // a word of the title: "Grupo 05 - Consórcio, grupo 1183, cota 3"
			}
			if n < 0 || out[n].labels[column] != nil || s.page != out[n].first.page || s.box.Top-out[n].bottom > cardGap*s.box.Height() {
				_, titled := x.titleOver(s, columnIndex(f, f.Title), f.Columns[columnIndex(f, f.Title)])
				out = append(out, card{labels: map[int]*spot{}, first: s, titled: titled})
				n = len(out) - 1
			}
			if s.box.Top > out[n].first.box.Bottom {
				out[n].titled = true // its title would stand before these labels
			}
			out[n].labels[column] = s
			out[n].bottom = max(out[n].bottom, x.textFoot(s, f.Columns[column]))
		}
	}
	return out
}

// cardOver is the card that a label goes on with: of two side by side the one whose first
// label it stands under, else the last.
func cardOver(cards []card, s *spot) int {
	last := len(cards) - 1
	for n := last; n > 0 && n > last-2; n-- {
		if c := cards[n-1]; beside(c.first.box, cards[n].first.box) && c.first.page == s.page && math.Abs(c.first.box.Left-s.box.Left) < s.box.Height() {
			return n - 1
		}
	}
	return last
}

// goOn adds a line without labels to the card above that has no title yet.
func (x *extractor) goOn(c *card, row *layout.Row) {
	cell := &x.sheet.Cells[row.Cells[0]]
	if c.titled || row.Page != c.first.page || len(row.Cells) > 1 {
		return
	}
	if at := x.spotAt[cell.First]; at > 0 && x.spots[at-1].quality >= 0.95 {
		return
	}
	gap := cell.Top - c.bottom
	if gap > cardGap*c.first.box.Height() || math.Abs(cell.Left-c.first.box.Left) > 3*cell.Char {
		return
	}
	for i := cell.First; i < cell.Past; i++ {
		c.under = append(c.under, int32(i))
	}
	c.bottom = max(c.bottom, cell.Bottom)
}

// columnSpots are the labels of columns on a line; none where the line begins with
// a label of something else, such as that of a total.
func (x *extractor) columnSpots(row, field int, f catalogue.Field) []*spot {
	var out []*spot
	for _, t := range x.rowTokens(&x.sheet.Rows[row]) {
		at := x.spotAt[t]
		if at == 0 || x.spots[at-1].first != int(t) {
			continue
		}
		s := &x.spots[at-1]
		if !s.colon && s.cell != x.sheet.Rows[row].Cells[0] && x.sheet.Tokens[s.first].Small() {
			continue // a remark beside the title: "CDB" and "rendimento isento"
		}
		if _, ok := x.groupColumn(s, field, f); ok && (s.starts || s.colon || x.spotAt[x.sheet.Cells[s.cell].First] > 0) {
			out = append(out, s)
		} else if len(out) == 0 && s.quality >= 0.75 && slices.ContainsFunc(s.refs, func(r ref) bool { return r.role != noiseLabel }) {
			return nil
		}
	}
	return out
}

// heads tells whether a cell begins with a label that cannot be a title: "Conta
// Corrente" may name a product, "Conta: 123-4", a part of the document or a
// column may not.
func (x *extractor) heads(k int32) bool {
	cell := x.sheet.Cells[k]
	at := x.spotAt[x.headOf(k, cell.Past-1)]
	digits := slices.ContainsFunc(x.sheet.Tokens[cell.First:cell.Past], func(t layout.Token) bool { return layout.HasFigure(t.Text) })
	if !x.boundary(cell.First) {
		return at > 0 && digits && x.spots[at-1].quality >= 0.75 && slices.ContainsFunc(x.spots[at-1].refs, func(r ref) bool { return r.role == columnLabel })
	}
	if at == 0 || x.spots[at-1].colon || digits {
		return true
	}
	s := &x.spots[at-1]
	return slices.ContainsFunc(s.refs, func(r ref) bool { return r.role == sectionLabel || r.role != fieldLabel && s.ends })
}

// titleOver is the line over the first label of a card, where it is no label of
// another thing and holds no sum itself. A line that names the part of the document may
// stand between: "RDB", and under it "Rendimentos sujeitos à tributação exclusiva".
func (x *extractor) titleOver(s *spot, column int, c catalogue.Field) (cellValue, bool) {
	under := x.sheet.Cells[s.cell].Rect
	best := x.lineOver(s.page, under, s.box.Height())
	if best >= 0 && x.heads(best) && x.tellsMore(best) {
		best = x.lineOver(s.page, x.sheet.Cells[best].Rect, s.box.Height()) // where it is kept: "Agência: 1234 Conta: 567-8"
	}
	if best < 0 || x.heads(best) {
		return cellValue{}, false
	}
	if over := x.lineOver(s.page, x.sheet.Cells[best].Rect, s.box.Height()); over >= 0 && !x.heads(over) && x.sheet.Cells[over].Size > 1.1*x.sheet.Cells[best].Size && math.Abs(x.sheet.Cells[over].Left-x.sheet.Cells[best].Left) < x.sheet.Cells[best].Char {
		best = over // a remark in small type stands under the title
	}
	cell := x.sheet.Cells[best]
	run := x.between(cell.First, cell.Past-1)
	if _, sum := recognise.First(catalogue.Money, run); sum {
		return cellValue{}, false
	}
	return x.cellOf(column, c, run, 0.85)
}

// tellsMore reports whether a cell is labels with their values, none of them of a list: with
// those the card before ends.
func (x *extractor) tellsMore(c int32) bool {
	cell := &x.sheet.Cells[c]
	at := x.spotAt[cell.First]
	if at == 0 || !x.spots[at-1].colon || !x.holdsDigits(cell) {
		return false
	}
	return !slices.ContainsFunc(x.spots[at-1].refs, func(r ref) bool { return r.role == columnLabel })
}

// lineOver is the cell right over a box, or -1.
func (x *extractor) lineOver(page int32, box layout.Rect, size float64) int32 {
	best := int32(-1)
	for _, k := range x.byTop[page] {
		cell := &x.sheet.Cells[k]
		if cell.Top > box.Top {
			break
		}
		if gap := box.Top - cell.Bottom; gap > -0.4*size && gap < titleGap*max(cell.Size, size) && cell.Overlap(box) > 0 {
			best = k
		}
	}
	return best
}

// totalsCard tells whether a card sums the others up, "Total" over the same labels, and
// proposes its sums to the fields that ask for them.
func (x *extractor) totalsCard(row rowValue, title, field int, f catalogue.Field) bool {
	name := row.cell(title)
	if name == nil || len(name.tokens) > totalWords {
		return false
	}
	if mark, ok := x.ends[[2]int{int(name.tokens[0]), field}]; !ok || mark.role != tableEnd {
		return false
	}
	for i, total := range x.plan.typ.Fields {
		list, column, ok := strings.Cut(total.Total, ".")
		if !ok || list != f.Name {
			continue
		}
		if c := row.cell(columnIndex(f, column)); c != nil {
			x.propose(candidate{field: i, tokens: c.tokens, value: c.value, score: c.score, how: fromTotal})
		}
	}
	return true
}

const totalWords = 3 // of the title of a card of totals, at most: "Total geral", "Soma dos produtos"

// titleColumn is the column that names the rows of a list: the title of its cards, or the
// text that a row of its table begins with. There is none where that is no text.
func titleColumn(f catalogue.Field) int {
	name := f.Title
	if name == "" && f.Table != nil && len(f.Table.Row) > 0 {
		name = f.Table.Row[0]
	}
	if k := columnIndex(f, name); k >= 0 && f.Columns[k].Kind == catalogue.String {
		return k
	}
	return -1
}
