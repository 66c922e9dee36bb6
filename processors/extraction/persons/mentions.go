package persons

import (
	"slices"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// mention is a place where the text names the person of a row again.
type mention struct {
	stretch
	row int
}

// ReadMentions fills the columns that the rows of a list lack by what the text says where it names
// their persons again, up to the next of them or the end of the sentence: how many of the shares each
// has, in whatever order.
func (x *Reader) ReadMentions(rows []candidate.Row, field int, f catalogue.Field) {
	p := x.Type.Passages[field]
	if p == nil || f.Join == "" {
		return
	}
	all := x.mentions(rows, f)
	for i, m := range all {
		s := stretch{m.past, x.sentencePast(m.past, len(x.Sheet.Tokens))}
		if i+1 < len(all) {
			s.past = min(s.past, all[i+1].first)
		}
		x.findColumns(&rows[m.row], p, f, s)
	}
}

// mentions are the places in the order of the text, but for the words that the rows have.
func (x *Reader) mentions(rows []candidate.Row, f catalogue.Field) []mention {
	by := compile.ColumnIndex(f, f.Join)
	byWord := map[string][]int{} // rows by the first word of their names
	taken := map[int32]bool{}
	for i, r := range rows {
		c := r.Cell(by)
		if c == nil || len(c.Tokens) < 2 {
			continue
		}
		first := x.Sheet.Tokens[c.Tokens[0]].Fold
		byWord[first] = append(byWord[first], i)
		taken[c.Tokens[0]] = true
	}
	var out []mention
	for t := range x.Sheet.Tokens {
		for _, i := range byWord[x.Sheet.Tokens[t].Fold] {
			words := rows[i].Cell(by).Tokens
			if taken[int32(t)] || t+len(words) > len(x.Sheet.Tokens) || !x.sameWords(x.Sheet.Tokens[t:t+len(words)], words) {
				continue
			}
			out = append(out, mention{stretch{t, t + len(words)}, i})
			break
		}
	}
	return out
}

func (x *Reader) sameWords(tokens []layout.Token, words []int32) bool {
	return slices.EqualFunc(tokens, words, func(t layout.Token, w int32) bool { return t.Fold == x.Sheet.Tokens[w].Fold })
}
