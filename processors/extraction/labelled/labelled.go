// Package labelled reads the values that stand with a label of their own.
//
// In come the labels of a document and where their values may stand; out go candidates. A label
// in a part of the document where its field is not is passed over.
package labelled

import (
	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/propose"
	"lavra.dev/processors/extraction/region"
)

type reader struct {
	*propose.Reader
	joint map[*labels.Label]bool // read with the labels that share its box
}

// Read adds to found what stands with a label.
func Read(found []candidate.Value, r *region.Regions) []candidate.Value {
	x := reader{Reader: propose.To(found, r), joint: map[*labels.Label]bool{}}
	x.readJoint()
	x.readLabels()
	x.readBoxes()
	return x.Found
}
