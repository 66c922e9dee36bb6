package persons

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// mention is a place where the text names the person of a row again.
type mention struct {
	stretch
	row int
}

// ReadMentions fills the columns that the rows of a list lack by what the text says where it names
// their persons again, up to the next of them or the end of the sentence, or else before the name in the same
// item of the list: how many of the shares each has, in whatever order.
func (x *Reader) ReadMentions(rows []candidate.Row, field int, f catalogue.Field) {
	p := x.Type.Passages[field]
	if p == nil || f.Join == "" {
		return
	}
	all := x.mentions(rows, f)
	for i, m := range all {
		s, before := stretch{m.past, x.sentencePast(m.past, len(x.Sheet.Tokens))}, 0
		if i > 0 {
			before = all[i-1].past
		}
		if i+1 < len(all) {
			s.past = min(s.past, x.itemFirst(all[i+1].first, m.past))
		}
		x.findColumns(&rows[m.row], p, f, s)
		item := stretch{x.itemFirst(m.first, before), s.past}
		x.findColumns(&rows[m.row], p, f, stretch{item.first, m.first})
		x.findShare(&rows[m.row], f, item)
	}
}

// itemFirst is where the item of a list begins in which a token stands: behind the mark that ends what is before
// it, and not before the token from. The token itself where no mark is.
func (x *Reader) itemFirst(token, from int) int {
	for i := token; i > max(from, token-longSentence); i-- {
		if x.Flow().SentenceEnd(i-1, token) || strings.ContainsAny(x.Sheet.Tokens[i-1].Text, ";:") {
			return i
		}
	}
	return token
}

// findShare fills the column of percentages by that of an item which says something else of its row, too:
// "Ana Lima, 5.000 quotas (10%)" says a share, whatever the words around it.
func (x *Reader) findShare(row *candidate.Row, f catalogue.Field, item stretch) {
	says := func(c candidate.Cell) bool { return int(c.Tokens[0]) >= item.first && int(c.Tokens[0]) < item.past }
	if !slices.ContainsFunc(row.Cells, says) {
		return
	}
	for k, c := range f.Columns {
		if c.Kind != catalogue.Percent || row.Cell(k) != nil {
			continue
		}
		r := x.Between(item.first, item.past-1)
		for i := range r.Len() {
			if v, ok := recognise.At(c.Kind, r, i); ok && v.Score == 1 { // with its mark
				row.Cells = append(row.Cells, candidate.Cell{Column: k, Text: v.Text, Tokens: slices.Clone(r.Index[i : v.Last+1]), Score: candidate.Placed})
				break
			}
		}
	}
	row.Sort()
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
