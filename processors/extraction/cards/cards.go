// Package cards reads lists printed as labelled values that stand together, a card or a group of
// boxes for each row.
//
// In come the labels of a list's columns; out go rows. The words of a long text are no labels.
package cards

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/label"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/listrow"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Reader reads the cards of one document.
type Reader struct{ *listrow.Reader }

// Over is a reader of cards.
func Over(r *listrow.Reader) *Reader { return &Reader{r} }

// card is a row of a list printed as labelled values under a title, such as the
// products of a bank: the labels by their columns.
type card struct {
	labels map[int]*labels.Label
	first  *labels.Label
	next   *labels.Label // the first on a line under that
	bottom float64       // of its labels and what is under them
	foot   float64       // of its values too
}

// ReadCards reads the cards of a list whose title is a column.
func (x *Reader) ReadCards(field int, f catalogue.Field) []candidate.Row {
	if f.Title == "" {
		return nil
	}
	title := f.ColumnIndex(f.Title)
	var rows []candidate.Row
	for _, c := range x.cards(field, f) {
		row := candidate.Row{How: candidate.FromLabel}
		for column, s := range c.labels {
			if v, ok := x.labelledCell(s, column, f.Columns[column]); ok {
				row.Cells = append(row.Cells, v)
			}
		}
		if row.Cell(title) == nil {
			for _, v := range x.titleOf(c, field, title, f) {
				if row.Cell(v.Column) == nil {
					row.Cells = append(row.Cells, v)
				}
			}
		}
		if row.Cell(title) != nil && slices.ContainsFunc(row.Cells, func(v candidate.Cell) bool {
			return v.Column != title && !source.TaxNumber(f.Columns[v.Column].Kind) // who, with a number, may be anybody
		}) {
			row.Sort()
			rows = append(rows, row)
			x.dropNumber(rows, title)
		}
	}
	return rows
}

// titleOf is the title of a card without a label of its own, and what it tells besides: the text beside a
// first label that has its value in its cell, or the line over the first labels or over the next.
func (x *Reader) titleOf(c card, field, title int, f catalogue.Field) []candidate.Cell {
	if v := x.titleOver(c.first, field, title, f); v != nil || c.next == nil {
		return v
	}
	return x.titleOver(c.next, field, title, f)
}

// entitled reads the words that name a card: behind the labels in them with their values, "Grupo 02 – Código 01 –",
// stands the title, in it known words of other columns: "PETR4 · Dividendos".
func (x *Reader) entitled(run recognise.Run, field, title int, f catalogue.Field) []candidate.Cell {
	row := candidate.Row{}
	run = x.Run(run.Index[x.labelledWithin(&row, run, field, f):])
	known := len(row.Cells)
	x.addKnown(&row, run, 0, run.Len(), f)
	for _, c := range row.Cells[known:] {
		if at := slices.Index(run.Index, c.Tokens[0]); at >= 0 {
			run = x.Run(run.Index[:at])
		}
	}
	name, ok := x.CellOf(title, f.Columns[title], run, candidate.Fair)
	if !ok {
		return nil
	}
	return append(row.Cells, name)
}

// labelledWithin adds the values that stand in words right behind labels of columns, and is where the last ends.
func (x *Reader) labelledWithin(row *candidate.Row, run recognise.Run, field int, f catalogue.Field) (past int) {
	for i := 0; i < run.Len(); i++ {
		s := x.LabelOn(int(run.Index[i]))
		if s == nil || s.First != int(run.Index[i]) {
			continue
		}
		ref, ok := labels.ColumnRef(s, field)
		if !ok || ref.Column < 0 || row.Cell(ref.Column) != nil {
			continue
		}
		v, ok := recognise.At(f.Columns[ref.Column].Kind, run, i+s.Last-s.First+1)
		if !ok {
			continue
		}
		if c, ok := x.CellOf(ref.Column, f.Columns[ref.Column], x.Run(run.Index[v.First:v.Last+1]), candidate.Placed); ok {
			row.Cells = append(row.Cells, c)
			i, past = v.Last, v.Last+1
		}
	}
	return past
}

// dropNumber drops the number of the last card from its title: "02 Município de Londrina".
func (x *Reader) dropNumber(rows []candidate.Row, title int) {
	c := rows[len(rows)-1].Cell(title)
	number, name, ok := strings.Cut(c.Text, " ")
	if ok && len(c.Tokens) > 1 && label.Numbering(number) && source.Atoi(strings.TrimRight(number, ".):-")) == len(rows) {
		c.Text, c.Tokens = strings.TrimLeft(name, "-–. "), c.Tokens[1:]
	}
}

// cards gathers the labels of the columns, line by line: a card ends where a label
// comes again, or far below.
func (x *Reader) cards(field int, f catalogue.Field) []card {
	var out []card
	for r := range x.Sheet.Rows {
		if x.RowRole(&x.Sheet.Rows[r], field) != compile.FieldLabel {
			continue
		}
		for _, s := range x.columnLabels(r, field, f) {
			column, _ := x.groupColumn(s, field, f)
			n := cardOver(out, s)
			if n < 0 || out[n].labels[column] != nil || !out[n].reaches(s) {
				out = append(out, card{labels: map[int]*labels.Label{}, first: s})
				n = len(out) - 1
			}
			if out[n].next == nil && s.Box.Top > out[n].first.Box.Bottom {
				out[n].next = s
			}
			out[n].labels[column] = s
			out[n].bottom = max(out[n].bottom, s.Box.Bottom)
			out[n].foot = max(out[n].foot, out[n].bottom)
			if under := x.CellUnder(s.Cell); under >= 0 && x.HeadLabel(under) == nil {
				out[n].foot = max(out[n].foot, x.Sheet.Cells[under].Bottom)
			}
		}
	}
	return out
}

