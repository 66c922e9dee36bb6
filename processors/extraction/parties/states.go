package parties

import (
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// readStates proposes the state of a party of whom only the town is known, where the document
// prints that town with its state: "Juiz de Fora - MG" under the name of an office.
func (x *reader) readStates() {
	for _, o := range x.Type.Parties {
		city, hasCity := o.Fields["city"]
		state, hasState := o.Fields["state"]
		if _, somebody := x.Type.Owners[o.Name]; !somebody || !hasCity || !hasState || x.BestOf(state) != nil {
			continue // where a deed was done says its own line
		}
		best := x.BestOf(city)
		if best == nil || len(best.Tokens) == 0 {
			continue
		}
		name := foldedOf(x.Sheet, best.Tokens)
		for i := range x.Sheet.Tokens {
			last := x.spelt(name, i)
			if last < 0 || !x.apart(i) {
				continue
			}
			if v, tokens := x.stateBehind(last); v.Text != "" {
				x.Propose(candidate.Value{Field: state, Tokens: tokens, Text: v.Text, Score: candidate.Fair, How: candidate.FromForm, Place: catalogue.Right})
			}
		}
	}
}

// spelt is the last token of the words from token i on that make a folded text, -1 where they do not.
func (x *reader) spelt(text string, i int) int {
	for ; i < len(x.Sheet.Tokens) && text != ""; i++ {
		word := x.Sheet.Tokens[i].Fold
		if word == "" || !strings.HasPrefix(text, word) {
			return -1
		}
		text = text[len(word):]
	}
	return i - 1
}

// apart reports whether a town at a token begins a line or follows a mark: that behind a word is a part
// of a name, "Registro Civil de Lages - SC".
func (x *reader) apart(i int) bool {
	if i == 0 || x.Sheet.LineStart(i) {
		return true
	}
	before := x.Sheet.Tokens[i-1]
	return before.Fold == "" || strings.HasSuffix(before.Text, ",") || strings.HasSuffix(before.Text, ".")
}

// stateBehind is the state behind a token on its line, in two letters and behind a mark.
func (x *reader) stateBehind(last int) (recognise.Value, []int32) {
	past := x.Sheet.Cells[x.Sheet.Tokens[last].Cell].Past
	i := last + 1
	for i < past && x.Sheet.Tokens[i].Fold == "" {
		i++
	}
	marked := i > last+1 || strings.HasSuffix(x.Sheet.Tokens[last].Text, ",") || strings.HasSuffix(x.Sheet.Tokens[last].Text, "/")
	if i >= past || !marked && !strings.HasPrefix(x.Sheet.Tokens[i].Text, "(") || len(x.Sheet.Tokens[i].Fold) != 2 {
		return recognise.Value{}, nil
	}
	run := x.Between(i, i)
	v, ok := recognise.At(catalogue.UF, run, 0)
	if !ok {
		return recognise.Value{}, nil
	}
	return v, run.Index
}
