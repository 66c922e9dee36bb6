package pipeline

import (
	"testing"

	"lavra.dev/schemas/event"
)

func TestPageSource(t *testing.T) {
	text, blank := event.Page{Source: "text"}, event.Page{Source: "none"}
	scan := event.Page{Source: "ocr", ToSent: []float64{0, -1, 1, 1, 0, 0, 0, 0, 1}} // turned by a quarter
	photo := event.Page{Source: "ocr", ToSent: []float64{1, 0.02, 0, 0, 1, 0, 0.12, -0.05, 1}}
	for want, pages := range map[string][]event.Page{
		"": {blank}, "text": {text, blank, text}, "scan": {{Source: "ocr"}, scan}, "photo": {photo}, "mixed": {text, scan},
	} {
		if got := pageSource(pages); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
