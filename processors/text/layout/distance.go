package layout

// How far apart lines stand, in font sizes. A line takes one, descenders and accents reach into the lines around it,
// and what two lines have between them says whether they are one text, of one thing, or only near each other. No
// document hangs on the second digit of any of these.
const (
	Solid    = 0.9 // lines of one text, at most: the space between them is less than a line
	NextLine = 1.6 // a line and what stands on the next one, at most: there may be half a line between them
	Reach    = 2.4 // a label, a title or a heading and what it is of, at most: a line may be left empty
)

// Overlap is the share of their height by which lines over one another, or boxes side by side, may differ
// from being so: descenders reach that far down.
const Overlap = 0.3

// OtherSize is by how much of their size the letters of two texts differ, at least: less is what capitals and small
// letters do.
const OtherSize = 0.15
