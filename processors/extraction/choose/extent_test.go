package choose

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
)

// The words of a value that goes on in a text beside other lines do not follow each other on the sheet.
func TestANumberGoesOnBeforeItsFirstWord(t *testing.T) {
	sheet := layout.Of(documenttest.Typewritten("0001-81   11.222.333"))
	x := &Choice{Reader: propose.To(nil, &region.Regions{Labels: &labels.Labels{Document: &source.Document{Sheet: sheet}}})}
	for _, c := range []struct {
		tokens []int32
		want   bool
	}{{[]int32{1, 0}, true}, {[]int32{0, 1}, false}} {
		if got := x.foreign(&candidate.Value{Tokens: c.tokens}); got != c.want {
			t.Errorf("foreign(%v) = %v, want %v", c.tokens, got, c.want)
		}
	}
}
