package region

import "lavra.dev/processors/extraction/candidate"

// How likely a place is that of a label's value, before the habit of the document is weighed. The fitted
// choice knows the score among much else: these only rank the places of one label.
const (
	withColon   = 1                    // behind the colon of a label, in its cell or the next
	behindLabel = candidate.Placed     // behind a label without one, in its cell
	besideLabel = candidate.Fair       // in the next
	lifted      = candidate.Fair       // of that where a value was filled in above the line
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
