package extraction

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// streetReach is how many lines below a name its street stands, at most.
const streetReach = 5

// addStreet gives a row of labelled values the street that its box holds without a label: a
// line below the name and flush with it, which opens as streets do and has a number.
func (x *extractor) addStreet(row *rowValue, f catalogue.Field) {
	k := slices.IndexFunc(f.Columns, func(c catalogue.Field) bool { return strings.HasPrefix(c.Like, "address") })
	name := nameCell(row, f)
	if k < 0 || row.cell(k) != nil || name == nil || len(name.tokens) == 0 {
		return
	}
	head := &x.sheet.Cells[x.sheet.Tokens[name.tokens[0]].Cell]
	for _, c := range x.byTop[x.sheet.Tokens[name.tokens[0]].Page] {
		cell := &x.sheet.Cells[c]
		if cell.Top < head.Bottom-1 || cell.Top-head.Bottom > 2*streetReach*head.Height() || cell.Left < head.Left-cell.Char || cell.Left > head.Left+cell.Char {
			continue
		}
		if !x.opensStreet(cell) {
			continue
		}
		if v, ok := x.cellOf(k, f.Columns[k], x.between(cell.First, cell.Past-1), 0.8); ok {
			row.cells = append(row.cells, v)
		}
		return
	}
}

// opensStreet tells whether a line is a street with its number.
func (x *extractor) opensStreet(cell *layout.Cell) bool {
	opens := x.sheet.Tokens[cell.First].Fold
	return streets[opens] && len(opens) > 1 && !notStreets[opens] && slices.ContainsFunc(x.sheet.Tokens[cell.First:cell.Past], func(t layout.Token) bool { return recognisable(t.Text) })
}

// notStreets are the words that end names as streets do and open none.
var notStreets = map[string]bool{"cep": true, "cnpj": true, "cpf": true, "creci": true, "no": true}

// nameCell is the name of a person or a company in a row, nil for none.
func nameCell(row *rowValue, f catalogue.Field) *cellValue {
	for k := range row.cells {
		if like := f.Columns[row.cells[k].column].Like; like == "name" || like == "company" {
			return &row.cells[k]
		}
	}
	return nil
}
