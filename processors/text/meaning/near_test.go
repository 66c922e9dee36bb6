package meaning_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/meaning"
)

// Words are the nearer to a meaning the more of it they name and the less else they say.
func TestNearerWordsRateHigher(t *testing.T) {
	m, err := meaning.Shared().Compile("date birth of patient")
	if err != nil {
		t.Fatal(err)
	}
	last := 99
	for _, words := range []string{"Data de nascimento do paciente", "Data de nascimento", "Data zarpal", "Zarpo"} {
		sheet := layout.Of(documenttest.Typewritten(words))
		best := -99
		for _, parts := range meaning.Shared().Read(sheet).Parses(0, len(sheet.Tokens)-1, 2) {
			best = max(best, m.Near(parts).Rating())
		}
		if best >= last {
			t.Errorf("%q is rated %d, the words before it %d", words, best, last)
		}
		last = best
	}
}
