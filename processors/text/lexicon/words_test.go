package lexicon

import (
	"slices"
	"testing"
)

func TestClassesOfWordsHaveEachWordOnce(t *testing.T) {
	for class, words := range classes {
		sorted := slices.Sorted(slices.Values(words))
		if len(sorted) == 0 || len(slices.Compact(sorted)) != len(words) {
			t.Errorf("%q has no words, or one twice: %v", class, words)
		}
	}
}

func TestWordsOfNoClass(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a class that is not in the file is no fault")
		}
	}()
	Words("no such class")
}
