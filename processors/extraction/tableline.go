package extraction

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// readLine deals the words of a line out to the columns of a table.
func (x *extractor) readLine(h *heading, row *layout.Row, f catalogue.Field) (rowValue, bool) {
	line := rowValue{how: fromTable}
	words := x.rowTokens(row)
	if c, ok := x.sideCell(h, row, f); ok {
		line.cells = append(line.cells, c)
		words = words[len(c.tokens):]
	}
	dealt := x.deal(h, words, f)
	for k := range h.columns {
		column := h.columns[k].column
		if column < 0 || len(dealt[k]) == 0 || line.cell(column) != nil {
			continue
		}
		if second := h.columns[k].second; second >= 0 {
			var rest []int32
			dealt[k], rest = x.splitCell(dealt, k)
			if c, ok := x.cellOf(second, f.Columns[second], x.run(rest), 0.9); ok {
				line.cells = append(line.cells, c)
			}
		}
		c, ok := x.cellOf(column, f.Columns[column], x.run(dealt[k]), 0.93)
		if !ok {
			line.halves = append(line.halves, cellValue{column: column, tokens: dealt[k]})
			continue
		}
		if h.columns[k].minus && !strings.HasPrefix(c.value, "-") {
			c.value = "-" + c.value
		}
		line.cells = append(line.cells, c)
	}
	x.behind(h, &line, f)
	sortCells(line.cells)
	return line, len(line.cells) > 0
}

// sideCell reads the first cell of a line that stands left of all headings, as the
// column that has none.
func (x *extractor) sideCell(h *heading, row *layout.Row, f catalogue.Field) (cellValue, bool) {
	if f.Table == nil || f.Table.Margin == "" || len(row.Cells) < 2 {
		return cellValue{}, false
	}
	column := columnIndex(f, f.Table.Margin)
	cell := x.sheet.Cells[row.Cells[0]]
	if at := x.spotAt[cell.First]; at > 0 && x.spots[at-1].last < cell.Past && slices.ContainsFunc(x.spots[at-1].refs, func(r ref) bool { return r.role == columnLabel && r.column == column }) {
		cell.Past = x.spots[at-1].last + 1 // set close to the next column
		cell.Rect = x.spots[at-1].box
	}
	if column < 0 || cell.MidX() > x.leftmost(h, cell) || slices.ContainsFunc(h.columns, func(c headColumn) bool { return c.column == column }) {
		return cellValue{}, false
	}
	all := x.between(cell.First, cell.Past-1)
	c, ok := x.cellOf(column, f.Columns[column], all, 0.9)
	c.tokens = all.Index
	return c, ok
}

// leftmost is the left edge of the first column, but for one that has a heading nobody
// knows, such as "Papel", over words.
func (x *extractor) leftmost(h *heading, cell layout.Cell) float64 {
	if len(h.columns) > 1 && h.columns[0].column < 0 && !layout.HasFigure(x.between(cell.First, cell.Past-1).Text(0, cell.Past-cell.First-1)) {
		return h.columns[1].box.Left
	}
	return h.columns[0].box.Left
}

func (x *extractor) rowTokens(row *layout.Row) []int32 {
	var index []int32
	for _, c := range row.Cells {
		cell := &x.sheet.Cells[c]
		for i := cell.First; i < cell.Past; i++ {
			index = append(index, int32(i))
		}
	}
	return index
}

// splitCell parts the words under a heading of two columns: a first word with a
// digit is the first one's, a code; a line that holds nothing else goes on with
// the second one.
func (x *extractor) splitCell(dealt [][]int32, k int) (first, second []int32) {
	words := dealt[k]
	alone := true
	for other := range dealt {
		alone = alone && (other == k || len(dealt[other]) == 0)
	}
	switch {
	case alone:
		return nil, words
	case layout.HasDigit(x.sheet.Tokens[words[0]].Text):
		return words[:1], words[1:]
	}
	return words, nil
}

func sortCells(cells []cellValue) {
	for i := 1; i < len(cells); i++ {
		for j := i; j > 0 && cells[j].column < cells[j-1].column; j-- {
			cells[j], cells[j-1] = cells[j-1], cells[j]
		}
	}
}

