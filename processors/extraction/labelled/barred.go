package labelled

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// readBarred reads rows of as many labels as values, parted by bars with a colon between them:
// "Agência | Operação | Conta: 0456 | 001 | 12345-6". A label that nobody knows has its value too.
func (x *reader) readBarred() {
	for r := range x.Sheet.Rows {
		names, values := x.betweenBars(r)
		for k, name := range names {
			if s := x.labelOver(name); s != nil {
				x.answer(s, region.Region{Place: catalogue.Right, Run: values[k]}, candidate.Placed*s.Strength)
			}
		}
	}
}

// betweenBars are the labels and the values that bars part in a row; none where it has not as many of both, or more
// than one colon.
func (x *reader) betweenBars(row int) (names, values []recognise.Run) {
	run := x.RowRun(row)
	var bars, colons []int
	for i := range run.Len() {
		switch text := run.Token(i).Text; {
		case text == "|":
			bars = append(bars, i)
		case strings.HasSuffix(text, ":"):
			colons = append(colons, i)
		}
	}
	n := len(bars)/2 + 1
	if n < 2 || len(bars)%2 != 0 || bars[0] == 0 || bars[len(bars)-1]+1 == run.Len() {
		return nil, nil
	}
	first := slices.IndexFunc(run.Index, func(t int32) bool { return x.Sheet.Tokens[t].Cell == run.Token(bars[0]-1).Cell })
	past := bars[len(bars)-1] + 2
	for past < run.Len() && run.Token(past).Cell == run.Token(past-1).Cell {
		past++
	}
	colons = slices.DeleteFunc(colons, func(i int) bool { return i < first || i >= past })
	if len(colons) != 1 || colons[0] < bars[n-2] || colons[0] > bars[n-1] {
		return nil, nil // or labelled one by one
	}
	turn := colons[0] + 1
	names, values = shape.Parts(x.Run(run.Index[first:turn]), n), shape.Parts(x.Run(run.Index[turn:past]), n)
	if names == nil || values == nil {
		return nil, nil
	}
	return names, values
}

// labelOver is the label of a field that ends with a run or with the bar behind it, nil for none.
func (x *reader) labelOver(r recognise.Run) *labels.Label {
	for i := range x.Placed {
		s := &x.Placed[i]
		if last := int(r.Index[r.Len()-1]); s.Last >= int(r.Index[0]) && s.Last >= last-1 && s.Last <= last+1 && s.Strength >= labels.Likely && x.asks(s) {
			return s
		}
	}
	return nil
}
