package layout

import (
	"math"
	"slices"
	"strings"
)

// bars are the marks with which a line printer draws the edge of a column, one under another and
// close to the words beside it: "1.079,43|101" are two cells.
const bars = "|!"

// withoutBars parts words at such edges, and drops the marks.
func withoutBars(lines [][]placed) [][]placed {
	var marks []placed
	for _, line := range lines {
		for _, w := range line {
			for _, p := range atBars(w) {
				if strings.Contains(bars, p.Text) {
					marks = append(marks, p)
				}
			}
		}
	}
	if len(marks) == 0 {
		return lines
	}
	for i, line := range lines {
		var out []placed
		for _, w := range line {
			pieces := atBars(w)
			kept := slices.DeleteFunc(slices.Clone(pieces), func(p placed) bool { return edge(p, marks) })
			if len(kept) == len(pieces) {
				kept = []placed{w}
			}
			out = append(out, kept...)
		}
		lines[i] = out
	}
	return slices.DeleteFunc(lines, func(line []placed) bool { return len(line) == 0 })
}

// edge reports whether a piece is a mark that stands under and over others.
func edge(p placed, marks []placed) bool {
	const fewest = 3 // two lines may end with an exclamation by chance
	n := 0
	for _, m := range marks {
		if m.Text == p.Text && math.Abs(m.Box.Left-p.Box.Left) < p.Box.Width/2 {
			n++
		}
	}
	return n >= fewest
}

// atBars is a word cut before and behind each such mark.
func atBars(w placed) []placed {
	at := strings.IndexAny(w.Text, bars)
	if at < 0 || len(w.Text) == 1 {
		return []placed{w}
	}
	var out []placed
	if at > 0 {
		before, rest := partAt(w, at)
		out, w = append(out, before), rest
	}
	if len(w.Text) > 1 {
		mark, rest := partAt(w, 1)
		return append(append(out, mark), atBars(rest)...)
	}
	return append(out, w)
}
