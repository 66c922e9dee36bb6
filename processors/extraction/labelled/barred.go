package labelled

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/candidate"
	"lavra.dev/processors/extraction/labels"
	"lavra.dev/processors/extraction/region"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// readBarred reads rows of as many labels as values, parted by bars with a colon between them:
// "Agência | Operação | Conta: 0456 | 001 | 12345-6". A label that nobody knows has its value too.
func (x *reader) readBarred() {
	for r := range x.Sheet.Rows {
		parts := x.betweenBars(r)
		n := (len(parts) + 1) / 2
		if n < 2 || len(parts) != 2*n-1 {
			continue
		}
		turn := colonIn(parts[n-1])
		if turn < 0 || turn == parts[n-1].Len()-1 || slices.ContainsFunc(parts, func(p recognise.Run) bool { return &p.Index[0] != &parts[n-1].Index[0] && colonIn(p) >= 0 }) {
			continue // or labelled one by one
		}
		last := parts[n-1]
		named := append(parts[:n-1:n-1], recognise.Run{Sheet: x.Sheet, Index: last.Index[:turn+1]})
		values := append([]recognise.Run{{Sheet: x.Sheet, Index: last.Index[turn+1:]}}, parts[n:]...)
		for k, name := range named {
			if s := x.labelOver(name); s != nil && values[k].Len() > 0 {
				x.answer(s, region.Region{Place: catalogue.Right, Run: values[k]}, candidate.Placed*s.Strength)
			}
		}
	}
}

// betweenBars is the words of a row between its bars, from the cell before the first bar to that
// behind the last one; none where a part is empty.
func (x *reader) betweenBars(row int) []recognise.Run {
	words, bars := x.RowTokens(&x.Sheet.Rows[row]), 0
	for _, t := range words {
		if x.Sheet.Tokens[t].Text == "|" {
			bars++
		}
	}
	if bars < 2 || bars%2 != 0 {
		return nil
	}
	var parts []recognise.Run
	part := recognise.Run{Sheet: x.Sheet}
	for _, w := range words {
		t := &x.Sheet.Tokens[w]
		switch {
		case t.Text == "|":
			if part.Len() == 0 {
				return nil
			}
			parts = append(parts, part)
			part = recognise.Run{Sheet: x.Sheet}
			continue
		case part.Len() > 0 && t.Cell != part.Token(part.Len()-1).Cell:
			if len(parts) == bars {
				return append(parts, part)
			}
			if len(parts) > 0 {
				return nil // more than one cell between two bars
			}
			part = recognise.Run{Sheet: x.Sheet}
		}
		part.Index = append(part.Index, w)
	}
	if part.Len() == 0 {
		return nil
	}
	return append(parts, part)
}

// colonIn is the word of a run that ends with a colon, -1 for none.
func colonIn(r recognise.Run) int {
	for i := range r.Len() {
		if strings.HasSuffix(r.Token(i).Text, ":") {
			return i
		}
	}
	return -1
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
