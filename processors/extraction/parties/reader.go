// Package parties reads what belongs to the persons and companies that a type has fields of: their
// numbers, addresses and letterheads.
//
// In come the candidates so far; out go more of them, and those that stand with the name of
// another party less likely. A number is never given to the party of another part of the document.
package parties

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/region"
)

type reader struct{ *propose.Reader }

// Read adds to found what stands with the names and in the parts of the parties.
func Read(found []candidate.Value, r *region.Regions) []candidate.Value {
	x := reader{propose.To(found, r)}
	x.readSigner()
	x.readLetterheads()
	x.weighLetterheads()
	x.readAddresses()
	x.joinHouses()
	x.readNumbers()
	x.readDatelines()
	return x.Found
}

// Attach weighs numbers by the names that they stand with, once all candidates are known.
func Attach(found []candidate.Value, r *region.Regions) []candidate.Value {
	x := reader{propose.To(found, r)}
	x.readStates()
	x.weighAsking()
	x.weighFoot()
	x.attach()
	x.weighInline()
	return x.Found
}
