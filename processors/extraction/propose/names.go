package propose

import (
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
)

// halfName is what a name gets that ends with a word that another one must follow: "Ana da".
const halfName = candidate.Unlabelled

// endsCompany reports whether a word ends the name of a company: not that of a person
// such as "Sá".
func endsCompany(t *layout.Token) bool {
	return pattern.EndsCompany(t.Fold) && !strings.ContainsAny(t.Text, "áÁ")
}

// mostWords is how many words of a heading are looked at together. The ways to part words that say
// nothing grow with each of them, and a hostile line may have hundreds.
const mostWords = 8

// allKnown reports whether words are all of those that documents are headed and labelled with, and
// none is a given name: "Fins de trabalho" is nobody.
func (x *Reader) allKnown(r recognise.Run) bool {
	first, last := int(r.Index[0]), int(r.Index[r.Len()-1])
	if last-first != r.Len()-1 || r.Len() > mostWords || lexicon.GivenName(r.Token(0).Fold) {
		return false
	}
	return len(x.Reading.Parses(first, last, 0)) > 0
}
