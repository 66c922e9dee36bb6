package choose

import (
	"fmt"
	"strings"

	"lavra.dev/schemas/checkdigit"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/extraction/render"
	"lavra.dev/processors/extraction/table"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

// Fields renders what was chosen, in catalogue order.
func (x *Choice) Fields() []event.Field {
	var out []event.Field
	s := x.standing()
	for i, f := range x.Type.Fields {
		if f.Kind == catalogue.List {
			if field := x.listField(i, f, s); len(field.Leaves) > 0 {
				out = append(out, field)
			}
			continue
		}
		if c := x.chosen[i]; c != nil {
			if field := x.scalarField(i, f, c, s); field.Confidence >= leastConfidence {
				out = append(out, field)
			}
		}
	}
	x.models.Calibration.apply(out, DoubtsOf(x.Doc))
	return out
}

func (x *Choice) scalarField(i int, f catalogue.Field, c *candidate.Value, s standing) event.Field {
	leaf := event.Leaf{Path: render.Path(f.Name), Value: render.JSON(f.Kind, c.Text), Spans: render.Spans(x.Sheet, c.Tokens)}
	leaf.Witnesses = x.witnesses(i, c)
	leaf.Error = render.Fault(f.Kind, c.Text)
	if c.How == candidate.FromGuess {
		leaf.Confidence = render.Thousandth(odds.Probability(c.Odds)) // what tells of labels says nothing of it
	} else {
		leaf.Confidence = render.Thousandth(odds.Probability(x.models.Value.Of(x.valueVector(i, c, s))))
	}
	return event.Field{Name: f.Name, Value: leaf.Value, Confidence: leaf.Confidence, Error: leaf.Error, Leaves: []event.Leaf{leaf}}
}

// listField renders a list, without the cells and the rows that are rather wrong than right.
func (x *Choice) listField(i int, f catalogue.Field, s standing) event.Field {
	out := event.Field{Name: f.Name}
	tally, title := tallyOf(x.lists[i], len(f.Columns)), table.TitleColumn(f)
	var rows []string
	for r, row := range x.lists[i] {
		sure, mean := x.sureness(i, r, tally, s)
		if mean < leastRow {
			continue
		}
		var cells []string
		for k, c := range row.Cells {
			if c.Column != title && sure[k] < leastConfidence {
				continue // but a row keeps what it is called
			}
			col := f.Columns[c.Column]
			leaf := event.Leaf{Path: render.CellPath(f.Name, len(rows), col.Name), Value: render.JSON(col.Kind, c.Text), Spans: render.Spans(x.Sheet, c.Tokens)}
			leaf.Witnesses, leaf.Error, leaf.Confidence = x.found(row.How, c.Checked, c.Repaired, c.Tokens), render.Fault(col.Kind, c.Text), render.Thousandth(sure[k])
			cells = append(cells, fmt.Sprintf("%q:%s", col.Name, leaf.Value))
			out.Leaves = append(out.Leaves, leaf)
		}
		rows = append(rows, "{"+strings.Join(cells, ",")+"}")
	}
	out.Value = "[" + strings.Join(rows, ",") + "]"
	return out
}

// leastRow is the mean confidence of its cells below which a row is rather none of the list.
const leastRow = 0.5

// sureness is how sure each cell of a row is, and the row in the mean of those that say more than what a label does: beside
// "Assunto: Dívida Ativa" any word is a role as good as "Réu".
func (x *Choice) sureness(list, row int, tally listTally, s standing) (cells []float64, mean float64) {
	said, sum := 0, 0.0
	for k, c := range x.lists[list][row].Cells {
		p := odds.Probability(x.models.Cell.Of(x.cellVector(list, row, k, tally, s)))
		if cells = append(cells, p); x.Type.Fields[list].Columns[c.Column].Is != "role" {
			said, sum = said+1, sum+p
		}
	}
	return cells, sum / float64(max(said, 1))
}

// witnesses name what speaks for a value.
func (x *Choice) witnesses(field int, c *candidate.Value) []string {
	out := x.found(c.How, c.Checked && checkdigit.HasDigit(string(x.Type.Fields[field].Kind)), c.Repaired, c.Tokens)
	if x.repeats[field] > 0 {
		out = append(out, "repeated")
	}
	if x.barcodeAgrees(field, c) {
		out = append(out, "barcode")
	}
	return out
}

// found names how words were read, as a value or a cell.
func (x *Choice) found(how candidate.Provenance, checked, repaired bool, tokens []int32) []string {
	out := []string{how.String()}
	if checked {
		out = append(out, provenByDigit)
	}
	if repaired || x.Mended(tokens) {
		out = append(out, "repaired")
	}
	return out
}

func (x *Choice) barcodeAgrees(field int, c *candidate.Value) bool {
	if c.How == candidate.FromBarcode {
		return false
	}
	for i := range x.Found {
		if o := &x.Found[i]; o.Field == field && o.How == candidate.FromBarcode && o.Text == c.Text {
			return true
		}
	}
	return false
}
