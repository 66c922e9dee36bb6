package propose

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// halfName is what a name gets that ends with a word that another one must follow: "Ana da".
const halfName = 0.7

// partOfLabelled reports whether a name that the text gives is but the last lines of the one
// under a label of its field, of a company's the first, or the same cut by the end of a line.
func (x *Reader) partOfLabelled(c candidate.Value) bool {
	f := x.Type.Fields[c.Field]
	if f.Lines <= 1 || f.Like != "name" && f.Like != "company" || len(c.Tokens) == 0 {
		return false
	}
	first, last := c.Tokens[0], c.Tokens[len(c.Tokens)-1]
	return slices.ContainsFunc(x.Found, func(o candidate.Value) bool {
		if o.Field != c.Field || o.How != candidate.FromLabel || o.Place != catalogue.Below || len(o.Tokens) <= len(c.Tokens) {
			return false
		}
		end := o.Tokens[len(o.Tokens)-1]
		if last == end {
			return x.Sheet.LineStart(int(first)) && slices.Contains(o.Tokens, first)
		}
		if int(last)+1 < len(x.Sheet.Tokens) && !x.Sheet.LineStart(int(last)+1) {
			return false
		}
		company := f.Like == "company" && first == o.Tokens[0] && EndsCompany(&x.Sheet.Tokens[end])
		return company || f.Like == "name" && len(c.Tokens) > 1 && strings.HasPrefix(layout.Fold(o.Text), layout.Fold(c.Text))
	})
}

// EndsCompany reports whether a word ends the name of a company: not that of a person
// such as "Sá".
func EndsCompany(t *layout.Token) bool {
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
