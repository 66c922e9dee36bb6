package reader

import (
	"testing"

	"lavra.dev/processors/document"
)

// The cents of an amount stay on its line though recognition drew the words before over them.
func TestWordsOfASegmentStandApart(t *testing.T) {
	words := apart([]document.Word{
		{Text: "R$168,", Box: document.Box{Left: 0.5, Top: 0.2, Width: 0.048, Height: 0.01}},
		{Text: "66", Box: document.Box{Left: 0.54, Top: 0.198, Width: 0.014, Height: 0.014}},
	})
	if words[0].Box.Right() > words[1].Box.Left || words[1].Box.Right() < 0.553 {
		t.Errorf("%+v", words)
	}
	if lines := document.Lines(words, 595, 842); len(lines) != 1 {
		t.Errorf("%d lines", len(lines))
	}
}
