package document

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Lines groups the words of a page into lines in reading order: words on one
// baseline are one line, so that the cells of a table row stay together, and
// columns of prose are read one after the other. Width and height are those of
// the page, in any unit, since boxes are fractions. The words are all written
// level; text that runs up or down the page is grouped apart from it.
func Lines(words []Word, width, height float64) []Line {
	g := grouping{width: width, height: height}
	g.all = g.rows(words)
	return g.order()
}

// row is a line in the making: its words from left to right.
type row struct {
	words  []Word
	anchor int // the last word that is no punctuation alone, if there is any: what the next stands level with
}

func (r *row) last() *Word { return &r.words[r.anchor] }

func (r *row) add(w Word) {
	r.words = append(r.words, w)
	if !punctuation(w.Text) || punctuation(r.last().Text) {
		r.anchor = len(r.words) - 1
	}
}

func (r *row) box() Box {
	var b Box
	for i := range r.words {
		b = b.Union(r.words[i].Box)
	}
	return b
}

type grouping struct {
	width, height float64
	all           []*row
}

// rows chains words from left to right: each goes to the row whose last word
// stands level with it, or opens a row of its own. Comparing with the last
// word alone lets a row follow a slight slope.
func (g *grouping) rows(words []Word) []*row {
	sorted := slices.Clone(words)
	slices.SortStableFunc(sorted, func(a, b Word) int {
		if c := cmp.Compare(a.Box.Left, b.Box.Left); c != 0 {
			return c
		}
		return cmp.Compare(a.Box.Top, b.Box.Top)
	})
	var rows []*row
	for _, w := range sorted {
		var best *row
		bestScore := 0.0
		for _, r := range rows {
			if s := g.follows(r, &w); s > bestScore {
				best, bestScore = r, s
			}
		}
		if best == nil {
			rows = append(rows, &row{words: []Word{w}})
		} else {
			best.add(w)
		}
	}
	return rows
}

// follows scores how well a word continues a row; 0 says that it does not. A dash or a dot
// is as high as its ink where recognition read it, and stands level with the words whose
// height it stands in.
func (g *grouping) follows(r *row, w *Word) float64 {
	const slight, hanging = 0.6, 0.2 // of the height of a word; a comma hangs from the line
	prev := r.last()
	low, high := prev.Box, w.Box
	switch {
	case punctuation(w.Text) && w.Box.Height < slight*prev.Box.Height:
		low, high = w.Box, prev.Box
	case punctuation(prev.Text) && prev.Box.Height < slight*w.Box.Height:
	default:
		return g.level(prev.Box, w.Box)
	}
	end := r.words[len(r.words)-1].Box.Right()
	if middle := low.MidY(); middle < high.Top || middle > high.Bottom()+hanging*high.Height || end-w.Box.Left > 0.5*min(prev.Box.Width, w.Box.Width) {
		return 0
	}
	gap := max(w.Box.Left-end, 0) * g.width
	return 1 + 0.25/(1+gap/(high.Height*g.height))
}

// punctuation reports whether a word has no letter and no digit.
func punctuation(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0
}

// level scores how well a word continues a row that ends in prev; 0 says that
// it does not.
func (g *grouping) level(prev, next Box) float64 {
	low, high := min(prev.Height, next.Height), max(prev.Height, next.Height)
	overlap := min(prev.Bottom(), next.Bottom()) - max(prev.Top, next.Top)
	if low <= 0 || overlap < 0.5*low {
		return 0
	}
	// A word may reach a little under its neighbour's slanted or padded box, but
	// what stands on top of another word is on another line.
	if prev.Right()-next.Left > 0.5*min(prev.Width, next.Width) {
		return 0
	}
	// Large print beside small print is one line only on one baseline or one
	// axis: a title beside two lines of an address is neither of them.
	if high > 1.7*low {
		baseline := abs(prev.Bottom() - next.Bottom())
		axis := abs(prev.MidY() - next.MidY())
		if min(baseline, axis) > 0.35*low {
			return 0
		}
	}
	// Of several level rows the nearest in height of line wins, then the nearest in distance.
	gap := max(next.Left-prev.Right(), 0) * g.width
	offset := abs(prev.MidY()-next.MidY()) / high
	return overlap/high + 1 - offset + 0.25/(1+gap/(high*g.height))
}

// order sorts rows from top to bottom and unrolls columns of prose.
func (g *grouping) order() []Line {
	slices.SortStableFunc(g.all, func(a, b *row) int {
		x, y := a.box(), b.box()
		if c := cmp.Compare(x.MidY(), y.MidY()); c != 0 {
			return c
		}
		return cmp.Compare(x.Left, y.Left)
	})
	lines := make([]Line, 0, len(g.all))
	for _, r := range g.unroll() {
		lines = append(lines, Line{Words: r.words, Box: r.box()})
	}
	return lines
}

func abs(v float64) float64 { return max(v, -v) }
