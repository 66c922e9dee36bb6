package extraction

import (
	"encoding/json"
	"fmt"
	"strings"

	"lavra.dev/processors/extraction/odds"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
	"lavra.dev/schemas/event"
)

// fields renders what was chosen, in catalogue order.
func (x *extractor) fields() []event.Field {
	var out []event.Field
	s := x.standing()
	for i, f := range x.plan.typ.Fields {
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

func (x *extractor) scalarField(i int, f catalogue.Field, c *candidate, s standing) event.Field {
	leaf := event.Leaf{Path: "fields." + f.Name, Value: jsonValue(f.Kind, c.value), Spans: x.spans(c.tokens)}
	leaf.Witnesses = x.witnesses(i, c)
	leaf.Error = fault(f.Kind, c.value)
	leaf.Confidence = round(odds.Probability(x.models.Value.Of(x.valueVector(i, c, s))))
	return event.Field{Name: f.Name, Value: leaf.Value, Confidence: leaf.Confidence, Error: leaf.Error, Leaves: []event.Leaf{leaf}}
}

func (x *extractor) listField(i int, f catalogue.Field, s standing) event.Field {
	out := event.Field{Name: f.Name}
	var b strings.Builder
	b.WriteByte('[')
	sum, n := 0.0, 0
	tally := tallyOf(x.lists[i], len(f.Columns))
	for r, row := range x.lists[i] {
		if r > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('{')
		for k, c := range row.cells {
			col := f.Columns[c.column]
			leaf := event.Leaf{Path: fmt.Sprintf("fields.%s[%d].%s", f.Name, r, col.Name), Value: jsonValue(col.Kind, c.value), Spans: x.spans(c.tokens)}
			leaf.Witnesses = x.cellWitnesses(row.how, c)
			leaf.Error = fault(col.Kind, c.value)
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

// plainHTML undoes what json.Marshal does for pages of HTML.
var plainHTML = strings.NewReplacer(`\u0026`, "&", `\u003c`, "<", `\u003e`, ">")

// jsonValue is the JSON scalar of a normal form.
func jsonValue(kind catalogue.Kind, value string) string {
	switch kind {
	case catalogue.Money, catalogue.Decimal, catalogue.Percent, catalogue.Integer, catalogue.Year, catalogue.Bool:
		return value
	}
	data, err := json.Marshal(value)
	if err != nil {
		return `""` // a Go string always marshals
	}
	return plainHTML.Replace(string(data))
}

// fault is what the check of a kind says against a value.
func fault(kind catalogue.Kind, value string) *string {
	if text := checkdigit.Fault(string(kind), value); text != "" {
		return &text
	}
	return nil
}

func (x *extractor) spans(tokens []int32) []event.Span { return spansOf(x.sheet, tokens) }

// spansOf are the runs of words that tokens stand on.
func spansOf(sheet *layout.Sheet, tokens []int32) []event.Span {
	var out []event.Span
	for _, i := range tokens {
		t := &sheet.Tokens[i]
		page := sheet.Pages[t.Page].Number
		if n := len(out); n > 0 && out[n-1].Page == page && out[n-1].Line == t.Line && (out[n-1].Last == t.Word || out[n-1].Last+1 == t.Word) {
			out[n-1].Last = t.Word
			continue
		}
		out = append(out, event.Span{Page: page, Line: t.Line, First: t.Word, Last: t.Word})
	}
	return out
}
