package layout

import (
	"slices"
	"strings"
)

// bars are the marks with which a line printer draws the edge of a column, one under another and
// close to the words beside it: "1.079,43|101" are two cells.
const bars = "|!"

// withoutBars parts words at such edges, and drops the marks.
func withoutBars(lines [][]placed) [][]placed {
	type behind struct {
		word, mark string
		left       int // in thousandths of the page
	}
	marks := map[string][]float64{} // where each mark stands across the page
	seen := map[behind]bool{}       // "Transferência | Pix" in three lines stands under itself, which draws no edge
	for _, line := range lines {
		before := ""
		for _, w := range line {
			for _, p := range atBars(w) {
				if b := (behind{before, p.Text, int(1000 * p.Box.Left)}); strings.Contains(bars, p.Text) && !seen[b] {
					marks[p.Text] = append(marks[p.Text], p.Box.Left)
					seen[b] = before != ""
				}
				before = strings.Trim(p.Text, bars)
			}
		}
	}
	if len(marks) == 0 {
		return lines
	}
	for _, lefts := range marks {
		slices.Sort(lefts)
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
func edge(p placed, marks map[string][]float64) bool {
	const fewest = 3 // two lines may end with an exclamation by chance
	lefts := marks[p.Text]
	from, _ := slices.BinarySearch(lefts, p.Box.Left-p.Box.Width/2)
	past, _ := slices.BinarySearch(lefts, p.Box.Left+p.Box.Width/2)
	return past-from >= fewest
}

// atBars is a word cut before and behind each such mark.
func atBars(w placed) (out []placed) {
	for len(w.Text) > 1 {
		at := strings.IndexAny(w.Text, bars)
		if at < 0 {
			break
		}
		var piece placed
		piece, w = partAt(w, max(at, 1)) // the words before the mark, or the mark itself
		out = append(out, piece)
	}
	return append(out, w)
}
