package guess

import (
	"testing"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/nearby"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/schemas/catalogue"
)

// The day of issue that is printed once more, beside the protocol, is not the day of departure.
func TestAValuePrintedOnceMoreIsNoGuess(t *testing.T) {
	const issued, departed, total = 0, 1, 2
	typ := &compile.Type{Type: catalogue.Type{Fields: []catalogue.Field{{Kind: catalogue.Date}, {Kind: catalogue.Date}, {Kind: catalogue.Money}}}}
	x := reader{Regions: &region.Regions{Labels: &labels.Labels{Document: &source.Document{Type: typ}}},
		known: []place{{field: issued, token: 1}, {field: total, token: 2}}, texts: []string{"2025-03-02", "", "20.00"}}
	rather, no := nearby.Said{Own: -1.7, Other: -0.2}, nearby.Said{Own: -0.2, Other: -1.7}
	for _, c := range []struct {
		name, text string
		said       nearby.Said
		want       bool
	}{
		{"the other's day, rather in the other's words", "2025-03-02", rather, true},
		{"the other's day, in its own words", "2025-03-02", no, false},
		{"a day of its own", "2025-03-04", rather, false},
		{"what only looks like a sum", "20.00", rather, false},
	} {
		if got := x.repeats(&candidate.Value{Field: departed, Text: c.text}, c.said); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
