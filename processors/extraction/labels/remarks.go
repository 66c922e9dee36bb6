package labels

import (
	"slices"
	"strings"

	"lavra.dev/processors/extraction/compile"
	"lavra.dev/processors/text/layout"
)

// takeRemarks makes the remarks in brackets behind labels parts of them that list what belongs in the box, "Endereço (rua,
// número, bairro)", also over the end of the line: no word of theirs is a label.
func (x *Labels) takeRemarks() {
	listed := map[int]bool{}
	for i := range x.Placed {
		s := &x.Placed[i]
		past := x.Sheet.Cells[s.Cell].Past
		if s.Colon || s.Last+1 >= past || !strings.HasPrefix(x.Sheet.Tokens[s.Last+1].Text, "(") {
			continue
		}
		cell := s.Cell
		tail, ok := x.listing(s.Last+1, past)
		ok = ok || tail == past-1 && x.titleBefore(s, tail)
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

// titleBefore reports whether a title ends before brackets that say something of it, "Bens e direitos (Brasil)", no label.
func (x *Labels) titleBefore(s *Label, tail int) bool {
	within := func(o Label) bool { return o.First > s.Last && o.First <= tail }
	return s.Starts && !slices.ContainsFunc(x.Placed, within) && !slices.ContainsFunc(s.Refs, func(r compile.Ref) bool { return r.Role != compile.SectionLabel })
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
