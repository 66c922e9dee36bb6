package lexicon

import (
	"strings"
	"testing"

	"lavra.dev/processors/text/fold"
)

func TestAccented(t *testing.T) {
	for folded, want := range map[string]string{"joao": "joão", "logistica": "logística", "carlos": "", "": ""} {
		if got := Accented(folded); got != want {
			t.Errorf("%q is written %q, want %q", folded, got, want)
		}
	}
}

func TestAccentsOfWordsStandOnce(t *testing.T) {
	seen := map[string]string{}
	for _, line := range entries(accentsFile) {
		for word := range strings.FieldsSeq(line) {
			folded := fold.Text(word)
			if word != strings.ToLower(word) || folded == word || seen[folded] != "" {
				t.Errorf("%q is no word in small letters with accents, or stands there twice", word)
			}
			seen[folded] = word
		}
	}
}
