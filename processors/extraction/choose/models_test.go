package choose

import (
	"os"
	"testing"

	"lavra.dev/processors/extraction/odds"
)

func models(t *testing.T) *Models {
	t.Helper()
	m, err := Read(os.DirFS("../models"))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The files of the models stand beside the code that they were fitted for.
func TestTheModelsAreOfTheseFeatures(t *testing.T) {
	models(t)
}

// What is alike in all but one thing is judged by it.
func TestTheModelsPreferWhatSpeaksForAValue(t *testing.T) {
	var plain candidateFeatures
	plain.label, plain.right, plain.score, plain.leftOwn, plain.ownLabels = 1, 1, 0.8, 1, 1
	plain.typed, plain.formed, plain.money, plain.tokens, plain.letters, plain.cells = 1, 1, 1, 1, 2, 1
	plain.overGap, plain.underOwn = far, 0
	plain.ahead, plain.bestSame = 0.8, 0.8
	worse := plain
	worse.score, worse.leftOwn, worse.leftOther, worse.ahead, worse.rank, worse.values = 0.5, 0, 1, -0.3, 2, 3
	candidate := models(t).Candidate
	if a, b := candidate.Of(odds.VectorOf(&plain)), candidate.Of(odds.VectorOf(&worse)); a <= b {
		t.Errorf("log odds %.2f of a labelled value, %.2f of one behind another's label", a, b)
	}
}
