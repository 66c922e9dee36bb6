package extraction

import (
	"slices"
	"strings"

	"lavra.dev/schemas/catalogue"
)

// barred is the value of a label that shares its line with others, a bar or a slash
// between the labels and the same between the values: "Agência | Conta: 1234 | 56789-0".
func (x *extractor) barred(s *spot) (region, bool) {
	row := x.sheet.Rows[x.sheet.Cells[s.cell].Row].Cells
	at := slices.Index(row, s.cell)
	if at < 0 || !x.barCell(row, at-1) && !x.barCell(row, at+1) {
		return region{}, false
	}
	first, past := at, at+1
	for first >= 2 && x.barCell(row, first-1) && x.labelCell(row[first-2]) {
		first -= 2
	}
	for past+1 < len(row) && x.barCell(row, past) && x.labelCell(row[past+1]) {
		past += 2
	}
	count := (past-first)/2 + 1
	if count < 2 || past+2*count-1 > len(row) || !x.labelCell(s.cell) {
		return region{}, false
	}
	for k := range count {
		if c := past + 2*k; x.boundary(x.sheet.Cells[row[c]].First) || k > 0 && !x.barCell(row, c-1) {
			return region{}, false
		}
	}
	value := x.sheet.Cells[row[past+at-first]]
	return region{catalogue.Right, x.between(value.First, value.Past-1), 0.97, true}, true
}

// barCell tells whether a cell of a line is but a bar or a slash.
func (x *extractor) barCell(row []int32, at int) bool {
	if at < 0 || at >= len(row) {
		return false
	}
	cell := x.sheet.Cells[row[at]]
	return cell.Past == cell.First+1 && strings.Trim(x.sheet.Tokens[cell.First].Text, "|/") == ""
}

// labelCell tells whether a cell is a label and nothing else.
func (x *extractor) labelCell(c int32) bool {
	cell := x.sheet.Cells[c]
	at := x.spotAt[cell.First]
	return at > 0 && x.spots[at-1].first == cell.First && x.spots[at-1].ends
}
