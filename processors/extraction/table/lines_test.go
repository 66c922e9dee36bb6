package table

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// A heading ends where its words do: a small word behind it goes on in the line below.
func TestHeadingPieces(t *testing.T) {
	for _, c := range []struct {
		name, line string
		label      string
		want       int
	}{
		{"a small word at the end is of the heading before it", "PREÇO DO", "preco", 1},
		{"another word is not", "PREÇO ITEM", "preco", 2},
		{"nor is a small word before another", "PREÇO DO ITEM", "preco", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			sheet := layout.Of(documenttest.Typewritten(c.line))
			in := Input{Sheet: sheet, List: catalogue.Field{Columns: []catalogue.Field{{Name: "valor", Kind: catalogue.Money}}, Table: &catalogue.Table{}}}
			for i := range sheet.Tokens {
				if sheet.Tokens[i].Fold == c.label {
					in.Labels = append(in.Labels, Label{First: int32(i), Last: int32(i), Names: []Name{{Column: 0}}})
				}
			}
			in.Head = func(cell int32) int { return sheet.Cells[cell].First }
			in.Mark = func(int) Mark { return Plain }
			in.Value = func(int, []int32) (candidate.Cell, bool) { return candidate.Cell{}, false }
			if pieces, _ := newReader(in).headingLine(0); len(pieces) != c.want {
				t.Errorf("%q has %d pieces, want %d", c.line, len(pieces), c.want)
			}
		})
	}
}
