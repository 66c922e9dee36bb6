package layout

import (
	"strings"

	"lavra.dev/processors/document"
)

// gap is the place after a word of a line.
type gap struct{ line, word int }

// strayMarks finds the dashes and slashes that OCR read as lines of their own, and
// the gap between two words of a line in which each of them stands.
func strayMarks(lines []document.Line) map[int]gap {
	var out map[int]gap
	for i, l := range lines {
		if len(l.Words) != 1 || strings.Trim(l.Words[0].Text, "-–—/") != "" {
			continue
		}
		if at, ok := gapAround(lines, i); ok {
			if out == nil {
				out = map[int]gap{}
			}
			out[i] = at
		}
	}
	return out
}

func gapAround(lines []document.Line, stray int) (gap, bool) {
	mark := lines[stray].Words[0].Box
	middle := (mark.Top + mark.Bottom()) / 2
	for i, l := range lines {
		for k := 0; i != stray && k+1 < len(l.Words); k++ {
			a, c := l.Words[k].Box, l.Words[k+1].Box
			if a.Right() <= mark.Left && mark.Right() <= c.Left && middle > min(a.Top, c.Top) && middle < max(a.Bottom(), c.Bottom()) {
				return gap{i, k}, true
			}
		}
	}
	return gap{}, false
}
