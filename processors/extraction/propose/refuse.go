package propose

import (
	"strings"
	"unicode"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/address"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/pattern"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// partOfHouse reports whether a name or an address is but the end of an address: "Galpão 3",
// "Bloco B", "Fundos", or but a number, as a post code is.
func (x *Reader) partOfHouse(c candidate.Value) bool {
	like := x.Type.Fields[c.Field].Like
	if like != "company" && like != "name" && like != "address" || len(c.Tokens) == 0 || len(c.Tokens) > 2 {
		return false
	}
	first := x.Sheet.Tokens[c.Tokens[0]].Fold
	if len(c.Tokens) == 1 {
		return address.WholeOfHouse(first) || strings.IndexFunc(first, unicode.IsLetter) < 0
	}
	second := &x.Sheet.Tokens[c.Tokens[1]]
	return address.OfHouse(first) && (len(second.Fold) == 1 || layout.HasDigit(second.Text) && len(second.Fold) <= 4)
}

// Laws are the words before the numbers of laws and the like, which documents print in
// their small print.
var Laws = lexicon.Words("laws")

// shortNumberSigns stand between a law and its number, ordinalSigns before any number: "nº".
var (
	shortNumberSigns = lexicon.Words("short signs of numbers")
	ordinalSigns     = lexicon.Words("ordinal signs of numbers")
)

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
	for before >= 0 && (shortNumberSigns[x.Sheet.Tokens[before].Fold] || x.Sheet.Tokens[before].Fold == "") {
		before--
	}
	return before >= 0 && int(c.Tokens[0])-before <= 3 && Laws[x.Sheet.Tokens[before].Fold]
}

// halfName is what a name gets that ends with a word that another one must follow: "Ana da".
const halfName = candidate.Unlabelled

// endsCompany reports whether a word ends the name of a company: not that of a person
// such as "Sá".
func endsCompany(t *layout.Token) bool {
	return pattern.EndsCompany(t.Fold) && !strings.ContainsAny(t.Text, "áÁ")
}

// allKnown reports whether words are all of those that documents are headed and labelled with, and
// none is a given name: "Fins de trabalho" is nobody.
func (x *Reader) allKnown(r recognise.Run) bool {
	first, last := int(r.Index[0]), int(r.Index[r.Len()-1])
	if last-first != r.Len()-1 || r.Len() > mostWords || lexicon.GivenName(r.Token(0).Fold) {
		return false
	}
	return len(x.Reading.Parses(first, last, 0)) > 0
}

// mostWords is how many words of a heading are looked at together. The ways to part words that say
// nothing grow with each of them, and a hostile line may have hundreds.
const mostWords = 8

// otherNumber reports whether a number of no form of its own is printed as one of another kind: a CPF or CNPJ
// with its marks and right check digits, a telephone with its area in brackets. A field that shares its words may be either.
func (x *Reader) otherNumber(c candidate.Value) bool {
	f := x.Type.Fields[c.Field]
	if f.Share || c.Checked || len(c.Tokens) == 0 || f.Kind != catalogue.Digits && f.Kind != catalogue.Code && (f.Kind != catalogue.String || f.Like != "number") {
		return false
	}
	run := x.Run(c.Tokens)
	text := run.Text(0, run.Len()-1)
	for _, kind := range []catalogue.Kind{catalogue.CPFCNPJ, catalogue.Phone} {
		v, ok := recognise.At(kind, run, 0)
		if ok && v.Last == run.Len()-1 && (v.Checked && strings.ContainsAny(text, ".-/") || kind == catalogue.Phone && strings.HasPrefix(text, "(")) {
			return true
		}
	}
	return false
}
