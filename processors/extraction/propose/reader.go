// Package propose makes candidates of words: what a run of them is as the value of a field, how
// far it reaches, and how sure its form makes it.
//
// In come a field and the words found for it, by whatever reader; out go candidates with their
// score. What cannot be a value of the field, by its form, its check digits or its vocabulary, is
// never proposed.
package propose

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/region"
)

// Reader gathers candidates of one document.
type Reader struct {
	*region.Regions
	Found []candidate.Value
}

// To is a reader that adds to what was found before it.
func To(found []candidate.Value, r *region.Regions) *Reader {
	return &Reader{Regions: r, Found: found}
}
