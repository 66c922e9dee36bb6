package extraction

import (
	"strings"

	"lavra.dev/processors/text/layout"
)

const maxRemark = 5 // words of a remark behind a label

// takeRemarks makes the remarks in brackets behind labels parts of them, as in
// "Total (R$)" and "Deduções (total):". taken says which words other labels have.
func (x *extractor) takeRemarks(taken []int) {
	for i := range x.spots {
		s := &x.spots[i]
		past := x.sheet.Cells[s.cell].Past
		if s.colon || s.last+1 >= past || !strings.HasPrefix(x.sheet.Tokens[s.last+1].Text, "(") {
			continue
		}
		tail, ok := x.remark(s.last+1, min(past, s.last+1+maxRemark), taken)
		if !ok {
			continue
		}
		colon := strings.HasSuffix(x.sheet.Tokens[tail].Text, ":") || tail+1 < past && strings.HasPrefix(x.sheet.Tokens[tail+1].Text, ":")
		if tail+1 < past && !colon {
			continue // words of a sentence
		}
		s.last, s.colon, s.ends = tail, colon, tail+1 == past
		s.box = x.sheet.Box(s.first, tail)
	}
}

// remark is the last word of the brackets that open at token first: words, not a
// value and not the box of an option.
func (x *extractor) remark(first, past int, taken []int) (last int, ok bool) {
	letters := 0
	for i := first; i < past; i++ {
		t := &x.sheet.Tokens[i]
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
