package propose

import (
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/catalogue"
)

// Laws are the words before the numbers of laws and the like, which documents print in
// their small print.
var Laws = lexicon.Words("laws")

// ofLaw reports whether a candidate is the number of a law: "Medida Provisória nº 2200-2/2001".
func (x *Reader) ofLaw(c candidate.Value) bool {
	switch x.Type.Fields[c.Field].Kind {
	case catalogue.Digits, catalogue.Code, catalogue.String:
	default:
		return false
	}
	if len(c.Tokens) == 0 || strings.Trim(c.Text, "0123456789./-") != "" {
		return false
	}
	before := int(c.Tokens[0]) - 1
	for before >= 0 && (x.Sheet.Tokens[before].Fold == "no" || x.Sheet.Tokens[before].Fold == "n" || x.Sheet.Tokens[before].Fold == "") {
		before--
	}
	return before >= 0 && int(c.Tokens[0])-before <= 3 && Laws[x.Sheet.Tokens[before].Fold]
}
