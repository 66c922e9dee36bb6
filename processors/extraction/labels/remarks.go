package labels

import (
	"strings"

	"lavra.dev/processors/text/layout"
)

const maxRemark = 5 // words of a remark behind a label

// takeRemarks makes the remarks in brackets behind labels parts of them, as in
// "Total (R$)" and "Deduções (total):". taken says which words other labels have.
func (x *Labels) takeRemarks(taken []int) {
	for i := range x.Placed {
		s := &x.Placed[i]
		past := x.Sheet.Cells[s.Cell].Past
		if s.Colon || s.Last+1 >= past || !strings.HasPrefix(x.Sheet.Tokens[s.Last+1].Text, "(") {
			continue
		}
		tail, ok := x.remark(s.Last+1, min(past, s.Last+1+maxRemark), taken)
		if !ok {
			continue
		}
		colon := strings.HasSuffix(x.Sheet.Tokens[tail].Text, ":") || tail+1 < past && strings.HasPrefix(x.Sheet.Tokens[tail+1].Text, ":")
		if tail+1 < past && !colon {
			continue // words of a sentence
		}
		s.Last, s.Colon, s.Ends = tail, colon, tail+1 == past
		s.Box = x.Sheet.Box(s.First, tail)
	}
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
