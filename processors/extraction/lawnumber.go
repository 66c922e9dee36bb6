package extraction

import (
	"strings"

	"lavra.dev/schemas/catalogue"
)

// laws are the words before the numbers of laws and the like, which documents print in
// their small print.
var laws = map[string]bool{"lei": true, "decreto": true, "provisoria": true, "portaria": true, "resolucao": true, "provimento": true, "normativa": true, "instrucao": true,
	"complementar": true, "art": true, "artigo": true, "decretolei": true, "mp": true, "inrfb": true}

// ofLaw tells whether a candidate is the number of a law: "Medida Provisória nº 2200-2/2001".
func (x *extractor) ofLaw(c candidate) bool {
	switch x.plan.typ.Fields[c.field].Kind {
	case catalogue.Digits, catalogue.Code, catalogue.String:
	default:
		return false
	}
	if len(c.tokens) == 0 || strings.Trim(c.value, "0123456789./-") != "" {
		return false
	}
	before := int(c.tokens[0]) - 1
	for before >= 0 && (x.sheet.Tokens[before].Fold == "no" || x.sheet.Tokens[before].Fold == "n" || x.sheet.Tokens[before].Fold == "") {
		before--
	}
	return before >= 0 && int(c.tokens[0])-before <= 3 && laws[x.sheet.Tokens[before].Fold]
}
