package layout

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// dropRunning takes running heads and feet from between two pages over which a sentence goes on: lines at the
// edges of both, at the same height and of the same words but for their numbers. Such a head is read on the first
// page only and such a foot on the last.
func dropRunning(pages [][][]placed) {
	heads, feet := make([]int, len(pages)), make([]int, len(pages)) // lines of each page to leave out
	for p := 0; p+1 < len(pages); p++ {
		a, b := pages[p], pages[p+1]
		head, foot := 0, 0
		for head < min(len(a), len(b)) && sameLine(a[head], b[head]) {
			head++
		}
		for head+foot < min(len(a), len(b)) && sameLine(a[len(a)-1-foot], b[len(b)-1-foot]) {
			foot++
		}
		if head+foot > 0 && head+foot < min(len(a), len(b)) && midSentence(a[len(a)-1-foot], b[head]) {
			heads[p+1], feet[p] = head, foot
		}
	}
	for p, lines := range pages {
		pages[p] = lines[heads[p] : len(lines)-feet[p]]
	}
}

// sameLine reports whether lines of two pages stand at one height and differ only in their digits.
func sameLine(a, b []placed) bool {
	return math.Abs(a[0].Box.Top-b[0].Box.Top) < Overlap*a[0].Box.Height && undigited(a) == undigited(b)
}

func undigited(line []placed) string {
	var words strings.Builder
	for _, w := range line {
		words.WriteString(w.Text)
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, words.String())
}

// midSentence reports whether a sentence goes on from a line to the one on the next page.
func midSentence(last, first []placed) bool {
	end := last[len(last)-1].Text
	r, _ := utf8.DecodeRuneInString(first[0].Text)
	return unicode.IsLower(r) && !strings.ContainsAny(end[len(end)-1:], ".;:!?")
}
