package lists

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/table"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// rowBand is the strip of a page in which a row of a list stands, down to the next row.
type rowBand struct {
	page        int32
	top, bottom float64
}

// cellLabels reads the values that stand in a table with labels of their own, under headings that
// name several columns at once: "CST 120" over "CFOP 5403" under "CST / CFOP", "ICMS 58,31" under
// "BASES DE CÁLCULO", the unit under the quantity under "QTD / UN".
type cellLabels struct {
	x     *reader
	f     catalogue.Field
	field int
	rows  []candidate.Row
	bands []rowBand
	heads []int32                  // the cells of the lines over the first row
	named map[int32][]int          // the columns that each of them names
	found map[int]map[int]labelled // by column and row
	told  map[int32]bool           // cells whose words mean a column together with the heading
}

// labelled is a value with the words of its label.
type labelled struct {
	cell  candidate.Cell
	words []int32
}

func (x *reader) readCellLabels(rows []candidate.Row, field int, f catalogue.Field, t *table.Tables) {
	if f.Table == nil || len(rows) == 0 || rows[0].How != candidate.FromTable {
		return
	}
	c := cellLabels{x: x, f: f, field: field, rows: rows, named: map[int32][]int{}, found: map[int]map[int]labelled{}, told: map[int32]bool{}}
	if c.bands = x.rowBands(rows, t.Headings()); c.bands == nil {
		return
	}
	c.findHeads()
	for r := range x.Sheet.Rows {
		line := &x.Sheet.Rows[r]
		if row := c.rowAt(line.Page, x.Sheet.Cells[line.Cells[0]].Top); row >= 0 {
			c.ofLine(row, line.Cells)
		}
	}
	for i := range x.Placed {
		if s := &x.Placed[i]; c.rowAt(s.Page, s.Box.Top) >= 0 {
			c.ofSpot(s)
		}
	}
	c.fill()
}

// rowBands are the strips in which rows stand, nil where they do not stand one under another. The headings of
// the next table are in none.
func (x *reader) rowBands(rows []candidate.Row, headings []int32) []rowBand {
	var tallest float64
	out := make([]rowBand, len(rows))
	for i := range rows {
		b := &out[i]
		for _, c := range rows[i].Cells {
			for _, t := range c.Tokens {
				token := &x.Sheet.Tokens[t]
				if b.bottom == 0 || token.Page == b.page && token.Top < b.top {
					b.page, b.top = token.Page, token.Top
				}
				b.bottom = max(b.bottom, token.Bottom)
			}
		}
		if b.bottom == 0 || i > 0 && out[i-1].page == b.page && b.top <= out[i-1].top {
			return nil
		}
		between := func(t int32) bool {
			token := &x.Sheet.Tokens[t]
			return token.Page == b.page && token.Top > out[i-1].bottom && token.Top < b.top
		}
		if i > 0 && out[i-1].page == b.page && !slices.ContainsFunc(headings, between) {
			out[i-1].bottom = b.top - 1
			tallest = max(tallest, b.top-out[i-1].top)
		}
	}
	for i := range out {
		if b := &out[i]; i+1 == len(out) || out[i+1].top-1 != b.bottom {
			b.bottom = max(b.bottom, b.top+tallest) - 1
		}
	}
	return out
}

// rowAt is the row in whose strip a line stands, -1 for none.
func (c *cellLabels) rowAt(page int32, top float64) int {
	for i, b := range c.bands {
		if b.page == page && top >= b.top-1 && top < b.bottom {
			return i
		}
	}
	return -1
}

const headLines = 3 // lines that a heading may have over the first row

func (c *cellLabels) findHeads() {
	first := c.bands[0]
	for i := range c.x.Sheet.Cells {
		cell := &c.x.Sheet.Cells[i]
		if cell.Page == first.page && cell.Top < first.top && first.top-cell.Top < headLines*1.5*cell.Size {
			c.heads = append(c.heads, int32(i))
		}
	}
	for i := range c.x.Placed {
		s := &c.x.Placed[i]
		if r, ok := labels.ColumnRef(s, c.field); ok && slices.Contains(c.heads, s.Cell) {
			c.named[s.Cell] = append(c.named[s.Cell], r.Column)
		}
	}
}

// ofSpot reads the value behind a label of a column.
func (c *cellLabels) ofSpot(s *labels.Label) {
	row := c.rowAt(s.Page, s.Box.Top)
	label := c.x.Between(s.First, s.Last).Index
	for _, r := range s.Refs {
		if r.Role != compile.ColumnLabel || r.Field != c.field || c.told[s.Cell] {
			continue
		}
		if cell := &c.x.Sheet.Cells[s.Cell]; s.Last+1 < cell.Past {
			c.propose(row, r.Column, label, c.x.Between(s.Last+1, cell.Past-1).Index)
		} else if next := c.valueOf(s.Cell); next >= 0 {
			c.propose(row, r.Column, label, c.words(next))
		}
	}
}

