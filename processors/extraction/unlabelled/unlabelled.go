// Package unlabelled reads the values that tell by themselves what they are: words that are known,
// options, numbers with check digits, bars.
//
// In comes the document; out go candidates. What two fields could have by its form alone is never
// proposed.
package unlabelled

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/region"
)

type reader struct {
	*propose.Reader
	inTable []float64 // of each token: what the row of a list weighs that holds it
}

// Read adds to found what needs no label.
func Read(found []candidate.Value, r *region.Regions) []candidate.Value {
	x := reader{Reader: propose.To(found, r)}
	x.readValues()
	x.readKnown()
	x.readVocabularies()
	x.readAnywhere()
	return x.Found
}

// ReadBars adds to found what the bars of the pages say.
func ReadBars(found []candidate.Value, r *region.Regions) []candidate.Value {
	x := reader{Reader: propose.To(found, r)}
	x.readBarcodes()
	return x.Found
}

// ReadLone adds to found the numbers that stand anywhere but in a list, inTable telling which
// tokens do.
func ReadLone(found []candidate.Value, r *region.Regions, inTable []float64) []candidate.Value {
	x := reader{propose.To(found, r), inTable}
	x.readLone()
	return x.Found
}
