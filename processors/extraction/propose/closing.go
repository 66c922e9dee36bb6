package propose

import (
	"strings"

	"lavra.dev/processors/text/recognise"
)

// conjunction reports whether what stands right behind a label without a mark goes on with
// "and": the label is the first word of a heading, "SEDE E FORO".
func (x *Reader) conjunction(r recognise.Run) bool {
	first := int(r.Index[0])
	if first == 0 || x.Sheet.Tokens[first].Cell != x.Sheet.Tokens[first-1].Cell || strings.HasSuffix(x.Sheet.Tokens[first-1].Text, ":") {
		return false
	}
	fold := x.Sheet.Tokens[first].Fold
	return fold == "e" || fold == "ou"
}

// BeforeLabel is the last of the tokens first to last before a line that begins with a
// label and its colon: the words of a pattern ran on over it.
func (x *Reader) BeforeLabel(first, last int) int {
	for i := first + 1; i <= last; i++ {
		if x.Sheet.LineStart(i) && x.Boundary(i) && x.LabelAt[i] > 0 && x.Placed[x.LabelAt[i]-1].Colon {
			return i - 1
		}
	}
	return last
}
