// Package region tells where on the pages the value of a label may stand.
//
// In come the labels of a document; out go for each the runs of words beside, under and over it,
// weighed by where this document has its values. What a run is as a value is not judged here.
package region

import (
	"lavra.dev/processors/extraction/candidate"
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

// How likely a place is that of a label's value, before the habit of the document is weighed. The fitted
// choice knows the score among much else: these only rank the places of one label.
const (
	withColon   = 1                    // behind the colon of a label, in its cell or the next
	behindLabel = candidate.Placed     // behind a label without one, in its cell
	besideLabel = candidate.Fair       // in the next
	behindTail  = candidate.Placed     // right of a label that is printed longer than it is known
	belowLabel  = candidate.Placed     // right under the label
	overLabel   = candidate.Unlabelled // right over it
	step        = 0.1                  // less under it for each font size between them, and where other labels have a part of the cell
)

// What stays of a score where no label of the document has its value there.
const (
	againstBehind = candidate.Unlabelled // behind the label in its cell
	againstPlace  = candidate.Weak       // beside or below it
)

// habit is what stays of the score of a place by the share of labels whose value stands there.
func habit(against, share float64) float64 { return against + (1-against)*share }
