package lists

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/table"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// mostDecimals is how many decimals a quantity or a price is printed with at most; those of invoices
// have four, a few have more.
const mostDecimals = 6

// lostCommas gives the numbers of a scanned table back the comma that recognition lost: "412935" of 10
// pieces for 412,94 is 41,2935. What their product makes decides, and the decimals that the other
// cells of the column are printed with.
type lostCommas struct {
	x     *reader
	rows  []candidate.Row
	usual map[int]int // decimals by column; -1 where its cells do not agree
}

func (x *reader) mendCommas(rows []candidate.Row, f catalogue.Field) {
	if f.Table == nil {
		return
	}
	for _, names := range f.Table.Products {
		l := lostCommas{x, rows, map[int]int{}}
		columns := make([]int, len(names))
		for i, name := range names {
			columns[i] = compile.ColumnIndex(f, name)
		}
		factors := slices.DeleteFunc(slices.Clone(columns[:2]), func(k int) bool { return f.Columns[k].Kind != catalogue.Decimal })
		for _, k := range factors {
			l.usual[k] = l.usualDecimals(k)
		}
		for i := range rows {
			l.mend(&rows[i], columns, factors)
		}
	}
}

// mend moves the commas of the factors of a row to where the product comes out, those of the
// column before others. Without a third number nothing tells 100 from 1,00.
func (l *lostCommas) mend(row *candidate.Row, columns, factors []int) {
	a, b, c := row.Cell(columns[0]), row.Cell(columns[1]), row.Cell(columns[2])
	if a == nil || b == nil || c == nil {
		return
	}
	first, _ := recognise.Float(a.Text)
	second, _ := recognise.Float(b.Text)
	made, _ := recognise.Float(c.Text)
	if made == 0 || table.Makes(first, second, made) {
		return
	}
	least, best := mostDecimals*len(factors)+1, [2]int{}
	for i := range l.most(row, columns[0], factors) + 1 {
		for k := range l.most(row, columns[1], factors) + 1 {
			if odd := l.odd(columns[0], i) + l.odd(columns[1], k); odd < least && table.Makes(first/math.Pow10(i), second/math.Pow10(k), made) {
				least, best = odd, [2]int{i, k}
			}
		}
	}
	l.move(row, columns[0], best[0])
	l.move(row, columns[1], best[1])
}

// odd is how far a number of decimals is from what is usual in a column.
func (l *lostCommas) odd(column, decimals int) int {
	usual := l.usual[column]
	if usual < 0 {
		return decimals
	}
	return max(usual-decimals, decimals-usual)
}

// most is how many decimals a cell may have lost the comma before: none where it was read with
// a sign.
func (l *lostCommas) most(row *candidate.Row, column int, factors []int) int {
	if !slices.Contains(factors, column) {
		return 0
	}
	if digits := l.bare(row.Cell(column)); len(digits) > 1 {
		return min(len(digits)-1, mostDecimals)
	}
	return 0
}

// move sets a comma before the last digits of a number.
func (l *lostCommas) move(row *candidate.Row, column, decimals int) {
	if decimals == 0 {
		return
	}
	c, digits := row.Cell(column), l.bare(row.Cell(column))
	whole, rest := digits[:len(digits)-decimals], strings.TrimRight(digits[len(digits)-decimals:], "0")
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if c.Text, c.Repaired = whole, true; rest != "" {
		c.Text += "." + rest
	}
}

// bare are the digits of a cell that recognition read as one word without a sign, "" for others.
func (l *lostCommas) bare(c *candidate.Cell) string {
	if c == nil || len(c.Tokens) != 1 || !l.x.Sheet.Tokens[c.Tokens[0]].OCR {
		return ""
	}
	text := recognise.Bare(l.x.Sheet.Tokens[c.Tokens[0]].Text)
	if strings.Trim(text, "0123456789") != "" {
		return ""
	}
	return text
}

// usualDecimals are the decimals that most cells of a column are printed with, and three at
// least; -1 for none.
func (l *lostCommas) usualDecimals(column int) int {
	const fewest = 3
	count, all := [mostDecimals + 1]int{}, 0
	for i := range l.rows {
		c := l.rows[i].Cell(column)
		if c == nil || len(c.Tokens) == 0 {
			continue
		}
		text := recognise.Bare(l.x.Sheet.Tokens[c.Tokens[len(c.Tokens)-1]].Text)
		_, decimals, _ := strings.Cut(text, ",")
		all++
		if len(decimals) <= mostDecimals {
			count[len(decimals)]++
		}
	}
	for decimals, n := range count {
		if n >= fewest && 2*n > all {
			return decimals
		}
	}
	return -1
}
