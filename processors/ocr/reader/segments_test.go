package reader

import (
	"testing"

	"lavra.dev/processors/document"
)

// The words of a segment stay on one line though recognition drew one over those behind it.
func TestWordsOfASegmentStandApart(t *testing.T) {
	for name, words := range map[string][]document.Word{
		"over the beginning of the next": {
			{Text: "R$168,", Box: document.Box{Left: 0.5, Top: 0.2, Width: 0.048, Height: 0.01}},
			{Text: "66", Box: document.Box{Left: 0.54, Top: 0.198, Width: 0.014, Height: 0.014}},
		},
		"over all that follow": {
			{Text: "Data", Box: document.Box{Left: 0.5, Top: 0.2, Width: 0.045, Height: 0.01}},
			{Text: "da", Box: document.Box{Left: 0.517, Top: 0.198, Width: 0.008, Height: 0.014}},
			{Text: "saída", Box: document.Box{Left: 0.528, Top: 0.2, Width: 0.017, Height: 0.01}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			end := words[len(words)-1].Box.Right()
			words = apart(words)
			for i := 1; i < len(words); i++ {
				if words[i-1].Box.Right() > words[i].Box.Left {
					t.Errorf("%q stands over %q: %+v", words[i-1].Text, words[i].Text, words)
				}
			}
			if got := words[len(words)-1].Box.Right(); got < end-0.001 {
				t.Errorf("the words end at %.3f, want %.3f", got, end)
			}
			if lines := document.Lines(words, 595, 842); len(lines) != 1 {
				t.Errorf("%d lines", len(lines))
			}
		})
	}
}
