package labelled

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/extraction/source"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
)

// What stands beside a label may go on with words that the page has before it.
func TestNameThatEndsBeforeItsFirstWord(t *testing.T) {
	sheet := layout.Of(documenttest.Typewritten("mensalidades quitadas em dia Instituto Bom Futuro Ltda"))
	x := reader{Reader: propose.To(nil, &region.Regions{Labels: &labels.Labels{Document: &source.Document{Sheet: sheet}}})}
	behind := recognise.Run{Sheet: sheet, Index: []int32{5, 6, 7, 0, 1}}
	name := x.withFirst(&labels.Label{First: 4, Last: 4}, behind)
	if got := name.Text(0, name.Len()-1); got != "Instituto Bom Futuro Ltda mensalidades quitadas" {
		t.Errorf("the name is %q", got)
	}
}
