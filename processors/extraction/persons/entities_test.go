package persons

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/listrow"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// Persons keep the order in which they come first, though the name of one was taken from
// further down, where it is whole.
func TestPersonsStandInTheOrderOfTheirFirstMention(t *testing.T) {
	sheet := layout.Of(documenttest.Typewritten("SILVA\n11\nBIA\nANA SILVA"))
	x := Over(listrow.Over(propose.To(nil, &region.Regions{Labels: &labels.Labels{Document: &source.Document{Sheet: sheet}}})))
	f := catalogue.Field{Columns: []catalogue.Field{{Name: "nome", Is: "name"}, {Name: "cpf"}}}
	rows := []candidate.Row{
		{Cells: []candidate.Cell{{Column: 0, Text: "BIA", Tokens: []int32{2}}}},
		{Cells: []candidate.Cell{{Column: 0, Text: "ANA SILVA", Tokens: []int32{3, 4}}, {Column: 1, Text: "11", Tokens: []int32{1}}}},
	}
	x.InOrder(rows, f)
	if rows[0].Cells[0].Text != "ANA SILVA" {
		t.Errorf("first is %s", rows[0].Cells[0].Text)
	}
}
