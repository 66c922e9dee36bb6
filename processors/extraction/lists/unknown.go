package lists

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/nearby"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
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

// unknownLabel is what words that may be a label say of the columns of a list by the values beside them, or by those under
// them: the sum of the log probabilities of each column, and of how many values.
type unknownLabel struct {
	spans   [][2]int // where the words stand
	sum, of []float64
}

// unknownLabels are the labels that stand with values which are rather of a column of a list than not, the likeliest
// words of each column.
func (x *reader) unknownLabels(list int, f catalogue.Field) (told []labels.Told) {
	best, odds := make([]*unknownLabel, len(f.Columns)), make([]float64, len(f.Columns))
	for _, l := range x.weighLabels(list, f) {
		column, most := 0, 0.0
		for k, n := range l.of {
			if p := math.Exp(l.sum[k] / n); p > most {
				column, most = k, p
			}
		}
		if most > max(odds[column], 0.5) {
			best[column], odds[column] = l, most
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

// weighLabels weighs the values beside, and those under, all words that may be a label, those that are the same
// together, in the order of the document.
func (x *reader) weighLabels(list int, f catalogue.Field) (all []*unknownLabel) {
	known := map[string]*unknownLabel{}
	for c := range int32(len(x.Sheet.Cells)) {
		first, last, ok := x.mayLabel(c, list)
		if !ok {
			continue
		}
		values := [2]recognise.Run{x.Between(last+1, x.Sheet.Cells[c].Past-1)}
		for place, at := range [2]int32{x.CellBeside(c), x.CellUnder(c)} {
			if at >= 0 && last+1 == x.Sheet.Cells[c].Past {
				values[place] = x.CellRun(at)
			}
		}
		for place, value := range values {
			key := strconv.Itoa(place) + x.Sheet.FoldedText(first, last)
			l := known[key]
			if l == nil {
				l = &unknownLabel{sum: make([]float64, len(f.Columns)), of: make([]float64, len(f.Columns))}
				known[key], all = l, append(all, l)
			}
			l.spans = append(l.spans, [2]int{first, last})
			for k := range f.Columns {
				if v, ok := x.CellOf(k, f.Columns[k], value, candidate.Placed); ok {
					l.sum[k] += float64(x.near.Says(v.Tokens, nearby.Column(x.Type.Type, list, k)).Own)
					l.of[k]++
				}
			}
		}
	}
	return all
}

// mostUnknown is how many words such a label has at most.
const mostUnknown = 6

// mayLabel gives the words with which a cell begins, up to a colon or its end, where they may be a label of a list
// that nobody knows as such: none is of a label of the list, or of the title of a part.
func (x *reader) mayLabel(c int32, list int) (first, last int, ok bool) {
	cell := &x.Sheet.Cells[c]
	first = x.HeadOf(c, cell.Past-1)
	for last = first; last < min(cell.Past, first+mostUnknown); last++ {
		t, on := &x.Sheet.Tokens[last], x.LabelOn(last)
		if layout.HasDigit(t.Text) || on != nil && on.Strength > labels.Word && (on.HeadsColumn(list) || on.OpensPart()) {
			return 0, 0, false
		}
		if strings.HasSuffix(t.Text, ":") {
			return first, last, true
		}
	}
	return first, last - 1, last == cell.Past
}
