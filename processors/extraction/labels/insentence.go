package labels

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"lavra.dev/processors/text/address"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/schemas/catalogue"
)

// withinProse reports whether a label at the beginning of a line is a word of a
// paragraph that wraps there: in small letters, under a full line.
func (x *Labels) withinProse(s *Label) bool {
	first, _ := utf8.DecodeRuneInString(x.Sheet.Tokens[s.First].Text)
	if !unicode.IsLower(first) || x.Sheet.BlockStart(s.First) {
		return false
	}
	above := x.Sheet.Cells[x.Sheet.Tokens[s.First-1].Cell]
	goesOn := strings.HasSuffix(x.Sheet.Tokens[s.First-1].Text, ",")
	return (goesOn || above.Past-above.First >= fullLine) && above.Page == s.Page
}

// endsProse reports whether a label that is a line of its own is the rest of the long line over it,
// which leads on to it: "... OU PENSÃO PAGOS PELA" over "PREVIDÊNCIA SOCIAL".
func (x *Labels) endsProse(s *Label) bool {
	if !s.Ends || s.First == 0 || x.Sheet.BlockStart(s.First) {
		return false
	}
	above := x.Sheet.Cells[x.Sheet.Tokens[s.First-1].Cell]
	return above.Page == s.Page && above.Past-above.First >= fullLine && LeadsOn[x.Sheet.Tokens[above.Past-1].Fold]
}

// opensText reports whether a label is the first word of the text under or beside a heading, and no
// label: "Exame dentro dos limites da normalidade." under "Conclusão", or where all is in
// capitals "CASAMENTO POR PROCURACAO.", "Após o vencimento, multa de 2% ao" beside "Instruções".
func (x *Labels) opensText(s *Label) bool {
	cell := x.Sheet.Cells[s.Cell]
	next := &x.Sheet.Tokens[s.Last+1]
	full := (cell.Past-cell.First >= fullLine || strings.HasSuffix(x.Sheet.Tokens[cell.Past-1].Text, ".")) && (!layout.HasCapital(next.Text) || LeadsOn[next.Fold])
	if s.First != cell.First || s.First == 0 || !full && !s.Unwanted() {
		return false
	}
	if beside := x.endBefore(s); beside != nil && beside.Starts && x.AsksText(beside) {
		return true
	}
	above := x.Sheet.Cells[x.Sheet.Tokens[s.First-1].Cell]
	return above.Page == cell.Page && cell.Top >= above.Bottom-layout.Overlap*cell.Height() && slices.ContainsFunc(x.Placed, func(o Label) bool {
		return o.Starts && o.Ends && o.Last == s.First-1 && x.AsksText(&o)
	})
}

// AsksText reports whether a label is of a field whose value is a text.
func (x *Labels) AsksText(s *Label) bool {
	return x.asksFor(s, func(f *catalogue.Field) bool { return f.Kind == catalogue.Text })
}

const fullLine = 8 // words of a line of prose, at least

// LeadsOn are the words that a sentence goes on from: "até a data de vencimento".
var LeadsOn = lexicon.Words("leading on")

// afterBreak reports whether the word before one within a line ends with a mark that parts fields.
func (x *Labels) afterBreak(i int) bool {
	before := x.Sheet.Tokens[i-1].Text
	return strings.HasSuffix(before, ",") || strings.HasSuffix(before, ";") || strings.HasSuffix(before, "|") || strings.HasSuffix(before, "(") ||
		before == "-" || before == "–" || before == "•" || before == "·" || before == "/"
}

// goesOn reports whether a label behind a comma is but a word of the sentence, with words and no value behind it: in small
// letters, as ", bairro Boa Vista", or a part of an address that nobody wants for itself, as ", Bairro Novo".
func (x *Labels) goesOn(s *Label) bool {
	if s.Colon || s.Ends || s.First == 0 || !strings.HasSuffix(x.Sheet.Tokens[s.First-1].Text, ",") {
		return false
	}
	first, _ := utf8.DecodeRuneInString(x.Sheet.Tokens[s.First].Text)
	ofAddress := s.Unwanted() && address.OfHouse(x.Sheet.Tokens[s.First].Fold)
	return (unicode.IsLower(first) || ofAddress) && !layout.HasFigure(x.Sheet.Tokens[s.Last+1].Text)
}

// opensSentence reports whether a label begins a sentence and digits follow it: "Plano
// Ouro. Contrato nº 123".
func (x *Labels) opensSentence(s *Label) bool {
	next := s.Last + 1
	return s.First > 0 && next < len(x.Sheet.Tokens) && layout.HasFigure(x.Sheet.Tokens[next].Text) && x.Flow().SentenceEnd(s.First-1, len(x.Sheet.Tokens))
}

// OfText reports whether a line is one of a text: it is full, or goes on with a full one.
func (x *Labels) OfText(cell int32) bool {
	full := func(c int32) bool { return x.Sheet.Cells[c].Past-x.Sheet.Cells[c].First >= fullLine }
	return full(cell) || cell > 0 && x.Sheet.Cells[cell-1].Block == x.Sheet.Cells[cell].Block && full(cell-1) && x.Flow().Wraps(x.Sheet.Cells[cell].First)
}
