package layout

import (
	"strings"
	"unicode/utf8"

	"lavra.dev/processors/text/fold"
)

// OCR takes the rules of a table for marks and letters: crossings for lines of "+" and
// "t", uprights for brackets and bars at the words beside them.

// withoutCrossings drops the lines that are nothing but crossings of rules.
func withoutCrossings(lines [][]placed) [][]placed {
	kept := lines[:0]
	for _, line := range lines {
		if !crossings(line) {
			kept = append(kept, line)
		}
	}
	return kept
}

// crossings reports whether all words of a line are single marks or letters, among them
// those that a crossing looks like.
func crossings(line []placed) bool {
	const fewest = 4
	plus := 0
	for _, w := range line {
		if utf8.RuneCountInString(w.Text) > 1 {
			return false
		}
		if strings.ContainsAny(w.Text, "+t|") {
			plus++
		}
	}
	return len(line) >= fewest && 2*plus >= len(line)
}

// withoutUprights drops the brackets and bars that stand alone at the edge of words, on
// lines where several words have them.
func withoutUprights(line []placed) {
	const fewest = 2
	n := 0
	for _, w := range line {
		if bare := inside(w.Text); bare != w.Text {
			n++
		}
	}
	if n < fewest {
		return
	}
	for i := range line {
		line[i].Text = inside(line[i].Text)
	}
}

// inside is a word without the bracket or the bar at one of its edges.
func inside(word string) string {
	bare := word
	if !strings.Contains(bare, "]") {
		bare = strings.TrimLeft(bare, "[|")
	}
	if !strings.Contains(bare, "[") {
		bare = strings.TrimRight(bare, "]|")
	}
	if fold.Text(bare) == "" {
		return word
	}
	return bare
}
