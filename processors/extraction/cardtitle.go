package extraction

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// titleWithin is the title of a card that stands in the cells of its first labels: before
// them, as in "Município de Natal - CNPJ 08.241.747/0001-43", or behind the value of the
// last, as in "Grupo 01 - Código 11 Apartamento na Rua do Sol", with the lines under it.
func (x *extractor) titleWithin(c card, row rowValue, column int, f catalogue.Field) (cellValue, bool) {
	if x.titledBefore(c.first, f) {
		run := x.between(x.sheet.Cells[c.first.cell].First, c.first.first-1)
		return x.cellOf(column, f, run, 0.85)
	}
	last, cell := -1, x.sheet.Cells[c.first.cell]
	for k, s := range c.labels {
		if v := row.cell(k); v != nil && s.cell == c.first.cell && x.sheet.Tokens[v.tokens[0]].Cell == s.cell {
			last = max(last, int(v.tokens[len(v.tokens)-1]))
		}
	}
	for last >= 0 && last+1 < cell.Past && x.sheet.Tokens[last+1].Fold == "" {
		last++
	}
	if last < 0 || last+2 >= cell.Past || x.boundary(last+1) || holds(catalogue.Money, x.between(last+1, cell.Past-1)) {
		return cellValue{}, false
	}
	return x.cellOf(column, f, x.flushUnder(c.first, x.between(last+1, cell.Past-1)), 0.85)
}

// flushUnder adds to a run the lines under it that are set flush with its first word,
// or with the line that it stands in where no full stop has ended it.
func (x *extractor) flushUnder(s *spot, r recognise.Run) recognise.Run {
	index := r.Index
	left, last := x.sheet.Tokens[index[0]].Left, x.sheet.Cells[s.cell]
	for _, c := range x.byTop[s.page] {
		cell := x.sheet.Cells[c]
		goesOn := !strings.HasSuffix(x.sheet.Tokens[index[len(index)-1]].Text, ".") && math.Abs(cell.Left-x.sheet.Cells[s.cell].Left) <= cell.Char
		if cell.Top <= last.Top || math.Abs(cell.Left-left) > cell.Char && !goesOn {
			continue
		}
		if cell.Top-last.Bottom > lineStep*cell.Size || !x.wordy(c) || x.begetsCard(s, c) {
			break
		}
		index = append(index, x.between(cell.First, cell.Past-1).Index...)
		last = cell
	}
	return x.run(index)
}

// titledBefore tells whether the words before a label in its cell are the title of a card:
// a mark parts them from it.
func (x *extractor) titledBefore(s *spot, f catalogue.Field) bool {
	first := x.sheet.Cells[s.cell].First
	if s.quality < 0.75 || s.first-first < 2 || x.boundary(first) || x.sheet.Tokens[s.first].Cell != s.cell || !dash(&x.sheet.Tokens[s.first-1]) {
		return false
	}
	v, ok := x.cellOf(0, f, x.between(first, s.first-1), 0.85)
	return ok && !recognisable(v.value)
}

// totalsCard tells whether a card sums the others up, "Total" over the same labels, and
// proposes its sums to the fields that ask for them.
func (x *extractor) totalsCard(row rowValue, title, field int, f catalogue.Field) bool {
	name := row.cell(title)
	if name == nil || len(name.tokens) > totalWords {
		return false
	}
	if mark, ok := x.ends[[2]int{int(name.tokens[0]), field}]; !ok || mark.role != tableEnd {
		return false
	}
	for i, total := range x.plan.typ.Fields {
		list, column, ok := strings.Cut(total.Total, ".")
		if !ok || list != f.Name {
			continue
		}
		if c := row.cell(columnIndex(f, column)); c != nil {
			x.propose(candidate{field: i, tokens: c.tokens, value: c.value, score: c.score, how: fromTotal})
		}
	}
	return true
}

const totalWords = 3 // of the title of a card of totals, at most: "Total geral", "Soma dos produtos"

// behindCodes is what stands behind labels that nobody wants, their numbers and a dash:
// "CDB" in "Grupo 04 - Código 02 - CDB". There is nothing where a line does not begin so.
func (x *extractor) behindCodes(k int32) recognise.Run {
	cell := x.sheet.Cells[k]
	noise := func(i int) bool {
		at := x.spotAt[i]
		return at > 0 && slices.ContainsFunc(x.spots[at-1].refs, func(r ref) bool { return r.role == noiseLabel })
	}
	i, digits := cell.First, false
	for ; i < cell.Past && (noise(i) || dash(&x.sheet.Tokens[i]) || entryCode(x.sheet.Tokens[i].Fold)); i++ {
		digits = digits || x.sheet.Tokens[i].Fold != "" && !noise(i)
	}
	if i == cell.Past || i == cell.First || !noise(cell.First) || !digits || !dash(&x.sheet.Tokens[i-1]) {
		return x.run(nil)
	}
	return x.between(i, cell.Past-1)
}
