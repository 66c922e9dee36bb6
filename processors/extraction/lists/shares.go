package lists

import (
	"math"
	"slices"
	"strconv"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/schemas/catalogue"
)

// withoutLeavers drops the rows that have no share where the others share the whole: who
// leaves a company is named on its papers, and is none of its partners.
func (x *reader) withoutLeavers(rows []candidate.Row, f catalogue.Field) []candidate.Row {
	for _, name := range f.Shares {
		k := compile.ColumnIndex(f, name)
		var holders []candidate.Row
		for _, r := range rows {
			if c := r.Cell(k); c != nil && len(c.Tokens) > 0 && shareable(f.Columns[k].Kind, c.Text) {
				holders = append(holders, r)
			}
		}
		if len(holders) > 0 && len(holders) < len(rows) && x.whole(holders, k, f.Columns[k].Kind) {
			slices.SortStableFunc(holders, func(a, b candidate.Row) int { return int(a.Cell(k).Tokens[0] - b.Cell(k).Tokens[0]) })
			return holders // in the order in which the shares are given
		}
	}
	return rows
}

// shareable reports whether a number may be somebody's share: no part is more than the whole.
func shareable(kind catalogue.Kind, value string) bool {
	n, err := strconv.ParseFloat(value, 64)
	return err == nil && n > 0 && (kind != catalogue.Percent || n <= 100)
}

// whole reports whether the shares in a column make the whole: 100 percent, or a number that
// stands on the document elsewhere.
func (x *reader) whole(rows []candidate.Row, column int, kind catalogue.Kind) bool {
	sum, own := 0.0, map[int32]bool{}
	for _, r := range rows {
		c := r.Cell(column)
		n, _ := strconv.ParseFloat(c.Text, 64) // a number, or it is no holder's
		sum += n
		for _, t := range c.Tokens {
			own[t] = true
		}
	}
	if kind == catalogue.Percent {
		return math.Abs(sum-100) < rounded
	}
	return len(rows) > 1 && x.stands(sum, own)
}

const rounded = 0.06 // percent that the shares of a few partners miss of the whole

// stands reports whether a number is printed on the document, but for the words given.
func (x *reader) stands(n float64, but map[int32]bool) bool {
	digits := strconv.Itoa(int(math.Round(n)))
	for i := range x.Sheet.Tokens {
		text := x.Sheet.Tokens[i].Fold
		if !but[int32(i)] && (text == digits || text == digits+"00") {
			return true
		}
	}
	return false
}
