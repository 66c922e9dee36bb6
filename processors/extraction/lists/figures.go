package lists

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/correct"
	"lavra.dev/processors/text/layout"
)

// mendFigures reads the codes of a column whose figures recognition took for letters or for one figure, where a third of the
// rows have codes of one length, with noughts before them: "o!" for 01, "1" or "u" for 11 whose strokes touch.
func (x *reader) mendFigures(rows []candidate.Row, column int) {
	length, left, right := x.figuresOf(rows, column)
	if length == 0 {
		return
	}
	for i := range rows {
		c := rows[i].Cell(column)
		if c != nil && len(c.Text) == length {
			continue
		}
		word := x.wordAt(&rows[i], column, left, right)
		if word < 0 {
			continue
		}
		code := asFigures(x.Sheet.Tokens[word].Text, length)
		switch {
		case code == "":
		case c != nil:
			c.Text, c.Repaired = code, true
		default:
			x.giveUp(&rows[i], word)
			rows[i].Add(candidate.Cell{Column: column, Text: code, Tokens: []int32{word}, Score: candidate.Fair, Repaired: true})
		}
	}
}

// figuresOf is the length of the codes that a third of the rows have, two at least, and between what edges these stand; 0 if
// there is none.
func (x *reader) figuresOf(rows []candidate.Row, column int) (length int, from, to float64) {
	counts := map[int]int{}
	for i := range rows {
		c := rows[i].Cell(column)
		if c == nil || len(c.Tokens) != 1 {
			continue
		}
		n := len(c.Text)
		if counts[n]++; counts[n] >= 2 && 3*counts[n] >= len(rows) && counts[n] >= counts[length] {
			length = n
		}
	}
	left, right, filled := math.Inf(1), math.Inf(-1), false
	for i := range rows {
		if c := rows[i].Cell(column); c != nil && len(c.Tokens) == 1 && len(c.Text) == length {
			t := &x.Sheet.Tokens[c.Tokens[0]]
			left, right, filled = min(left, t.Left), max(right, t.Right), filled || c.Text[0] == '0'
		}
	}
	if !filled {
		return 0, 0, 0
	}
	return length, left, right
}

// wordAt is the word of a row that stands in a column, as its cell or between its edges in the line of the row, -1 if none
// does or several do.
func (x *reader) wordAt(row *candidate.Row, column int, left, right float64) int32 {
	word := int32(-1)
	for _, c := range row.Cells {
		if len(c.Tokens) == 0 {
			continue
		}
		if c.Column == column {
			return c.Tokens[0]
		}
		line := &x.Sheet.Rows[x.Sheet.Cells[x.Sheet.Tokens[c.Tokens[0]].Cell].Row]
		for _, cell := range line.Cells {
			for i := x.Sheet.Cells[cell].First; i < x.Sheet.Cells[cell].Past; i++ {
				if t := &x.Sheet.Tokens[i]; t.MidX() > left && t.MidX() < right && word != int32(i) {
					if word >= 0 {
						return -1
					}
					word = int32(i)
				}
			}
		}
	}
	return word
}

// giveUp takes a word from the beginning of the cell that has it.
func (x *reader) giveUp(row *candidate.Row, word int32) {
	for k := range row.Cells {
		c := &row.Cells[k]
		if len(c.Tokens) > 1 && c.Tokens[0] == word {
			c.Tokens = slices.Clone(c.Tokens[1:])
			c.Text = strings.TrimSpace(strings.TrimPrefix(c.Text, x.Sheet.Tokens[word].Text))
		}
	}
}

// strokes are what recognition makes of two ones that touch.
const strokes = "1Il|!iun"

// asFigures is a word as a code of so many figures, "" where it is none.
func asFigures(word string, length int) string {
	if len(word) == 1 && length == 2 && strings.Contains(strokes, word) {
		return "11"
	}
	if code := correct.Digits(word); len(code) == length && layout.OnlyDigits(code) {
		return code
	}
	return ""
}
