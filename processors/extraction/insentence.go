package extraction

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// withinProse tells whether a label at the beginning of a line is a word of a
// paragraph that wraps there: in small letters, under a full line.
func (x *extractor) withinProse(s *spot) bool {
	first, _ := utf8.DecodeRuneInString(x.sheet.Tokens[s.first].Text)
	if !unicode.IsLower(first) || x.sheet.BlockStart(s.first) {
		return false
	}
	above := x.sheet.Cells[x.sheet.Tokens[s.first-1].Cell]
	goesOn := strings.HasSuffix(x.sheet.Tokens[s.first-1].Text, ",")
	return (goesOn || above.Past-above.First >= fullLine) && above.Page == s.page
}

// opensText tells whether a label is the first word of the text under a heading, and no
// label: "Exame dentro dos limites da normalidade." under "Conclusão", or where all is in
// capitals "CASAMENTO POR PROCURACAO."
func (x *extractor) opensText(s *spot) bool {
	cell := x.sheet.Cells[s.cell]
	next := &x.sheet.Tokens[s.last+1]
	full := strings.HasSuffix(x.sheet.Tokens[cell.Past-1].Text, ".") && (!layout.HasCapital(next.Text) || leadsOn[next.Fold])
	if s.first != cell.First || s.first == 0 || !full && !s.unwanted() {
		return false
	}
	above := x.sheet.Cells[x.sheet.Tokens[s.first-1].Cell]
	return above.Page == cell.Page && cell.Top >= above.Bottom-0.3*cell.Height() && slices.ContainsFunc(x.spots, func(o spot) bool {
		return o.starts && o.ends && o.last == s.first-1 && slices.ContainsFunc(o.refs, func(r ref) bool {
			return r.role == fieldLabel && x.plan.typ.Fields[r.field].Kind == catalogue.Text
		})
	})
}

const fullLine = 8 // words of a line of prose, at least

// leadsOn are the words that a sentence goes on from: "até a data de vencimento".
var leadsOn = map[string]bool{"a": true, "o": true, "as": true, "os": true, "e": true, "ou": true, "de": true, "da": true, "do": true, "das": true, "dos": true, "em": true, "na": true,
	"no": true, "ate": true, "apos": true, "por": true, "para": true, "com": true, "sem": true, "pelo": true, "pela": true}

// afterBreak tells whether the word before ends with a mark that parts fields.
func (x *extractor) afterBreak(i int) bool {
	if i == 0 || x.sheet.LineStart(i) {
		return true
	}
	before := x.sheet.Tokens[i-1].Text
	return strings.HasSuffix(before, ",") || strings.HasSuffix(before, ";") || strings.HasSuffix(before, "|") || strings.HasSuffix(before, "(") ||
		before == "-" || before == "–" || before == "•" || before == "·" || before == "/"
}

// goesOn tells whether a label behind a comma is but a word of the sentence: in small
// letters, with words and no value behind it, as ", bairro Boa Vista".
func (x *extractor) goesOn(s *spot) bool {
	if s.colon || s.ends || s.first == 0 || !strings.HasSuffix(x.sheet.Tokens[s.first-1].Text, ",") {
		return false
	}
	first, _ := utf8.DecodeRuneInString(x.sheet.Tokens[s.first].Text)
	return unicode.IsLower(first) && !layout.HasFigure(x.sheet.Tokens[s.last+1].Text)
}

// opensSentence tells whether a label begins a sentence and digits follow it: "Plano
// Ouro. Contrato nº 123".
func (x *extractor) opensSentence(s *spot) bool {
	next := s.last + 1
	return s.first > 0 && next < len(x.sheet.Tokens) && layout.HasFigure(x.sheet.Tokens[next].Text) && x.flow().SentenceEnd(s.first-1, len(x.sheet.Tokens))
}
