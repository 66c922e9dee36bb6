package pattern

import (
	"strings"

	"lavra.dev/processors/text/lexicon"
)

// In text set in capitals, as the registers of companies print it, capitals tell no name
// from the words around it. What the partners are called before their names, and words
// that begin no name, tell there where one begins: "PELO SÓCIO ANA LIMA, QUE REPRESENTARÁ".

var callings = lexicon.Words("callings behind names in capitals")

var nameless = lexicon.Words("in no name in capitals")

const (
	capitalsBefore, capitalsAfter = 5, 7 // words around one that tell how a text is set
	capitalsLeast                 = 8
)

// setInCapitals reports whether the text around token i is set in capitals.
func (t *Text) setInCapitals(i int) bool {
	words := 0
	for j := max(i-capitalsBefore, 0); j <= i+capitalsAfter && j < len(t.sheet.Tokens); j++ {
		tok := &t.sheet.Tokens[j]
		if j > i && t.sheet.BlockStart(j) {
			break
		}
		if j < i && t.blocksApart(j, i) || tok.Fold == "" {
			continue
		}
		if tok.Text != strings.ToUpper(tok.Text) {
			return false
		}
		words++
	}
	return words >= capitalsLeast
}

// blocksApart reports whether a block begins behind token i and not behind token j.
func (t *Text) blocksApart(i, j int) bool {
	return t.sheet.Cells[t.sheet.Tokens[i].Cell].Block != t.sheet.Cells[t.sheet.Tokens[j].Cell].Block
}

// naming are the words that the name of a company follows in clauses.
var naming = lexicon.Words("before names in capitals")

// named reports whether the words before token i, in a text set in capitals, say that a
// name follows: "SOB O NOME EMPRESARIAL PADARIA DO SOL LTDA", "DENOMINAÇÃO SOCIAL DE".
func (m *matcher) named(i int) bool {
	j := i - 1
	if j > m.first && particles[m.sheet.Tokens[j].Fold] {
		j--
	}
	return j >= m.first && naming[m.sheet.Tokens[j].Fold] && m.text.capital(i) && m.text.setInCapitals(i)
}

// lastOfName are the forms of companies that are of no other names, folded.
var lastOfName = lexicon.Words("last of names in capitals")

// nameEnds reports whether a name ends before token end in a text set in capitals: behind
// LTDA, or where a word stands that is of no name.
func (t *Text) nameEnds(end int) bool {
	before, fold := t.sheet.Tokens[end-1].Fold, t.sheet.Tokens[end].Fold
	if !nameless[fold] && (!lastOfName[before] || companyEnds[fold] || fold == "") {
		return false
	}
	return t.setInCapitals(end)
}

// endedBefore reports whether a sentence ends before token i, with which a line begins: what
// follows is not what the words before it introduce.
func (m *matcher) endedBefore(i int) bool {
	return i > m.first && m.free != i && m.sheet.LineStart(i) && len(m.sheet.Tokens[i-1].Fold) > 4 && m.sentenceEnd(i-1)
}

// introduced are the forms of slots that stand in the sentence that introduces them.
var introduced = map[string]bool{"clause": true, "words": true, "company": true, "proper": true}
