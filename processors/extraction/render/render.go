// Package render gives values the form that events have: JSON, what a check says against them, and
// the words they stand on.
//
// In come normal forms and tokens; out go leaves of an event. Nothing is judged here but check digits.
package render

import (
	"encoding/json"
	"strings"

	"lavra.dev/processors/text/layout"
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
