package render

import (
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/event"
)

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
	leaf := event.Leaf{Path: "fields." + f.Name, Value: JSON(f.Kind, value), Spans: Spans(sheet, tokens)}
	return event.Field{Name: f.Name, Value: leaf.Value, Leaves: []event.Leaf{leaf}}, true
}
