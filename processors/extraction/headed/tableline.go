package headed

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// readLine deals the words of a line out to the columns of a table.
func (x *Reader) readLine(h *Heading, row *layout.Row, f catalogue.Field) (candidate.Row, bool) {
	line := candidate.Row{How: candidate.FromTable}
	words := x.RowTokens(row)
	if c, ok := x.sideCell(h, row, f); ok {
		line.Cells = append(line.Cells, c)
		words = words[len(c.Tokens):]
	}
	dealt := x.deal(h, words, f)
	for k := range h.columns {
		column := h.columns[k].Column
		if column < 0 || len(dealt[k]) == 0 || line.Cell(column) != nil {
			continue
		}
		if second := h.columns[k].second; second >= 0 {
			var rest []int32
			dealt[k], rest = x.splitCell(dealt, k)
			if c, ok := x.CellOf(second, f.Columns[second], x.Run(rest), 0.9); ok {
				line.Cells = append(line.Cells, c)
			}
		}
		c, ok := x.CellOf(column, f.Columns[column], x.Run(dealt[k]), 0.93)
		if !ok {
			continue
		}
		if h.columns[k].minus && !strings.HasPrefix(c.Text, "-") {
			c.Text = "-" + c.Text
		}
		line.Cells = append(line.Cells, c)
	}
	x.behind(h, &line, f)
	candidate.SortCells(line.Cells)
	return line, len(line.Cells) > 0
}

// sideCell reads the first cell of a line that stands left of all headings, as the
// column that has none.
func (x *Reader) sideCell(h *Heading, row *layout.Row, f catalogue.Field) (candidate.Cell, bool) {
	if f.Table == nil || f.Table.Margin == "" || len(row.Cells) < 2 {
		return candidate.Cell{}, false
	}
	column := compile.ColumnIndex(f, f.Table.Margin)
	cell := x.Sheet.Cells[row.Cells[0]]
	if at := x.LabelAt[cell.First]; at > 0 && x.Placed[at-1].Last < cell.Past && slices.ContainsFunc(x.Placed[at-1].Refs, func(r compile.Ref) bool { return r.Role == compile.ColumnLabel && r.Column == column }) {
		cell.Past = x.Placed[at-1].Last + 1 // set close to the next column
		cell.Rect = x.Placed[at-1].Box
	}
	if column < 0 || cell.MidX() > x.leftmost(h, cell) || slices.ContainsFunc(h.columns, func(c HeadColumn) bool { return c.Column == column }) {
		return candidate.Cell{}, false
	}
	all := x.Between(cell.First, cell.Past-1)
	c, ok := x.CellOf(column, f.Columns[column], all, 0.9)
	c.Tokens = all.Index
	return c, ok
}

// leftmost is the left edge of the first column, but for one that has a heading nobody
// knows, such as "Papel", over words.
func (x *Reader) leftmost(h *Heading, cell layout.Cell) float64 {
	if len(h.columns) > 1 && h.columns[0].Column < 0 && !layout.HasFigure(x.Between(cell.First, cell.Past-1).Text(0, cell.Past-cell.First-1)) {
		return h.columns[1].Box.Left
	}
	return h.columns[0].Box.Left
}

// splitCell parts the words under a heading of two columns: a first word with a
// digit is the first one's, a code; a line that holds nothing else goes on with
// the second one.
func (x *Reader) splitCell(dealt [][]int32, k int) (first, second []int32) {
	words := dealt[k]
	alone := true
	for other := range dealt {
		alone = alone && (other == k || len(dealt[other]) == 0)
	}
	switch {
	case alone:
		return nil, words
	case layout.HasDigit(x.Sheet.Tokens[words[0]].Text):
		return words[:1], words[1:]
	}
	return words, nil
}

// deal assigns each token to a column, in order, at the least cost: how far it
// stands from the column, whether the column could hold it, and how small the gap
// is where the column changes.
func (x *Reader) deal(h *Heading, index []int32, f catalogue.Field) [][]int32 {
	n, m := len(index), len(h.columns)
	const far = 1e9
	cost := make([][]float64, n)
	from := make([][]int, n)
	for i, t := range index {
		cost[i], from[i] = make([]float64, m), make([]int, m)
		tok := &x.Sheet.Tokens[t]
		gap := far
		if i > 0 {
			before := &x.Sheet.Tokens[index[i-1]]
			gap = (tok.Left - before.Right) / max(tok.Height(), 1)
		}
		for k := range m {
			here := x.standCost(h, k, tok) + holdCost(h.columns[k], tok, f)
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
	return dealt
}

// standCost is how far a token stands outside the strip between the neighbouring
// headings, and, less, how far from its own heading.
func (x *Reader) standCost(h *Heading, k int, t *layout.Token) float64 {
	c := &h.columns[k]
	size := max(t.Height(), 4)
	outside := max(c.left-t.Left, t.Right-c.right, 0)
	off := 0.0
	if t.Left > c.Box.Right {
		off = t.Left - c.Box.Right
	} else if t.Right < c.Box.Left {
		off = c.Box.Left - t.Right
	}
	return 1.2*math.Min(outside/size, 8) + 0.25*math.Min(off/size, 12)
}

// holdCost is how ill a token suits the kind of a column.
func holdCost(c HeadColumn, t *layout.Token, f catalogue.Field) float64 {
	if c.Column < 0 || t.Fold == "" {
		return 0
	}
	digits := layout.HasDigit(t.Text)
	sum := strings.Contains(t.Text, ",") && digits
	switch kind := f.Columns[c.Column].Kind; kind {
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
		if f.Columns[c.Column].Like == "number" && !digits {
			return 1.5
		}
		if sum && recognise.Bare(t.Text) == t.Text && source.Money(t.Text) {
			return 0.8
		}
	}
	return 0
}
