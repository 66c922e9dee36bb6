package layout

import (
	"regexp"
	"strings"

	"lavra.dev/processors/document"
)

// twoNumbers is a word of two numbers with decimals that stand over each other for want of room:
// "1,00001.394,6300".
var twoNumbers = regexp.MustCompile(`^\d[\d.]*,\d{3,}[\d.]*,\d+$`)

// number is one of them.
var number = regexp.MustCompile(`^(?:0|[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d*),\d+$`)

// partNumbers parts the words of a page that are two numbers of neighbouring columns. Where the
// first one ends tell the numbers that end where it does, over it and under it; without them it is
// parted only where it can be in one way.
func partNumbers(lines [][]placed) [][]placed {
	for l, line := range lines {
		for i := len(line) - 1; i >= 0; i-- {
			if t := line[i].Text; !strings.Contains(t, ",") || !twoNumbers.MatchString(t) {
				continue
			}
			if end := endOfFirst(line[i].Word, lines); end > 0 {
				a, b := partAt(line[i], end)
				line = append(append(append(make([]placed, 0, len(line)+1), line[:i]...), a, b), line[i+1:]...)
			}
		}
		lines[l] = line
	}
	return lines
}

// endOfFirst is how many bytes of a word are its first number, 0 where nothing tells.
func endOfFirst(w document.Word, lines [][]placed) int {
	comma := strings.IndexByte(w.Text, ',')
	best, most, ways := 0, -1, 0
	for end := comma + 2; end < len(w.Text); end++ {
		if !number.MatchString(w.Text[:end]) || !number.MatchString(w.Text[end:]) {
			continue
		}
		ways++
		if n := endingWithin(w.Box, end-comma-1, lines); n > most {
			best, most = end, n
		}
	}
	if ways == 1 || most > 0 {
		return best
	}
	return 0
}

// endingWithin counts the numbers with so many decimals that end within the width of a box.
func endingWithin(box document.Box, decimals int, lines [][]placed) int {
	n := 0
	for _, line := range lines {
		for _, w := range line {
			comma := strings.IndexByte(w.Text, ',')
			if comma > 0 && len(w.Text)-comma-1 == decimals && w.Box.Left < box.Left+box.Width/2 && w.Box.Right() > box.Left && w.Box.Right() < box.Right() && number.MatchString(w.Text) {
				n++
			}
		}
	}
	return n
}

// partAt cuts a word in two, each as wide as its letters.
func partAt(w placed, end int) (placed, placed) {
	a, b := w, w
	share := w.Box.Width * float64(end) / float64(len(w.Text))
	a.Text, b.Text = w.Text[:end], w.Text[end:]
	a.Box.Width = share
	b.Box.Left, b.Box.Width = w.Box.Left+share, w.Box.Width-share
	return a, b
}