// valueOf is the cell of the value of a label that fills its cell: beside it, or under it in its box;
// -1 for none.
func (c *cellLabels) valueOf(label int32) int32 {
	if next := c.beside(label); next >= 0 {
		return next
	}
	cells := c.x.Sheet.Cells
	if under := label + 1; int(under) < len(cells) && cells[label].Box != layout.NoBox && cells[under].Box == cells[label].Box && cells[under].Row > cells[label].Row {
		return under
	}
	return -1
}

// ofLine reads the values of a line whose label means a column together with the heading over it,
// and those that stand under the first of two values of one heading.
func (c *cellLabels) ofLine(row int, cells []int32) {
	for _, at := range cells {
		words := c.words(at)
		head := c.headOver(at)
		if head < 0 {
			continue
		}
		if next := c.beside(at); next >= 0 && len(words) == 1 && !layout.HasDigit(c.x.Sheet.Tokens[words[0]].Text) {
			if names := c.x.columnsMeant(c.field, append(slices.Clone(c.words(head)), words...)); len(names) == 1 {
				c.told[at] = true
				c.propose(row, names[0].Column, words, c.words(next))
			}
		}
		if below, column := c.secondOf(row, at, head); below {
			c.propose(row, column, nil, words)
		}
	}
}

// secondOf reports whether a cell stands under the value of the first column that a heading names,
// and which is the second.
func (c *cellLabels) secondOf(row int, at, head int32) (bool, int) {
	columns := c.named[head]
	if len(columns) != 2 {
		return false, 0
	}
	first := c.rows[row].Cell(columns[0])
	if first == nil || len(first.Tokens) == 0 {
		return false, 0
	}
	over := &c.x.Sheet.Cells[c.x.Sheet.Tokens[first.Tokens[0]].Cell]
	here := &c.x.Sheet.Cells[at]
	return here.Top >= over.Bottom-1 && here.Overlap(over.Rect) > 0, columns[1]
}

// headOver is the heading over a cell: in the column that is drawn around it, else right over it; -1 for none.
func (c *cellLabels) headOver(at int32) int32 {
	best, drawn := int32(-1), false
	for _, h := range c.heads {
		head, cell := &c.x.Sheet.Cells[h], &c.x.Sheet.Cells[at]
		column := c.x.Sheet.SameColumn(head.Box, cell.Box)
		if !column && (drawn || head.Overlap(cell.Rect) <= 0) {
			continue
		}
		if column && !drawn || best < 0 || head.Top > c.x.Sheet.Cells[best].Top {
			best, drawn = h, column
		}
	}
	return best
}

// beside is the next cell of a line in the same box, -1 where none is near and no lines are drawn around them.
func (c *cellLabels) beside(at int32) int32 {
	cells := c.x.Sheet.Cells
	row := c.x.Sheet.Rows[cells[at].Row].Cells
	k := slices.Index(row, at) + 1
	if k == 0 || k == len(row) || cells[row[k]].Box != cells[at].Box {
		return -1
	}
	if cells[row[k]].Left-cells[at].Right >= 8*cells[at].Size && !c.x.Sheet.SameColumn(cells[at].Box, cells[at].Box) {
		return -1
	}
	return row[k]
}

func (c *cellLabels) words(cell int32) []int32 {
	at := &c.x.Sheet.Cells[cell]
	return c.x.Between(at.First, at.Past-1).Index
}

func (c *cellLabels) propose(row, column int, label, words []int32) {
	if _, ok := c.found[column][row]; ok {
		return
	}
	cell, ok := c.x.CellOf(column, c.f.Columns[column], c.x.Run(words), candidate.Placed)
	if !ok {
		return
	}
	if c.found[column] == nil {
		c.found[column] = map[int]labelled{}
	}
	c.found[column][row] = labelled{cell, append(slices.Clone(label), cell.Tokens...)}
}

// fill gives rows what was found of the columns that are printed so.
func (c *cellLabels) fill() {
	own := make([]bool, len(c.f.Columns))
	for column := range own {
		own[column] = c.ownLabels(column)
	}
	for column := range c.f.Columns {
		if !own[column] {
			continue
		}
		for row, v := range c.found[column] {
			r := &c.rows[row]
			if c.taken(row, column, own, v.cell.Tokens) {
				continue
			}
			c.drop(r, v.words)
			r.Cells = slices.DeleteFunc(r.Cells, func(old candidate.Cell) bool { return old.Column == column })
			r.Cells = append(r.Cells, v.cell)
			candidate.SortCells(r.Cells)
		}
		c.dropOthers(column)
	}
}

