package table

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Costs of dealing a word out, in heights of the type: each that a word stands outside the strip of a column or of a gap
// within a cell costs one, each that it stands from the heading a quarter.
const (
	misfitCost float64 = 3 // for a word that the column cannot hold
	narrowCost float64 = 2 // for each height that a gap between columns is less than one
)

// deal gives each word of a printed line to a strip, from left to right, at the least cost:
// how far it stands from the strip, whether the column could hold it, and how small
// the gap is where the strip changes.
func (r *reader) deal(strips []strip, words []int32) [][]int32 {
	n, m := len(words), len(strips)
	dealt := make([][]int32, m)
	if n == 0 || m == 0 {
		return dealt
	}
	cost, from := make([]float64, n*m), make([]int, n*m)
	for i, t := range words {
		token := &r.Sheet.Tokens[t]
		gap := math.Inf(1)
		if i > 0 {
			gap = (token.Left - r.Sheet.Tokens[words[i-1]].Right) / max(token.Height(), 1)
		}
		other := r.otherColumn(strips, t)
		for k := range m {
			here := strips[k].distance(token) + r.misfit(strips[k].name, token) + other(k)
			if i == 0 {
				cost[k], from[k] = here, -1
				continue
			}
			best, at := math.Inf(1), 0
			flush := strips[k].begins(token)
			for p := 0; p <= k; p++ {
				if c := cost[(i-1)*m+p] + stepCost(p == k, gap, flush); c < best {
					best, at = c, p
				}
			}
			cost[i*m+k], from[i*m+k] = best+here, at
		}
	}
	k := 0
	for c := range m {
		if cost[(n-1)*m+c] < cost[(n-1)*m+k] {
			k = c
		}
	}
	path := make([]int, n)
	for i := n - 1; i >= 0; i-- {
		path[i], k = k, from[i*m+k]
	}
	for i, k := range path {
		dealt[k] = append(dealt[k], words[i])
	}
	r.giveBack(strips, dealt)
	return dealt
}

// giveBack returns the words before a number to the text left of it that they go on with: a
// long name reaches under the heading of the next column.
func (r *reader) giveBack(strips []strip, dealt [][]int32) {
	for k := 1; k < len(dealt); k++ {
		c, left := strips[k].name.Column, strips[k-1].name.Column
		if left < 0 && c >= 0 && !recognise.Typed(r.List.Columns[c].Kind) && r.List.Columns[c].Like == "" {
			r.takeBack(&strips[k], dealt, k)
		}
		if c < 0 || left < 0 || r.List.Columns[c].Like != "number" || recognise.Typed(r.List.Columns[left].Kind) || r.List.Columns[left].Like != "" {
			continue
		}
		n := slices.IndexFunc(dealt[k], func(t int32) bool { return layout.HasDigit(r.Sheet.Tokens[t].Text) })
		if m := len(dealt[k-1]); n > 0 && m > 0 && r.Sheet.Tokens[dealt[k][0]].Cell == r.Sheet.Tokens[dealt[k-1][m-1]].Cell {
			dealt[k-1], dealt[k] = append(dealt[k-1], dealt[k][:n]...), dealt[k][n:]
		}
	}
}

// takeBack gives the text of a column the words before it that stand in one cell with it, under a
// heading that nobody knows, such as a stamp beside the heading, but for those of a cell that holds a value of
// an earlier column too, and where the text begins right under its heading.
func (r *reader) takeBack(s *strip, dealt [][]int32, k int) {
	if len(dealt[k]) == 0 || s.begins(&r.Sheet.Tokens[dealt[k][0]]) {
		return
	}
	cell := r.Sheet.Tokens[dealt[k][0]].Cell
	n := len(dealt[k-1])
	for n > 0 && r.Sheet.Tokens[dealt[k-1][n-1]].Cell == cell {
		n--
	}
	if n == len(dealt[k-1]) || int(dealt[k-1][n]) > r.Sheet.Cells[cell].First {
		return
	}
	dealt[k-1], dealt[k] = dealt[k-1][:n:n], append(slices.Clone(dealt[k-1][n:]), dealt[k]...)
}

// stepCost is what it costs to go on in a column, or with the next, which a word that begins with its heading does
// however close to the word before.
func stepCost(same bool, gap float64, flush bool) float64 {
	switch {
	case same:
		return max(gap-1, 0)
	case flush:
		return 0
	}
	return max(1-gap, 0) * narrowCost
}

// begins reports whether a word begins where the heading does. A lone letter is the sign of the sum before it.
func (s *strip) begins(t *layout.Token) bool {
	return math.Abs(t.Left-s.box.Left) < 1 && len(t.Fold) > 1
}

// distance is how far a word stands outside a strip, and, less, from its heading.
func (s *strip) distance(t *layout.Token) float64 {
	size := max(t.Height(), 4)
	outside := max(s.left-t.Left, t.Right-s.right, 0)
	off := max(t.Left-s.box.Right, s.box.Left-t.Right, 0)
	return min(outside/size, 8) + min(off/size, 12)/4
}

// misfit is what it costs to give a word to a column of another kind.
func (r *reader) misfit(n Name, t *layout.Token) float64 {
	if n.Column < 0 || t.Fold == "" {
		return 0
	}
	digits := layout.HasDigit(t.Text)
	sum := strings.Contains(t.Text, ",") && digits
	c := &r.List.Columns[n.Column]
	switch c.Kind {
	case catalogue.Money:
		if !sum && !lexicon.Currency(t.Fold) && len(t.Fold) > 1 {
			return misfitCost
		}
	case catalogue.Decimal, catalogue.Percent, catalogue.Integer, catalogue.Digits, catalogue.CPF, catalogue.CNPJ, catalogue.CPFCNPJ:
		if !digits && !lexicon.Currency(t.Fold) {
			return misfitCost
		}
		if sum && c.Kind != catalogue.Decimal && (c.Kind != catalogue.Percent || strings.Contains(t.Text, ".")) {
			return misfitCost * 2 / 3 // a share of thousands is none
		}
	case catalogue.Date, catalogue.Month:
		if sum || !digits && len(t.Fold) > 4 {
			return misfitCost * 2 / 3
		}
	}
	return 0
}

// drawnCost is what it costs to give a word to another column than the one that is drawn around it: more than
// to give it to a column however far away.
const drawnCost = 15

// otherColumn says what it costs to give a word to each strip by the boxes around it and around their
// headings: lines down a table part its columns, wherever in them its values stand.
func (r *reader) otherColumn(strips []strip, word int32) func(k int) float64 {
	at, under := r.boxOf(word), false
	same := make([]bool, len(strips))
	for k := range strips {
		same[k] = r.Sheet.SameColumn(at, r.boxOf(strips[k].words...))
		under = under || same[k]
	}
	return func(k int) float64 {
		if under && !same[k] {
			return drawnCost
		}
		return 0
	}
}
