// Package render gives values the form that events have: JSON, what a check says against them, and
// the words they stand on.
//
// In come normal forms and tokens; out go leaves of an event. Nothing is judged here but check digits.
package render

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
	"lavra.dev/schemas/event"
)

// plainHTML undoes what json.Marshal does for pages of HTML.
var plainHTML = strings.NewReplacer(`\u0026`, "&", `\u003c`, "<", `\u003e`, ">")

// JSON is the JSON scalar of a normal form.
func JSON(kind catalogue.Kind, value string) string {
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

// Path is that of a single value.
func Path(field string) string { return "fields." + field }

// CellPath is that of a cell of a list.
func CellPath(list string, row int, column string) string {
	return fmt.Sprintf("fields.%s[%d].%s", list, row, column)
}

// Thousandth rounds a confidence: more digits would claim more than it knows.
func Thousandth(confidence float64) float64 { return math.Round(confidence*1000) / 1000 }

// Fault is what the check of a kind says against a value.
func Fault(kind catalogue.Kind, value string) *string {
	if text := checkdigit.Fault(string(kind), value); text != "" {
		return &text
	}
	return nil
}

// Spans are the runs of words that tokens stand on.
func Spans(sheet *layout.Sheet, tokens []int32) []event.Span {
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

// Field renders a single value that something else than this engine found on a
// sheet, at tokens; false where the value fails its check or has a form that the
// field cannot have.
func Field(sheet *layout.Sheet, f catalogue.Field, value string, tokens []int32) (event.Field, bool) {
	if !recognise.Typed(f.Kind) {
		value = shape.Clean(value)
	}
	if value == "" || !shape.FitsMask(f.Mask, value) || Fault(f.Kind, value) != nil {
		return event.Field{}, false
	}
	leaf := event.Leaf{Path: Path(f.Name), Value: JSON(f.Kind, value), Spans: Spans(sheet, tokens)}
	return event.Field{Name: f.Name, Value: leaf.Value, Leaves: []event.Leaf{leaf}}, true
}