// lacks reports whether a row has no value of a column, or one that no heading names.
func (c *cellLabels) lacks(row, column int) bool {
	has := c.rows[row].Cell(column)
	return has == nil || has.Score < candidate.Placed
}

// ownLabels reports whether the values of a column stand behind labels of their own: in most rows, or
// in most of those that have no value of it, where those are most.
func (c *cellLabels) ownLabels(column int) bool {
	found, without, lacking := c.found[column], 0, 0
	for i := range c.rows {
		v, ok := found[i]
		if has := c.rows[i].Cell(column); has == nil || ok && len(v.words) == len(v.cell.Tokens) && (c.lacks(i, column) || slices.Equal(v.words, has.Tokens)) {
			without++
			if ok {
				lacking++
			}
		}
	}
	if 2*lacking > without && 2*without > len(c.rows) {
		return true
	}
	if !recognise.Typed(c.f.Columns[column].Kind) {
		return false // words before a name may be a title of his
	}
	labels, plain, told := 0, 0, false
	for i := range c.rows {
		has := c.rows[i].Cell(column)
		if v, ok := found[i]; ok && len(v.words) > len(v.cell.Tokens) {
			labels++
			told = told || c.told[c.x.Sheet.Tokens[v.words[0]].Cell]
		} else if has != nil && len(has.Tokens) > 0 && !c.behindWord(has.Tokens[0]) {
			plain++
		}
	}
	return (labels > 1 || told) && 2*plain <= labels
}

// behindWord reports whether a value stands behind a word in its box that may be its label.
func (c *cellLabels) behindWord(value int32) bool {
	before := c.before(c.x.Sheet.Tokens[value].Cell)
	if before < 0 {
		return false
	}
	words := c.words(before)
	return len(words) == 1 && !layout.HasDigit(c.x.Sheet.Tokens[words[0]].Text)
}

// taken reports whether words are the value of another column that is no text, and that column has
// no label of its own for another value.
func (c *cellLabels) taken(row, column int, own []bool, words []int32) bool {
	share := func(tokens []int32) bool {
		return slices.ContainsFunc(tokens, func(t int32) bool { return slices.Contains(words, t) })
	}
	return slices.ContainsFunc(c.rows[row].Cells, func(other candidate.Cell) bool {
		if other.Column == column || c.f.Columns[other.Column].Kind == catalogue.String || !share(other.Tokens) {
			return false
		}
		better, ok := c.found[other.Column][row]
		return !own[other.Column] || !ok || share(better.cell.Tokens)
	})
}

// dropOthers drops the values of a column that stand behind the label of something else, where those
// of other rows have theirs: the tax on the industry under "VALOR DOS TRIBUTOS", of goods that bear no other.
func (c *cellLabels) dropOthers(column int) {
	labels := map[string]bool{}
	for _, v := range c.found[column] {
		for _, t := range v.words[:len(v.words)-len(v.cell.Tokens)] {
			labels[c.x.Sheet.Tokens[t].Fold] = true
		}
	}
	if len(labels) == 0 {
		return
	}
	for row := range c.rows {
		has := c.rows[row].Cell(column)
		if _, ok := c.found[column][row]; ok || has == nil || len(has.Tokens) == 0 {
			continue
		}
		if c.behindWord(has.Tokens[0]) && !labels[c.x.Sheet.Tokens[c.words(c.before(c.x.Sheet.Tokens[has.Tokens[0]].Cell))[0]].Fold] {
			c.rows[row].Cells = slices.DeleteFunc(c.rows[row].Cells, func(v candidate.Cell) bool { return v.Column == column })
		}
	}
}

// before is the cell of a line before another, -1 where none is near.
func (c *cellLabels) before(at int32) int32 {
	row := c.x.Sheet.Rows[c.x.Sheet.Cells[at].Row].Cells
	if k := slices.Index(row, at); k > 0 && c.beside(row[k-1]) == at {
		return row[k-1]
	}
	return -1
}

// drop takes words out of the texts of a row.
func (c *cellLabels) drop(r *candidate.Row, words []int32) {
	for i := range r.Cells {
		cell := &r.Cells[i]
		if c.f.Columns[cell.Column].Kind != catalogue.String || !slices.ContainsFunc(cell.Tokens, func(t int32) bool { return slices.Contains(words, t) }) {
			continue
		}
		left := slices.DeleteFunc(slices.Clone(cell.Tokens), func(t int32) bool { return slices.Contains(words, t) })
		if len(left) > 0 {
			run := c.x.Run(left)
			cell.Tokens, cell.Text = left, strings.TrimSpace(run.Text(0, run.Len()-1))
		}
	}
}
