package persons

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

var (
	suing = lexicon.Words("who sues")
	sued  = lexicon.Words("who is sued")
)

// completeSides gives the rows of a list in which nobody has a role what the text calls their side further on: a petition
// that begins "Ana Lima propõe ação em face de Alfa Ltda" goes on with "a autora" and "a ré".
func (x *Reader) completeSides(rows []candidate.Row, f catalogue.Field) {
	role, name := f.ColumnIs("role"), f.ColumnIs("name")
	if role < 0 || slices.ContainsFunc(rows, func(r candidate.Row) bool { return r.Cell(role) != nil || r.Cell(name) == nil }) {
		return
	}
	turn := -1
	for _, e := range x.Persons().All() {
		if row, _ := x.entityRow(f, &e); e.Opposed && turn < 0 && row.Cell(name) != nil {
			turn = named(rows, name, row.Text(name))
		}
	}
	if turn < 1 {
		return
	}
	from := int(slices.Max(rows[len(rows)-1].Cell(name).Tokens))
	one, other := x.calledBehind(from, suing, turn > 1), x.calledBehind(from, sued, len(rows)-turn > 1)
	if one < 0 || other < 0 {
		return
	}
	for i := range rows {
		at := one
		if i >= turn {
			at = other
		}
		rows[i].Cells = append(rows[i].Cells, candidate.Cell{Column: role, Text: recognise.Bare(x.Sheet.Tokens[at].Text), Tokens: []int32{int32(at)}, Score: saidApart})
		rows[i].Sort()
	}
}

// calledBehind is the first of some words behind a token, in the plural for several where it stands so anywhere; -1: none does.
func (x *Reader) calledBehind(from int, words map[string]bool, several bool) int {
	first := -1
	for i := from + 1; i < len(x.Sheet.Tokens); i++ {
		t := &x.Sheet.Tokens[i]
		if !words[t.Fold] || !t.Small() && !x.Sheet.Tokens[i-1].Small() {
			continue
		}
		if strings.HasSuffix(t.Fold, "s") == several {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	return first
}
