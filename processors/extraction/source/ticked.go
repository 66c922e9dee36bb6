package source

import (
	"regexp"
	"slices"

	"lavra.dev/processors/text/recognise"
)

// What the box before or behind an option of a form says of it.
const (
	notTicked = -1
	ticked    = 1
)

// tickBox is the box of an option set in one word, with or without its cross.
var tickBox = regexp.MustCompile(`^[(\[]([xX*✓✔✗]?)[)\]][.,;:]?$`)

// findTicks learns which words are options of a form and whether their box is
// crossed: "( ) Sim (X) Não". Where a line ends with a box, boxes follow their
// option; else they stand before it.
func (x *Document) findTicks() {
	x.ticks = make([]int8, len(x.Sheet.Tokens))
	for r := range x.Sheet.Rows {
		row := x.RowTokens(&x.Sheet.Rows[r])
		said := make([]int8, len(row)) // by word of the line: the box that it is
		for i := 0; i < len(row); {
			tick, n := x.tickAt(row[i:])
			for k := range n {
				said[i+k] = tick
			}
			i += max(n, 1)
		}
		behind := len(row) > 0 && said[len(row)-1] != 0
		var here int8
		for k := range row {
			i, before := k, k-1
			if behind {
				i, before = len(row)-1-k, len(row)-k
			}
			switch {
			case said[i] != 0:
				here = said[i]
			case k > 0 && said[before] == 0 && x.Sheet.Tokens[row[i]].Cell != x.Sheet.Tokens[row[before]].Cell:
				here = 0 // what stands apart from the option
			}
			x.ticks[row[i]] = here
		}
	}
}

// tickAt reads the box at the head of the words: what it says, and of how many
// words it is.
func (x *Document) tickAt(words []int32) (tick int8, n int) {
	text := x.Sheet.Tokens[words[0]].Text
	switch text {
	case "☒", "☑", "⊠", "✓", "✔", "✗", "✘":
		return ticked, 1
	case "☐", "□", "❏", "❑", "▢":
		return notTicked, 1
	}
	n = 1
	for text[0] == '(' || text[0] == '[' {
		if m := tickBox.FindStringSubmatch(text); m != nil {
			if m[1] == "" {
				return notTicked, n
			}
			return ticked, n
		}
		if n == len(words) || n == 3 || len(text) > 2 {
			break
		}
		text += x.Sheet.Tokens[words[n]].Text
		n++
	}
	return 0, 0
}

// Option reports whether a word of the page is an option or its box, crossed or not.
func (x *Document) Option(token int32) bool { return x.ticks[token] != 0 }

// Unticked reports whether words of the page are an option whose box is empty.
func (x *Document) Unticked(token int32) bool { return x.ticks[token] == notTicked }

// AllOptions goes on with a run that ends within options of a form to the last one on
// the line.
func (x *Document) AllOptions(r recognise.Run) recognise.Run {
	last := r.Index[len(r.Index)-1]
	if x.ticks[last] == 0 {
		return r
	}
	row := x.RowTokens(&x.Sheet.Rows[x.Sheet.Cells[x.Sheet.Tokens[last].Cell].Row])
	index := slices.Clone(r.Index)
	for _, t := range row[slices.Index(row, last)+1:] {
		if x.ticks[t] == 0 {
			break
		}
		index = append(index, t)
	}
	return x.Run(index)
}

// Ticked is the words of a run whose box is crossed, without the box. It is false where the run holds no
// option of a form.
func (x *Document) Ticked(r recognise.Run) (recognise.Run, bool) {
	var index []int32
	options := false
	for i := 0; i < r.Len(); {
		_, n := x.tickAt(r.Index[i:])
		options = options || n > 0
		if n == 0 && x.ticks[r.Index[i]] == ticked {
			index = append(index, r.Index[i])
		}
		i += max(n, 1)
	}
	return x.Run(index), options
}
