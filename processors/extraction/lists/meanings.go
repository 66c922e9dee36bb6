package lists

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/nearby"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// addMeanings gives a column of words what stands behind the code of the column before it, where the row has none and
// what stands around it tells of nothing likelier: "E11.9 Diabetes mellitus" in a sentence, or in two columns of which
// nobody knows the second heading.
func (x *reader) addMeanings(rows []candidate.Row, list int, f catalogue.Field) {
	for k, c := range f.Columns[1:] {
		masks := f.Columns[k].Mask
		if len(masks) == 0 || c.Kind != catalogue.String || c.Like != "" {
			continue
		}
		coded := func(t int32) bool { return shape.FitsMask(masks, recognise.Bare(x.Sheet.Tokens[t].Text)) }
		for i := range rows {
			code := rows[i].Cell(k)
			if code == nil || len(code.Tokens) == 0 || rows[i].Cell(k+1) != nil || !coded(code.Tokens[0]) {
				continue
			}
			v, ok := x.CellOf(k+1, c, x.Run(x.behindCode(code.Tokens[0], coded)), candidate.Placed)
			if !ok {
				continue
			}
			if near := x.near.Says(v.Tokens, nearby.Column(x.Type.Type, list, k+1)); near.Own < near.Other {
				continue
			}
			code.Tokens = code.Tokens[:1]
			code.Text = recognise.Bare(x.Sheet.Tokens[code.Tokens[0]].Text)
			rows[i].Add(v)
		}
	}
}

// behindCode are the words behind a code, or those of the next cell of its row where it ends its own: up to a label,
// the end of the sentence, of the brackets or of a line that was not full, or to a comma or a line and the next code.
func (x *reader) behindCode(code int32, coded func(int32) bool) []int32 {
	first := int(code) + 1
	cell := x.Sheet.Tokens[code].Cell
	next := x.CellBeside(cell)
	beside := first == x.Sheet.Cells[cell].Past && next >= 0
	if beside {
		first = x.Sheet.Cells[next].First
	}
	last := first - 1
	for i := first; i < len(x.Sheet.Tokens) && !x.Boundary(i) && (i == first && beside || x.goesOn(i, cell, coded)); i++ {
		if coded(int32(i)) {
			if i > first && !x.Sheet.LineStart(i) && !strings.HasSuffix(x.Sheet.Tokens[last].Text, ",") {
				return nil // two codes and what joins them
			}
			break
		}
		last = i
		if strings.Contains(x.Sheet.Tokens[i].Text, ")") || x.Flow().SentenceEnd(i, len(x.Sheet.Tokens)) {
			break
		}
	}
	return x.Between(first, last).Index
}

// goesOn reports whether a word is on the line of the one before it, or on one that goes on with a full line and is not
// that of another code.
func (x *reader) goesOn(word int, cell int32, coded func(int32) bool) bool {
	if !x.Sheet.LineStart(word) {
		return true
	}
	at := x.Sheet.Tokens[word].Cell
	return x.Flow().Wraps(word) && (at == cell || !slices.ContainsFunc(x.RowTokens(&x.Sheet.Rows[x.Sheet.Cells[at].Row]), func(t int32) bool {
		return x.Sheet.Tokens[t].Cell != at && coded(t)
	}))
}
