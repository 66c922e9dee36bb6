package recognise

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/lexicon"
)

// Woman reports whether a given name, folded, is one of a woman; ok is false where
// the name does not say. Portuguese names show it by their ending, but for those
// that are listed.
func Woman(given string) (woman, ok bool) {
	switch {
	case namesOfWomen[given]:
		return true, true
	case namesOfMen[given]:
		return false, true
	case len(given) < 3 || noGivenNames[given]:
		return false, false
	}
	ends := func(ending string) bool { return strings.HasSuffix(given, ending) }
	if slices.ContainsFunc(womanEndings, ends) {
		return true, true
	}
	return false, slices.ContainsFunc(manEndings, ends)
}

var (
	womanEndings = lexicon.Listed("endings of names of women")
	manEndings   = lexicon.Listed("endings of names of men")

	namesOfWomen = lexicon.Words("names of women")
	namesOfMen   = lexicon.Words("names of men")
	noGivenNames = lexicon.Words("no given names")
)
