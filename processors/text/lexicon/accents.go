package lexicon

import (
	_ "embed"
	"strings"
	"sync"

	"lavra.dev/processors/text/fold"
)

//go:embed accents.txt
var accentsFile string

// accented are the words with accents by their folded form, made when first asked for.
var accented = sync.OnceValue(func() map[string]string {
	words := map[string]string{}
	for _, line := range entries(accentsFile) {
		for word := range strings.FieldsSeq(line) {
			words[fold.Text(word)] = word
		}
	}
	return words
})

// Accented is how a word is written in small letters, by its folded form; "" where no accents of it are known, or
// where it is as usual without.
func Accented(folded string) string { return accented()[folded] }
