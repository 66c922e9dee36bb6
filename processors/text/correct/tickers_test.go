package correct

import (
	"testing"

	"lavra.dev/processors/document"
)

func TestCodesOfFundsEndInTwoOnes(t *testing.T) {
	at := func(text string, left float64) document.Line {
		return document.Line{Words: []document.Word{{Text: text, Confidence: 0.8, Box: document.Box{Left: left, Width: 0.1, Height: 0.01}}}}
	}
	for in, want := range map[string]string{"TAEEM": "TAEE11", "KNRILI": "KNRI11", "HGLGI1L": "HGLG11", "KNCRI": "KNCR11", "TAEEU": "TAEE11", "KNRIN": "KNRI11", "MXRFIU": "MXRF11", "TOTAL": "TOTAL", "VALE3": "VALE3"} {
		lines := []document.Line{at("ITSA4", 0.1), at(in, 0.105), at(in, 0.3)}
		withTickers(lines, 1.4)
		if got := lines[1].String(); got != want {
			t.Errorf("%s under a code became %s, want %s", in, got, want)
		}
		if got := lines[2].String(); got != in {
			t.Errorf("%s elsewhere became %s", in, got)
		}
	}
}
