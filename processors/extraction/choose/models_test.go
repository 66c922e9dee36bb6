package choose

import (
	"os"
	"testing"
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
	if len(CandidateFeatures) != candidateFeatures || len(ValueFeatures) != valueFeatures || len(CellFeatures) != cellFeatures {
		t.Fatal("features without a name")
	}
	models(t)
}

// What is alike in all but one thing is judged by it.
func TestTheModelsPreferWhatSpeaksForAValue(t *testing.T) {
	plain := make([]float32, candidateFeatures)
	plain[fLabel], plain[fRight], plain[fScore], plain[fLeftOwn], plain[fOwnLabels] = 1, 1, 0.8, 1, 1
	plain[fTyped], plain[fFormed], plain[fMoney], plain[fTokens], plain[fLetters], plain[fCells] = 1, 1, 1, 1, 2, 1
	plain[fOverGap], plain[fUnderOwn] = far, 0
	plain[fAhead], plain[fBestSame] = 0.8, 0.8
	worse := append([]float32(nil), plain...)
	worse[fScore], worse[fLeftOwn], worse[fLeftOther], worse[fAhead], worse[fRank], worse[fValues] = 0.5, 0, 1, -0.3, 2, 3
	candidate := models(t).Candidate
	if a, b := candidate.Of(plain), candidate.Of(worse); a <= b {
		t.Errorf("log odds %.2f of a labelled value, %.2f of one behind another's label", a, b)
	}
}
