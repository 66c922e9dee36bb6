package extraction

import (
	"slices"

	"lavra.dev/schemas/catalogue"
)

// numberReach is how many words behind a name its number stands, at most.
const numberReach = 30

// completeNumbers gives the rows of a list the numbers of their persons and companies that
// stand not beside a label of the row but behind the name itself, in brackets, or where a
// sentence names them again: "RECLAMADA: Alfa Ltda" and "ALFA LTDA, inscrita no CNPJ".
func (x *extractor) completeNumbers(rows []rowValue, field int, f catalogue.Field) {
	p := x.plan.passages[field]
	if p == nil {
		return
	}
	for i := range rows {
		name := nameCell(&rows[i], f)
		if name == nil || len(name.tokens) < 2 {
			continue
		}
		for k, c := range f.Columns {
			if rows[i].cell(k) != nil || c.Kind != catalogue.CPF && c.Kind != catalogue.CNPJ && c.Kind != catalogue.CPFCNPJ {
				continue
			}
			if cell, ok := x.numberBehind(name, k, c, p, f); ok && !given(rows, k, cell.value) {
				rows[i].cells = append(rows[i].cells, cell)
				sortCells(rows[i].cells)
			}
		}
	}
}

// nameCell is the name of a person or a company in a row, nil for none.
func nameCell(row *rowValue, f catalogue.Field) *cellValue {
	for k := range row.cells {
		if like := f.Columns[row.cells[k].column].Like; like == "name" || like == "company" {
			return &row.cells[k]
		}
	}
	return nil
}

// given tells whether a row has a value in a column.
func given(rows []rowValue, column int, value string) bool {
	return slices.ContainsFunc(rows, func(r rowValue) bool { c := r.cell(column); return c != nil && c.value == value })
}

// numberBehind is the number with right check digits behind one of the places where a name
// stands, in its sentence and not beyond the next name.
func (x *extractor) numberBehind(name *cellValue, column int, c catalogue.Field, p *passage, f catalogue.Field) (cellValue, bool) {
	n := len(x.sheet.Tokens)
	for _, first := range x.namesakes(name) {
		s := stretch{first, min(x.sentencePast(first, n), first+numberReach)}
		if next := x.matches(p.rows, first, s.past); len(next) > 0 {
			s.past = next[0].First
		}
		for _, find := range p.find[column] {
			if cell, ok := x.findCell(find, column, c, s, x.asides(p, s, f), nil); ok && cell.checked {
				return cell, true
			}
		}
	}
	return cellValue{}, false
}

// namesakes are the words behind each place where a name stands.
func (x *extractor) namesakes(name *cellValue) []int {
	var out []int
	for i := range x.sheet.Tokens {
		k := 0
		for k < len(name.tokens) && i+k < len(x.sheet.Tokens) && x.sheet.Tokens[i+k].Fold == x.sheet.Tokens[name.tokens[k]].Fold {
			k++
		}
		if k == len(name.tokens) && i+k < len(x.sheet.Tokens) {
			out = append(out, i+k)
		}
	}
	return out
}
