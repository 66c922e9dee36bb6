// Package parties reads what belongs to the persons and companies that a type has fields of: their
// names over addresses, their addresses, who signs, and where and when a deed was done.
//
// In come the candidates so far; out go more of them, the numbers that stand with the name of another party less likely. What
// stands in another party's part of the document is never given to a party.
package parties

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

type reader struct{ *propose.Reader }

// Read adds to found what stands with the names and in the parts of the parties.
func Read(found []candidate.Value, r *region.Regions) []candidate.Value {
	x := reader{propose.To(found, r)}
	x.readSigner()
	x.readLetterheads()
	x.readAddresses()
	x.joinHouses()
	x.readDatelines()
	return x.Found
}

// formed is words as the value of a field that nothing but their form tells.
func (x *reader) formed(field int, words recognise.Run, score float64) candidate.Value {
	text := shape.Words(x.Type.Fields[field], words)
	return candidate.Value{Field: field, Tokens: slices.Clone(words.Index), Text: text, Score: score, How: candidate.FromForm, Place: catalogue.Above}
}

// Attach weighs numbers by the names that they stand with, once all candidates are known.
func Attach(found []candidate.Value, r *region.Regions) []candidate.Value {
	x := reader{propose.To(found, r)}
	x.weighByNames()
	return x.Found
}
