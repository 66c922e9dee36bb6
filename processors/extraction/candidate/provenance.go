package candidate

// Provenance is how a value was found. Its name is the first of the public witnesses.
type Provenance uint8

const (
	FromLabel   Provenance = iota // beside, under or over its label
	FromProse                     // by a pattern over the running text
	FromForm                      // by what it looks like, without a label
	FromWords                     // by words that are known
	FromTotal                     // as the sum of a table
	FromTable                     // in a table
	FromBarcode                   // read from bars
	FromOther                     // derived from another value
	FromGuess                     // beside a label that nobody understands or anywhere, by what stands around it and what else is on the document
	provenances
)

var provenanceNames = [provenances]string{"label", "prose", "form", "words", "total", "table", "barcode", "derived", "elimination"}

func (p Provenance) String() string { return provenanceNames[p] }
