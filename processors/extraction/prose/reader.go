// Package prose reads the values that running text tells: by the patterns of the type, by words
// of a sentence that mean a field, and by what sentences tell of a birth or a death.
//
// In come the running text and what is known of its labels; out go candidates. Words of a label
// are no prose.
package prose

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/region"
)

type reader struct{ *propose.Reader }

// Read adds to found what sentences tell.
func Read(found []candidate.Value, r *region.Regions) []candidate.Value {
	x := reader{propose.To(found, r)}
	x.readProse()
	x.readSentences()
	x.readEvents()
	x.readSpokenOf()
	return x.Found
}
