package lists

import (
	"math"
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/nearby"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/text/layout"
	"lavra.dev/schemas/catalogue"
)

// readUnknown reads a list whose labels nobody knows: what stands around the values that stand with the same words
// each time tells of which column those are the label.
func (x *reader) readUnknown(list int, f catalogue.Field) {
	if x.near == nil {
		return
	}
	told := x.unknownLabels(list, f)
	if len(told) == 0 {
		return
	}
	y := over(x.Found, region.Over(labels.Of(x.Document, told...)))
	y.near, y.lists, y.inTable = x.near, x.lists, x.inTable
	y.readList(list, f)
	x.Found = y.Found
}

// unknownLabel is what words that may be a label say of the columns of a list.
type unknownLabel struct {
	spans         [][2]int // where they stand
	beside, under []columnOdds
}

// columnOdds is the sum of the log probabilities of a column for the values that stand with a label, and how many
// there are.
type columnOdds struct{ sum, n float64 }

// mean is how likely they are of it; 0 without values.
func (o columnOdds) mean() float64 {
	if o.n == 0 {
		return 0
	}
	return math.Exp(o.sum / o.n)
}

// column is the likeliest column of the values beside a label or of those under it.
func (l *unknownLabel) column() (column int, p float64) {
	for k := range l.beside {
		if q := max(l.beside[k].mean(), l.under[k].mean()); q > p {
			column, p = k, q
		}
	}
	return column, p
}

// unknownLabels are the labels that stand with values which are rather of a column of a list than not, the likeliest
// words of each column.
func (x *reader) unknownLabels(list int, f catalogue.Field) (told []labels.Told) {
	best, odds := make([]*unknownLabel, len(f.Columns)), make([]float64, len(f.Columns))
	for _, l := range x.weighLabels(list, f) {
		if k, p := l.column(); p > max(odds[k], 0.5) {
			best[k], odds[k] = l, p
		}
	}
	for k, l := range best {
		meaning := slices.IndexFunc(x.Type.Refs, func(r compile.Ref) bool {
			return r.Role == compile.ColumnLabel && r.Field == list && r.Column == k && !r.Minus && r.Year == 0
		})
		if l == nil || meaning < 0 {
			continue
		}
		for _, s := range l.spans {
			told = append(told, labels.Told{First: s[0], Last: s[1], Meaning: meaning})
		}
	}
	return told
}

// weighLabels weighs the values beside and under all words that may be a label, those that are the same together, in
// the order of the document.
func (x *reader) weighLabels(list int, f catalogue.Field) (all []*unknownLabel) {
	of := map[string]*unknownLabel{}
	for i := range x.Sheet.Cells {
		c := int32(i)
		first, last, ok := x.mayLabel(c, list)
		if !ok {
			continue
		}
		words := x.Sheet.FoldedText(first, last)
		l := of[words]
		if l == nil {
			l = &unknownLabel{beside: make([]columnOdds, len(f.Columns)), under: make([]columnOdds, len(f.Columns))}
			of[words], all = l, append(all, l)
		}
		l.spans = append(l.spans, [2]int{first, last})
		if past := x.Sheet.Cells[c].Past; last+1 < past {
			x.weigh(l.beside, last+1, past-1, list, f)
			continue
		}
		if b := x.CellBeside(c); b >= 0 {
			x.weigh(l.beside, x.Sheet.Cells[b].First, x.Sheet.Cells[b].Past-1, list, f)
		}
		if u := x.CellUnder(c); u >= 0 {
			x.weigh(l.under, x.Sheet.Cells[u].First, x.Sheet.Cells[u].Past-1, list, f)
		}
	}
	return all
}

// mostUnknown is how many words such a label has at most.
const mostUnknown = 6

// mayLabel gives the words with which a cell begins, up to a colon or its end, where they may be a label of a list
// that nobody knows as such.
func (x *reader) mayLabel(c int32, list int) (first, last int, ok bool) {
	cell := &x.Sheet.Cells[c]
	first = x.HeadOf(c, cell.Past-1)
	for last = first; last < min(cell.Past, first+mostUnknown); last++ {
		t := &x.Sheet.Tokens[last]
		if layout.HasDigit(t.Text) || x.knownOf(last, list) {
			return 0, 0, false
		}
		if strings.HasSuffix(t.Text, ":") {
			return first, last, true
		}
	}
	return first, last - 1, last == cell.Past
}

// knownOf reports whether a word is of a label of the list, or of the title of a part.
func (x *reader) knownOf(token, list int) bool {
	on := x.LabelOn(token)
	return on != nil && on.Strength > labels.Word && slices.ContainsFunc(on.Refs, func(r compile.Ref) bool {
		return r.Role == compile.ColumnLabel && r.Field == list || r.Role == compile.SectionLabel
	})
}

// weigh adds what stands around words to the odds of each column that they may be a value of.
func (x *reader) weigh(odds []columnOdds, first, last, list int, f catalogue.Field) {
	for k := range f.Columns {
		if c, ok := x.CellOf(k, f.Columns[k], x.Between(first, last), candidate.Placed); ok {
			odds[k].sum += float64(x.near.Says(c.Tokens, nearby.Column(x.Type.Type, list, k)).Own)
			odds[k].n++
		}
	}
}
