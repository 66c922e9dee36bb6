package extraction

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// Persons keep the order in which they come first, though the name of one was taken from
// further down, where it is whole.
func TestPersonsStandInTheOrderOfTheirFirstMention(t *testing.T) {
	sheet := layout.Of(documenttest.Typewritten("SILVA\n11\nBIA\nANA SILVA"))
	x := &extractor{sheet: sheet}
	f := catalogue.Field{Columns: []catalogue.Field{{Name: "nome", Is: "name"}, {Name: "cpf"}}}
	rows := []rowValue{
		{cells: []cellValue{{column: 0, value: "BIA", tokens: []int32{2}}}},
		{cells: []cellValue{{column: 0, value: "ANA SILVA", tokens: []int32{3, 4}}, {column: 1, value: "11", tokens: []int32{1}}}},
	}
	x.inOrder(rows, f)
	if rows[0].cells[0].value != "ANA SILVA" {
		t.Errorf("first is %s", rows[0].cells[0].value)
	}
}
