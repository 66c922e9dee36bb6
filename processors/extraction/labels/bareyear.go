package labels

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/phrase"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// bareYear reports whether a phrase is a year and nothing else that heads no column. It
// does so where the year before or after it stands beside it, each alone in its cell or
// with a sum: "2023 | 2024" over the sums, or "2023 R$ 10,00 | 2024 R$ 20,00".
func (x *Labels) bareYear(h phrase.Hit) bool {
	year := source.Atoi(recognise.Bare(x.Sheet.Tokens[h.First].Text))
	if h.Length != 4 || year < 1950 || year > 2100 || !x.OnlyMarks(h.First+1, h.Last+1) {
		return false
	}
	here := x.Sheet.Tokens[h.First].Cell
	if !x.yearCell(here, year) || !x.overSums(here) {
		return true
	}
	for _, c := range x.Sheet.Rows[x.Sheet.Cells[here].Row].Cells {
		if x.yearCell(c, year-1) || x.yearCell(c, year+1) {
			return false
		}
	}
	return true
}

const sumsWithin = 4 // lines under a year in which a sum stands that it heads

// overSums reports whether sums stand beside a year in its cell or under it.
func (x *Labels) overSums(c int32) bool {
	cell := &x.Sheet.Cells[c]
	if cell.Past > cell.First+1 {
		return true
	}
	for r := int(cell.Row) + 1; r < min(int(cell.Row)+1+sumsWithin, len(x.Sheet.Rows)); r++ {
		if row := &x.Sheet.Rows[r]; row.Page == cell.Page && x.SumIn(row, cell.Rect) >= 0 {
			return true
		}
	}
	return false
}

// notYear reports whether the digits that a label wants to be a year are none, as those of
// "Quantidade em 31/12: 1.051".
func (x *Labels) notYear(h phrase.Hit) bool {
	if x.Type.Refs[h.ID].Year == 0 {
		return false
	}
	for i := h.First; i <= h.Last; i++ {
		if DigitsTail(x.Sheet.Tokens[i].Text) > 0 {
			return false
		}
	}
	return true
}

// yearsOf counts the years that labels of some quality name.
func (x *Labels) yearsOf(quality float64) map[int]int {
	count := map[int]int{}
	for i := range x.Placed {
		s := &x.Placed[i]
		if s.year != 0 && s.Strength >= quality && slices.ContainsFunc(s.Refs, func(r compile.Ref) bool { return r.Year != 0 }) {
			count[s.year]++
		}
	}
	return count
}

// findYears settles which years the labels that name two of them mean: two in a row
// that they name most often, else the first and the last.
func (x *Labels) findYears() {
	count := x.yearsOf(Likely)
	if len(count) == 0 {
		count = x.yearsOf(0)
	}
	pair, most := 0, 0
	for year, n := range count {
		if x.Early == 0 || year < x.Early {
			x.Early = year
		}
		x.Late = max(x.Late, year)
		if both := min(n, count[year-1]); both > most || both == most && both > 0 && year > pair {
			pair, most = year, both
		}
	}
	if pair > 0 {
		x.Early, x.Late = pair-1, pair
	}
	if x.Early == x.Late && x.Late > 0 {
		x.lone = x.loneYear()
	}
}

// loneYear says of the only year that labels name which of two it is: the later one, +1, where the document
// tells that year by itself, as "Ano-calendário 2025" over "Saldo em 31/12/2025", and the earlier one, -1, where it tells
// but the year after; 0 where it tells neither.
func (x *Labels) loneYear() int {
	told := 0
	for i := range x.Sheet.Tokens {
		if s := x.LabelOn(i); s != nil && s.year != 0 {
			continue // "Soma dos saldos no fim de 2023"
		}
		switch source.Atoi(recognise.Bare(x.Sheet.Tokens[i].Text)) {
		case x.Late:
			return 1
		case x.Late + 1:
			told = -1
		}
	}
	return told
}

// yearCell reports whether a cell holds that year, and but a sum behind it.
func (x *Labels) yearCell(c int32, year int) bool {
	cell := &x.Sheet.Cells[c]
	if source.Atoi(recognise.Bare(strings.TrimRight(x.Sheet.Tokens[cell.First].Text, ":"))) != year {
		return false
	}
	if cell.Past == cell.First+1 {
		return true
	}
	v, ok := recognise.At(catalogue.Money, x.Between(cell.First+1, cell.Past-1), 0)
	return ok && v.Last == cell.Past-cell.First-2
}