// deal assigns each token to a column, in order, at the least cost: how far it
// stands from the column, whether the column could hold it, and how small the gap
// is where the column changes.
func (x *extractor) deal(h *heading, index []int32, f catalogue.Field) [][]int32 {
	n, m := len(index), len(h.columns)
	const far = 1e9
	cost := make([][]float64, n)
	from := make([][]int, n)
	for i, t := range index {
		cost[i], from[i] = make([]float64, m), make([]int, m)
		tok := &x.sheet.Tokens[t]
		gap := far
		if i > 0 {
			before := &x.sheet.Tokens[index[i-1]]
			gap = (tok.Left - before.Right) / max(tok.Height(), 1)
		}
		for k := range m {
			here := x.standCost(h, k, tok) + holdCost(h.columns[k], tok, f)
			if x.behindCode(h.columns[k], t, f) {
				here = x.standCost(h, k, tok)
			}
			if i == 0 {
				cost[i][k], from[i][k] = here, -1
				continue
			}
			best, at := far, 0
			for p := 0; p <= k; p++ {
				c := cost[i-1][p]
				if p == k {
					c += max(gap-0.8, 0) * 1.2 // a wide gap within a cell
				} else if !tok.Space && gap < 0.3 {
					c += 6 // no word is cut in two
				} else {
					c += max(1.0-gap, 0) * 2 // columns hardly apart
				}
				if c < best {
					best, at = c, p
				}
			}
			cost[i][k], from[i][k] = best+here, at
		}
	}
	dealt := make([][]int32, m)
	if n == 0 {
		return dealt
	}
	k := 0
	for c := range m {
		if cost[n-1][c] < cost[n-1][k] {
			k = c
		}
	}
	path := make([]int, n)
	for i := n - 1; i >= 0; i-- {
		path[i] = k
		k = from[i][k]
	}
	for i, k := range path {
		dealt[k] = append(dealt[k], index[i])
	}
	x.giveBack(h, dealt, f)
	return dealt
}

// giveBack returns the words before a number to the text left of it that they go on with:
// a long name reaches under the heading of the next column.
func (x *extractor) giveBack(h *heading, dealt [][]int32, f catalogue.Field) {
	for k := 1; k < len(dealt); k++ {
		c, left := h.columns[k].column, h.columns[k-1].column
		if c < 0 || left < 0 || f.Columns[c].Like != "number" || f.Columns[left].Kind != catalogue.String || f.Columns[left].Like != "" {
			continue
		}
		n := slices.IndexFunc(dealt[k], func(t int32) bool { return layout.HasFigure(x.sheet.Tokens[t].Text) })
		if n <= 0 || len(dealt[k-1]) == 0 || x.sheet.Tokens[dealt[k][0]].Cell != x.sheet.Tokens[dealt[k-1][len(dealt[k-1])-1]].Cell {
			continue
		}
		dealt[k-1], dealt[k] = append(dealt[k-1], dealt[k][:n]...), dealt[k][n:]
	}
}

// behindCode tells whether a word stands behind a code and a dash in one cell, under the
// heading of the code: it says what the code means, as in "11 - Apartamento".
func (x *extractor) behindCode(c headColumn, t int32, f catalogue.Field) bool {
	if c.column < 0 || f.Columns[c.column].Kind != catalogue.Digits {
		return false
	}
	cell := &x.sheet.Cells[x.sheet.Tokens[t].Cell]
	return int(t) > cell.First && cell.First+1 < cell.Past && x.sheet.Tokens[cell.First+1].Dash() && strings.Trim(x.sheet.Tokens[cell.First].Fold, "0123456789") == ""
}

// standCost is how far a token stands outside the strip between the neighbouring
// headings, and, less, how far from its own heading.
func (x *extractor) standCost(h *heading, k int, t *layout.Token) float64 {
	c := &h.columns[k]
	size := max(t.Height(), 4)
	outside := max(c.left-t.Left, t.Right-c.right, 0)
	off := 0.0
	if t.Left > c.box.Right {
		off = t.Left - c.box.Right
	} else if t.Right < c.box.Left {
		off = c.box.Left - t.Right
	}
	return 1.2*math.Min(outside/size, 8) + 0.25*math.Min(off/size, 12)
}

// holdCost is how ill a token suits the kind of a column.
func holdCost(c headColumn, t *layout.Token, f catalogue.Field) float64 {
	if c.column < 0 || t.Fold == "" {
		return 0
	}
	digits := layout.HasDigit(t.Text)
	sum := strings.Contains(t.Text, ",") && digits
	switch kind := f.Columns[c.column].Kind; kind {
	case catalogue.Money:
		if sum || t.Fold == "rs" || len(t.Fold) <= 1 {
			return 0
		}
		return 3
	case catalogue.Decimal, catalogue.Percent, catalogue.Integer, catalogue.Digits, catalogue.CPF, catalogue.CNPJ, catalogue.CPFCNPJ:
		if !digits {
			return 3
		}
		if sum && kind != catalogue.Decimal && (kind != catalogue.Percent || strings.Contains(t.Text, ".")) {
			return 2 // a share of thousands is none
		}
		return 0
	case catalogue.Date, catalogue.Month:
		if digits || len(t.Fold) <= 4 {
			return 0
		}
		return 2
	case catalogue.String, catalogue.Text:
		if f.Columns[c.column].Like == "number" && !digits {
			return 1.5
		}
		if sum && recognise.Bare(t.Text) == t.Text && money(t.Text) {
			return 0.8
		}
	}
	return 0
}

func money(s string) bool {
	at := strings.LastIndexByte(s, ',')
	return at > 0 && len(s)-at == 3
}
