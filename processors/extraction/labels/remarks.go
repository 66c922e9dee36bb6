package labels

import (
	"slices"
	"strings"

	"lavra.dev/processors/text/layout"
)

const maxRemark = 5 // words of a remark behind a label

// takeRemarks makes the remarks in brackets behind labels parts of them, as in
// "Total (R$)" and "Deduções (total):". taken says which words other labels have: they are none where
// a remark lists what belongs in the box, "Endereço (rua, número, bairro)", also over the end of the line.
func (x *Labels) takeRemarks(taken []int) {
	listed := map[int]bool{}
	for i := range x.Placed {
		s := &x.Placed[i]
		past := x.Sheet.Cells[s.Cell].Past
		if s.Colon || s.Last+1 >= past || !strings.HasPrefix(x.Sheet.Tokens[s.Last+1].Text, "(") {
			continue
		}
		cell := s.Cell
		tail, ok := x.listing(s.Last+1, past)
		if !ok {
			tail, ok = x.remark(s.Last+1, min(past, s.Last+1+maxRemark), taken)
		}
		if under := x.CellUnder(s.Cell); !ok && under >= 0 && x.Sheet.Cells[under].First == past && strings.HasSuffix(x.Sheet.Tokens[past-1].Text, ",") {
			cell, past = under, x.Sheet.Cells[under].Past
			tail, ok = x.listing(s.Last+1, past)
		}
		if !ok {
			continue
		}
		colon := strings.HasSuffix(x.Sheet.Tokens[tail].Text, ":") || tail+1 < past && strings.HasPrefix(x.Sheet.Tokens[tail+1].Text, ":")
		if tail+1 < past && !colon {
			continue // words of a sentence
		}
		for k := s.Last + 1; k <= tail; k++ {
			listed[k] = true
		}
		s.Last, s.Cell, s.Colon, s.Ends = tail, cell, colon, tail+1 == past
		s.Box = x.Sheet.Box(s.First, tail)
	}
	x.Placed = slices.DeleteFunc(x.Placed, func(s Label) bool { return listed[s.First] })
}

// listing is the last word of brackets that open at token first and list things by commas.
func (x *Labels) listing(first, past int) (last int, ok bool) {
	commas := 0
	for i := first; i < past && !layout.HasDigit(x.Sheet.Tokens[i].Text); i++ {
		text := x.Sheet.Tokens[i].Text
		if strings.HasSuffix(text, ",") {
			commas++
		}
		if strings.HasSuffix(strings.TrimRight(text, ":"), ")") {
			return i, commas > 0
		}
	}
	return 0, false
}

// remark is the last word of the brackets that open at token first: words, not a
// value and not the box of an option.
func (x *Labels) remark(first, past int, taken []int) (last int, ok bool) {
	letters := 0
	for i := first; i < past; i++ {
		t := &x.Sheet.Tokens[i]
		if taken[i] > 0 || layout.HasDigit(t.Text) && !strings.Contains(t.Text, "%") {
			return 0, false
		}
		letters += len(t.Fold)
		if strings.HasSuffix(strings.TrimRight(t.Text, ":"), ")") {
			return i, letters > 1
		}
	}
	return 0, false
}
