package lexicon

import (
	_ "embed"
	"strings"
)

//go:embed givennames.txt
var givenNamesFile string

var givenNames = func() map[string]bool {
	names := map[string]bool{}
	for _, line := range entries(givenNamesFile) {
		for _, name := range strings.Fields(line) {
			names[name] = true
		}
	}
	return names
}()

// GivenName reports whether a folded word is a given name that is in use.
func GivenName(word string) bool { return givenNames[word] }
