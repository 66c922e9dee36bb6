// Package region tells where on the pages the value of a label may stand.
//
// In come the labels of a document; out go for each the runs of words beside, under and over it,
// weighed by where this document has its values. What a run is as a value is not judged here.
package region

import (
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/wrap"
)

// Regions is a document with its labels, and where it has their values.
type Regions struct {
	*labels.Labels
	Wraps     *wrap.Lines // which values go on in the line under theirs
	RightVote float64     // share of labels whose value stands to the right
	captions  bool        // labels stand under their values
	brackets  bool        // those in brackets do
}

// Over learns from the values that cannot be mistaken where a document has its values.
func Over(l *labels.Labels) *Regions {
	x := &Regions{Labels: l, Wraps: wrap.Over(l)}
	x.votePlaces()
	return x
}
