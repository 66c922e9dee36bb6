package extraction

import (
	"strings"

	"lavra.dev/processors/text/recognise"
)

// conjunction tells whether what stands right behind a label without a mark goes on with
// "and": the label is the first word of a heading, "SEDE E FORO".
func (x *extractor) conjunction(r recognise.Run) bool {
	first := int(r.Index[0])
	if first == 0 || x.sheet.Tokens[first].Cell != x.sheet.Tokens[first-1].Cell || strings.HasSuffix(x.sheet.Tokens[first-1].Text, ":") {
		return false
	}
	fold := x.sheet.Tokens[first].Fold
	return fold == "e" || fold == "ou"
}

// beforeLabel is the last of the tokens first to last before a line that begins with a
// label and its colon: the words of a pattern ran on over it.
func (x *extractor) beforeLabel(first, last int) int {
	for i := first + 1; i <= last; i++ {
		if x.sheet.LineStart(i) && x.boundary(i) && x.spotAt[i] > 0 && x.spots[x.spotAt[i]-1].colon {
			return i - 1
		}
	}
	return last
}
