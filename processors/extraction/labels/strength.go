package labels

// How much words look like a label, and not like words of the text: a Label's Strength. The ways in
// which one may stand make the steps; their distances weigh its value against those of others.
const (
	Answer    = 0.2  // it is the value of another label
	Word      = 0.3  // it is a word of a text
	Repeated  = 0.6  // it begins a line, and the same label stands elsewhere by itself
	HalfKnown = 0.7  // one of its words is unknown
	Likely    = 0.75 // it stands behind a break, or behind the value of another label
	Leading   = 0.85 // it begins its cell
	Marked    = 0.95 // it has a colon, or ends its cell behind a number
	Plain     = 1    // it begins its cell and ends it, or has a colon
)
