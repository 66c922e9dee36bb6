package propose

import (
	"slices"

	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/lexicon"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// Whole goes on with a value over the end of its line, as far as the lines under it are the rest of it.
func (x *Reader) Whole(f catalogue.Field, stops []string, r recognise.Run) recognise.Run {
	for range labels.ValueLines - 1 {
		last := r.Index[r.Len()-1]
		under := x.Wraps.Under(last)
		if under < 0 || x.Wraps.Odds(f, r.Index[0], last, under) < 0 {
			break
		}
		line := x.Sheet.Cells[under]
		index := slices.Clone(r.Index)
		for i := line.First; i < line.Past && (i == line.First || !x.Boundary(i)); i++ {
			index = append(index, int32(i))
		}
		longer := x.Run(index)
		first, end, fit := shape.Cut(f, stops, longer)
		if fit == 0 || first > 0 || end < r.Len() {
			break
		}
		r = x.Run(index[:end+1])
	}
	return r
}

// FromAbove begins a value that stands over its label in the line above, where that goes on in the first of it.
func (x *Reader) FromAbove(f catalogue.Field, r recognise.Run) recognise.Run {
	c := x.Sheet.Tokens[r.Index[0]].Cell
	over := x.OverCell(c)
	if over < 0 || x.LabelCell(over) {
		return r
	}
	cell := &x.Sheet.Cells[over]
	if x.Wraps.Under(int32(cell.Past-1)) != c || x.Wraps.Odds(f, int32(cell.First), int32(cell.Past-1), c) < 0 {
		return r
	}
	return x.Run(slices.Concat(cell.Words(), r.Index))
}

// WholeNumber goes on with a date or an hour in words over the end of its line: "dois
// mil e" over "dezenove".
func (x *Reader) WholeNumber(r recognise.Run) recognise.Run {
	last := int(r.Index[r.Len()-1])
	next := last + 1
	if next >= len(x.Sheet.Tokens) || !x.Sheet.LineStart(next) || x.Sheet.BlockStart(next) || x.Boundary(next) {
		return r
	}
	inNumber := func(i int) bool {
		word := x.Sheet.Tokens[i].Fold
		_, scale := lexicon.Scale(word)
		return scale || lexicon.NumberWord(word) || withinDates[word]
	}
	if !inNumber(last) || !inNumber(next) {
		return r
	}
	return x.Onward(r, 2)
}

// withinDates are the words that stand between the numbers of a date in words.
var withinDates = lexicon.Words("within dates")
