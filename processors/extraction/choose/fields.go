package choose

import (
	"fmt"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/extraction/render"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

// Fields renders what was chosen, in catalogue order.
func (x *Choice) Fields() []event.Field {
	var out []event.Field
	s := x.standing()
	for i, f := range x.Type.Fields {
		if f.Kind == catalogue.List {
			if len(x.lists[i]) > 0 {
				out = append(out, x.listField(i, f, s))
			}
			continue
		}
		if c := x.chosen[i]; c != nil {
			if field := x.scalarField(i, f, c, s); field.Confidence >= leastConfidence {
				out = append(out, field)
			}
		}
	}
	return out
}

func (x *Choice) scalarField(i int, f catalogue.Field, c *candidate.Value, s standing) event.Field {
	leaf := event.Leaf{Path: "fields." + f.Name, Value: render.JSON(f.Kind, c.Text), Spans: x.spans(c.Tokens)}
	leaf.Witnesses = x.witnesses(i, c)
	leaf.Error = render.Fault(f.Kind, c.Text)
	if c.How == candidate.FromGuess {
		leaf.Confidence = round(odds.Probability(c.Odds)) // what tells of labels says nothing of it
	} else {
		leaf.Confidence = round(odds.Probability(x.models.Value.Of(x.valueVector(i, c, s))))
	}
	return event.Field{Name: f.Name, Value: leaf.Value, Confidence: leaf.Confidence, Error: leaf.Error, Leaves: []event.Leaf{leaf}}
}

func (x *Choice) listField(i int, f catalogue.Field, s standing) event.Field {
	out := event.Field{Name: f.Name}
	var b strings.Builder
	b.WriteByte('[')
	var sum, n float64
	tally := tallyOf(x.lists[i], len(f.Columns))
	for r, row := range x.lists[i] {
		if r > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('{')
		for k, c := range row.Cells {
			col := f.Columns[c.Column]
			leaf := event.Leaf{Path: fmt.Sprintf("fields.%s[%d].%s", f.Name, r, col.Name), Value: render.JSON(col.Kind, c.Text), Spans: x.spans(c.Tokens)}
			leaf.Witnesses = x.cellWitnesses(row.How, c)
			leaf.Error = render.Fault(col.Kind, c.Text)
			leaf.Confidence = round(odds.Probability(x.models.Cell.Of(x.cellVector(i, r, k, tally, s))))
			if k > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "%q:%s", col.Name, leaf.Value)
			out.Leaves = append(out.Leaves, leaf)
			sum, n = sum+leaf.Confidence, n+1
		}
		b.WriteByte('}')
	}
	b.WriteByte(']')
	out.Value = b.String()
	out.Confidence = round(sum / float64(max(n, 1)))
	return out
}

func (x *Choice) spans(tokens []int32) []event.Span { return render.Spans(x.Sheet, tokens) }
