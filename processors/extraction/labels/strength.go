package labels

import "lavra.dev/processors/extraction/candidate"

// How much words look like a label, and not like words of the text: a Label's Strength. The ways in
// which one may stand make the steps; their distances weigh its value against those of others.
const (
	Word     = candidate.Least  // it is a word of a text, or the value of another label
	Repeated = 0.6              // it begins a line and the same label stands elsewhere by itself, or one of its words is unknown
	Likely   = 0.75             // it stands behind a break, or behind the value of another label
	Leading  = candidate.Fair   // it begins its cell
	Marked   = candidate.Placed // it has a colon, or ends its cell behind a number
	Plain    = 1                // it begins its cell and ends it, or has a colon
)
