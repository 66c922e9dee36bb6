package layout

import (
	"math"
	"regexp"
	"strings"
)

const (
	underHead = 1.5 // font sizes from a heading down to what stands under it
	askew     = 0.3 // mean characters that two cells set flush may differ by
	hairSpace = 0.9 // mean characters of the narrowest gap that may part two cells
)

// splitUnderHeads parts a number set flush right from the words of the next column, which
// stand hardly a space behind it but flush under their heading.
func (b *pageBuilder) splitUnderHeads() {
	for r := 1; r < len(b.rows); r++ {
		b.splitRow(r, func(k int) int { return b.columnBegins(k, b.rows[r-1]) })
	}
	for r := len(b.rows) - 2; r >= 0; r-- {
		b.splitRow(r, func(k int) int { return b.columnGoesOn(k, b.rows[r+1:min(r+1+columnLines, len(b.rows))]) })
	}
}

func (b *pageBuilder) splitRow(r int, begins func(cell int) int) {
	for at := 0; at < len(b.rows[r]); at++ {
		k := b.rows[r][at]
		i := begins(k)
		if i == 0 {
			continue
		}
		tokens := b.cells[k].tokens
		b.cells[k] = b.newCell(tokens[:i], r)
		rest := append([]int{len(b.cells)}, b.rows[r][at+1:]...)
		b.cells = append(b.cells, b.newCell(tokens[i:], r))
		b.rows[r] = append(b.rows[r][:at+1:at+1], rest...)
	}
}

// columnLines is within how many lines below a column goes on that begins behind a sum.
const columnLines = 4

// columnGoesOn is the first token of a cell, behind a sum, under which cells of the lines below begin: the labels of
// the second column of a form, "R$ 82.332,36 DEDUÇÕES"; 0 for none.
func (b *pageBuilder) columnGoesOn(k int, below [][]int) int {
	c := &b.cells[k]
	for i := 1; i < len(c.tokens); i++ {
		before, t := &c.tokens[i-1], &c.tokens[i]
		if !t.Space || !HasDigit(before.Text) || HasDigit(t.Text) || t.Left-before.Right < hairSpace*c.char || !sum.MatchString(before.Text) {
			continue
		}
		for _, row := range below {
			for _, n := range row {
				if o := &b.cells[n]; math.Abs(o.Left-t.Left) < askew*c.char && o.Left > c.Left+c.size && !HasDigit(o.tokens[0].Text) {
					return i
				}
			}
		}
	}
	return 0
}

// sum is a sum of money with its cents.
var sum = regexp.MustCompile(`^(R\$)?-?[\d.]+,\d\d$`)

// columnBegins is the first token of a cell that stands flush under a heading which is not the
// first of the line above, behind a number; 0 for none.
func (b *pageBuilder) columnBegins(k int, above []int) int {
	c := &b.cells[k]
	for _, n := range above {
		if math.Abs(b.cells[n].Left-c.Left) < askew*c.char {
			return 0 // words that stand flush under a heading of their own
		}
	}
	for i := 1; i < len(c.tokens); i++ {
		before, t := c.tokens[i-1], c.tokens[i]
		if strings.Trim(before.Text, "0123456789.,/-$R") != "" {
			return 0
		}
		if !t.Space || !HasDigit(before.Text) || HasDigit(t.Text) || t.Left-before.Right < hairSpace*c.char {
			continue
		}
		for n := 1; n < len(above); n++ {
			head, left := &b.cells[above[n]], &b.cells[above[n-1]]
			gap := c.Top - head.Bottom
			if math.Abs(head.Left-t.Left) < askew*c.char && gap > -0.3*c.size && gap < underHead*max(c.size, head.size) && left.Right < t.Left && left.Left < before.Right {
				return i
			}
		}
	}
	return 0
}
