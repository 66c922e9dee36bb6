package linerows

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/listrow"
	"lavra.dev/processors/extraction/record"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// recorded are the kinds of values that are known by their form within a line of text, the
// surest first.
var recorded = []catalogue.Kind{catalogue.CPFCNPJ, catalogue.CPF, catalogue.CNPJ, catalogue.Date, catalogue.Month, catalogue.Money, catalogue.Percent, catalogue.Decimal, catalogue.Integer}

const (
	namedCell  = 0.9 // the score of a value whose column the words beside it name
	likelyCell = 0.7 // and of one that but its kind and place tell
)

// ReadRecords reads a list that is printed as a line of text an entry.
func (x *Reader) ReadRecords(field int, f catalogue.Field) []candidate.Row {
	var kinds []catalogue.Kind
	means := false
	for _, k := range recorded {
		if slices.ContainsFunc(f.Columns, func(c catalogue.Field) bool { return c.Kind == k }) {
			kinds = append(kinds, k)
		}
	}
	for _, c := range f.Columns {
		means = means || len(c.Means) > 0
	}
	if !means || !slices.ContainsFunc(kinds, func(k catalogue.Kind) bool {
		return k == catalogue.Money || k == catalogue.Percent || k == catalogue.Decimal
	}) {
		return nil
	}
	var best []candidate.Row
	for _, list := range record.Find(x.Sheet, kinds, x.Flow().Wraps) {
		if !x.MayStand(f, int32(list[0][0].First)) {
			continue
		}
		var rows []candidate.Row
		for _, e := range list {
			if row, named := x.recordRow(e, field, f); named > 0 && len(row.Cells) > 1 && !listrow.Nameless(row, f) {
				rows = append(rows, row)
			}
		}
		if len(rows) > 1 && 3*len(rows) >= 2*len(list) && candidate.Weight(rows) > candidate.Weight(best) {
			best = rows
		}
	}
	return best
}

// recordRow deals the pieces of an entry out to the columns of a list: first by the words beside
// each value, which name so many of them, then by kind and order.
func (x *Reader) recordRow(e record.Entry, field int, f catalogue.Field) (row candidate.Row, named int) {
	row.How = candidate.FromProse
	used := make([]bool, len(e))
	add := func(i, k int, score float64) bool {
		if row.Cell(k) != nil {
			return false
		}
		first, last := e[i].First, e[i].Last
		if f.Columns[k].Is == "name" {
			first, last = x.properWithin(first, last)
		}
		if last < first {
			return false
		}
		c, ok := x.CellOf(k, f.Columns[k], x.Between(first, last), score)
		if ok && shape.FitsMask(f.Columns[k].Mask, c.Text) {
			row.Cells = append(row.Cells, c)
			used[i] = true
		}
		return used[i]
	}
	for i, p := range e {
		if p.Kind == catalogue.String {
			continue
		}
		for _, at := range []int{i - 1, i + 1} {
			if at < 0 || at >= len(e) || e[at].Kind != catalogue.String || at < i && !e[at].Leads || at > i && (!e[at].Opened || e[at].Leads) || used[at] || used[i] {
				continue
			}
			if k := x.columnMeant(e[at], p.Kind, field, f); k >= 0 && add(i, k, namedCell) {
				used[at] = true
				named++
			}
		}
	}
	for i, p := range e {
		if i > 0 && (p.Kind == catalogue.Decimal || p.Kind == catalogue.Integer) && (i+1 == len(e) || !e[i+1].Opened) {
			continue // a number that nothing names leads its entry, or has a unit
		}
		for k, c := range f.Columns {
			masked := len(c.Mask) > 0
			if !used[i] && (p.Kind == catalogue.String) == (c.Kind == catalogue.String) && (p.Kind == catalogue.String || c.Kind == p.Kind) && (!p.Leads || masked || c.Is == "name") {
				add(i, k, likelyCell)
			}
		}
	}
	candidate.SortCells(row.Cells)
	return row, named
}

// properWithin is the words from the first to the last that begin with a capital: of "o sócio
// João da Mata possui" the name.
func (x *Reader) properWithin(first, last int) (int, int) {
	for first <= last && !layout.HasCapital(x.Sheet.Tokens[first].Text) {
		first++
	}
	for last >= first && !layout.HasCapital(x.Sheet.Tokens[last].Text) {
		last--
	}
	return first, last
}

// columnMeant is the column of a kind that words mean, -1 for none.
func (x *Reader) columnMeant(p record.Piece, kind catalogue.Kind, field int, f catalogue.Field) int {
	for first := p.First; first <= p.Last; first++ {
		for _, id := range x.Type.Meant.Set.Of(x.Sheet, x.Reading, first, p.Last) {
			r := x.Type.Refs[id]
			if r.Role == compile.ColumnLabel && r.Field == field && f.Columns[r.Column].Kind == kind {
				return r.Column
			}
		}
	}
	return -1
}
