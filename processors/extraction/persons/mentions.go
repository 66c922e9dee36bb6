package persons

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
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
	p := x.Type.Lists[field].Passage
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
		past := x.itemPast(s)
		x.findByForm(&rows[m.row], f, stretch{s.first, past})
		x.findByForm(&rows[m.row], f, stretch{item.first, past})
	}
}

// itemFirst is where the item of a list begins in which a token stands: behind the mark that ends what is before
// it, and not before the token from. The token itself where no mark is.
func (x *Reader) itemFirst(token, from int) int {
	for i := token; i > max(from, token-longSentence); i-- {
		if x.Flow().SentenceEnd(i-1, token) || strings.ContainsAny(x.Sheet.Tokens[i-1].Text, ";:") || x.beginsItem(i) {
			return i
		}
	}
	return token
}

// itemPast is where an item ends within a stretch that begins in it.
func (x *Reader) itemPast(s stretch) int {
	for i := s.first + 1; i < s.past; i++ {
		if x.beginsItem(i) {
			return i
		}
	}
	return s.past
}

// beginsItem reports whether a line begins at a token behind one that had room for it.
func (x *Reader) beginsItem(i int) bool { return x.Sheet.LineStart(i) && !x.Flow().Wraps(i) }

// findByForm fills the columns of percentages, sums and counts that a row lacks by the numbers of an item, each the only one of
// its kind, where it says two such things of its row: "Ana Lima: qt. 5.000, vr R$ 5.000,00, part. 10%", whatever the words around
// them.
func (x *Reader) findByForm(row *candidate.Row, f catalogue.Field, item stretch) {
	said := map[catalogue.Kind]bool{}
	for _, c := range row.Cells {
		if int(c.Tokens[0]) >= item.first && int(c.Tokens[0]) < item.past {
			said[f.Columns[c.Column].Kind] = true
		}
	}
	var found []candidate.Cell
	numbers := x.numbersIn(item)
	for _, kind := range numberKinds {
		k := f.ColumnOfKind(kind)
		if v := numbers[kind]; k >= 0 && len(v) == 1 && row.Cell(k) == nil {
			v[0].Column = k
			found = append(found, v[0])
			said[kind] = true
		}
	}
	if len(said) > 1 {
		row.Add(found...)
	}
}

// numberKinds are the kinds of numbers that their form tells apart.
var numberKinds = []catalogue.Kind{catalogue.Percent, catalogue.Money, catalogue.Integer}

// numbersIn are the numbers of an item by their kinds.
func (x *Reader) numbersIn(item stretch) map[catalogue.Kind][]candidate.Cell {
	out := map[catalogue.Kind][]candidate.Cell{}
	if item.past <= item.first {
		return out
	}
	r := x.Between(item.first, item.past-1)
	for i := 0; i < r.Len(); i++ {
		for _, kind := range numberKinds {
			v, ok := recognise.At(kind, r, i)
			if !ok || kind == catalogue.Percent && v.Score < 1 || kind == catalogue.Money && !strings.ContainsAny(r.Text(v.First, v.Last), "$,") { // with its mark, or its cents
				continue
			}
			out[kind] = append(out[kind], candidate.Cell{Text: v.Text, Tokens: slices.Clone(r.Index[i : v.Last+1]), Score: candidate.Placed})
			i = v.Last
			break
		}
	}
	return out
}

// mentions are the places in the order of the text, but for the words that the rows have.
func (x *Reader) mentions(rows []candidate.Row, f catalogue.Field) (out []mention) {
	by := f.ColumnIndex(f.Join)
	letters := make([]string, len(rows))
	taken := map[int]bool{}
	for i, r := range rows {
		if c := r.Cell(by); c != nil && len(c.Tokens) > 1 {
			letters[i] = x.Sheet.Folded(c.Tokens)
			taken[int(c.Tokens[0])] = true
		}
	}
	for t := range x.Sheet.Tokens {
		for i := range rows {
			if last := x.nameAt(t, len(x.Sheet.Tokens), letters[i]); last >= t && !taken[t] {
				out = append(out, mention{stretch{t, last + 1}, i})
				break
			}
		}
	}
	return out
}

func (x *Reader) sameWords(tokens []layout.Token, words []int32) bool {
	return slices.EqualFunc(tokens, words, func(t layout.Token, w int32) bool { return t.Fold == x.Sheet.Tokens[w].Fold })
}
