package region

// How likely a place is that of a label's value, before the habit of the document is weighed. The fitted
// choice knows the score among much else: these only rank the places of one label.
const (
	behindColon = 1.0  // in the cell of the label
	behindLabel = 0.9  // the same without a colon
	besideColon = 0.97 // in the next cell
	besideLabel = 0.85
	lifted      = 0.8  // of that where a value was filled in above the line
	behindTail  = 0.9  // right of a label that is printed longer than it is known
	belowLabel  = 0.92 // right under the label
	belowGap    = 0.12 // less for each font size between them
	inPart      = 0.1  // less where other labels have a part of the cell
	overLabel   = 0.7
)

// What stays of a score where no label of the document has its value there.
const (
	againstBehind = 0.75 // behind the label in its cell
	againstPlace  = 0.55 // beside or below it
)

// habit is what stays of the score of a place by the share of labels whose value stands there.
func habit(against, share float64) float64 { return against + (1-against)*share }