// reaches reports whether a label stands near under the labels of a card, or under their values and no farther to the left.
func (c *card) reaches(s *labels.Label) bool {
	foot := c.bottom
	if s.Box.Left > c.first.Box.Left-s.Box.Height() {
		foot = c.foot
	}
	return s.Page == c.first.Page && s.Box.Top-foot <= layout.Reach*s.Box.Height()
}

// cardOver is the card that a label goes on with: of two side by side the one whose first
// label it stands under, else the last.
func cardOver(cards []card, s *labels.Label) int {
	last := len(cards) - 1
	for n := last; n > 0 && n > last-2; n-- {
		if c := cards[n-1]; source.Beside(c.first.Box, cards[n].first.Box) && c.first.Page == s.Page && math.Abs(c.first.Box.Left-s.Box.Left) < s.Box.Height() {
			return n - 1
		}
	}
	return last
}

// columnLabels are the labels of columns on a line; none where the line begins with
// a label of something else, such as that of a total.
func (x *Reader) columnLabels(row, field int, f catalogue.Field) []*labels.Label {
	var out []*labels.Label
	for _, t := range x.RowTokens(&x.Sheet.Rows[row]) {
		s := x.LabelOn(int(t))
		if s == nil || s.First != int(t) {
			continue
		}
		if !s.Colon && s.Cell != x.Sheet.Rows[row].Cells[0] && x.Sheet.Tokens[s.First].Small() {
			continue // a remark beside the title: "CDB" and "rendimento isento"
		}
		if _, ok := x.groupColumn(s, field, f); ok && (s.Starts || s.Colon || x.LabelOn(x.Sheet.Cells[s.Cell].First) != nil) {
			out = append(out, s)
		} else if len(out) == 0 && s.Strength >= labels.Likely && !s.Unwanted() {
			return nil
		}
	}
	return out
}

// heads reports whether a cell begins with a label that cannot be a title: "Conta
// Corrente" may name a product, "Conta: 123-4", a part of the document or a
// column may not.
func (x *Reader) heads(k int32) bool {
	cell := x.Sheet.Cells[k]
	s := x.HeadLabel(k)
	digits := x.HoldsDigits(&cell)
	if !x.Boundary(cell.First) {
		return s != nil && digits && s.Strength >= labels.Likely && s.Names(compile.ColumnLabel)
	}
	if s == nil || s.Colon || digits {
		return true
	}
	return slices.ContainsFunc(s.Refs, func(r compile.Ref) bool {
		return r.Role == compile.SectionLabel || r.Role != compile.FieldLabel && s.Ends
	})
}

// titleOver is the line over the first label of a card, where it is no label of
// another thing and holds no sum itself. A line that names the part of the document may
// stand between: "RDB", and under it "Rendimentos sujeitos à tributação exclusiva".
func (x *Reader) titleOver(s *labels.Label, field, title int, f catalogue.Field) []candidate.Cell {
	best := x.CellOver(s.Cell, layout.Reach)
	if best >= 0 && x.tellsMore(best) {
		best = x.CellOver(best, layout.Reach)
	}
	if best < 0 || x.heads(best) {
		return nil
	}
	run := x.CellRun(best)
	if _, sum := recognise.First(catalogue.Money, run); sum {
		return nil
	}
	return x.entitled(run, field, title, f)
}

// tellsMore reports whether a cell says something of the title over it: labels with their values, none
// of them of a list, with those the card before ends ("Agência: 1234 Conta: 567-8"); or words and, behind
// a colon, others ("Ficha Bens e Direitos: grupo 04, código 02").
func (x *Reader) tellsMore(c int32) bool {
	cell := &x.Sheet.Cells[c]
	on := x.LabelOn(cell.First)
	if on == nil {
		over := x.CellOver(c, layout.Reach)
		return over >= 0 && x.Sheet.Cells[over].Block == cell.Block && slices.ContainsFunc(x.Sheet.Tokens[cell.First:cell.Past-1], func(t layout.Token) bool { return strings.HasSuffix(t.Text, ":") })
	}
	if !x.heads(c) || !x.HoldsDigits(cell) {
		return false
	}
	return !on.Names(compile.ColumnLabel)
}

// TotalsCard reports whether a card sums the others up, "Total" over the same labels.
func (x *Reader) TotalsCard(row candidate.Row, title, field int) bool {
	name := row.Cell(title)
	if name == nil || len(name.Tokens) > totalWords {
		return false
	}
	if mark, ok := x.Ends[[2]int{int(name.Tokens[0]), field}]; !ok || mark.Role != compile.TableEnd {
		return false
	}
	return true
}

const totalWords = 3 // of the title of a card of totals, at most: "Total geral", "Soma dos produtos"
