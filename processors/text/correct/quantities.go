package correct

import (
	"regexp"
	"slices"
	"strings"

	"lavra.dev/processors/document"
)

var (
	wholeNumber = regexp.MustCompile(`^[0-9]{1,6}(?:,[0-9]+)?$`)
	quantity    = regexp.MustCompile(`^([0-9]{1,6}(?:,[0-9]+)?)(\pL{2,3})$`)
)

// withUnits parts how many of a thing were sold from the unit in which, where recognition saw no space between them: "2RL" in
// a cell of its own at the end of a line, below "391 PAR" at the end of another. Height is that of a page as wide as one.
func withUnits(lines []document.Line, height float64) {
	const proof = 2 // lines that end with both, apart
	apart := 0
	for _, l := range lines {
		if n := len(l.Words); n > 2 && soldIn(l.Words[n-1].Text) && wholeNumber.MatchString(l.Words[n-2].Text) && !adjacent(l.Words[n-3:n-1], cellGap*height) {
			apart++
		}
	}
	if apart < proof {
		return
	}
	for i := range lines {
		words := lines[i].Words
		n := len(words)
		if n < 2 || adjacent(words[n-2:], cellGap*height) {
			continue
		}
		m := quantity.FindStringSubmatch(words[n-1].Text)
		if m == nil || !soldIn(m[2]) {
			continue
		}
		number, unit := words[n-1], words[n-1]
		number.Text, unit.Text, number.Mended, unit.Mended = m[1], m[2], true, true
		number.Box.Width *= float64(len(m[1])) / float64(len(m[0]))
		unit.Box.Left, unit.Box.Width = number.Box.Right(), unit.Box.Right()-number.Box.Right()
		lines[i].Words = append(words[:n-1:n-1], number, unit)
	}
}

// soldIn reports whether a word is a unit in which things are sold.
func soldIn(word string) bool { return slices.Contains(portuguese["sold"], strings.ToUpper(word)) }
