package extraction

// provenance is how a value was found. Its name is the first of the public witnesses.
type provenance uint8

const (
	fromLabel   provenance = iota // beside, under or over its label
	fromProse                     // by a pattern over the running text
	fromForm                      // by what it looks like, without a label
	fromWords                     // by words that are known
	fromTotal                     // as the sum of a table
	fromTable                     // in a table
	fromBarcode                   // read from bars
	fromOther                     // derived from another value
	provenances
)

var provenanceNames = [provenances]string{"label", "prose", "form", "words", "total", "table", "barcode", "derived"}

func (p provenance) String() string { return provenanceNames[p] }
