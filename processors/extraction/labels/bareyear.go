package labels

import (
	"slices"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/phrase"
	"lavra.dev/processors/text/recognise"
)

// bareYear reports whether a phrase is a year and nothing else.
func (x *Labels) bareYear(h phrase.Hit) bool {
	year := source.Atoi(recognise.Bare(x.Sheet.Tokens[h.First].Text))
	return h.Length == 4 && year >= 1950 && year <= 2100 && x.OnlyMarks(h.First+1, h.Last+1)
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
