package extraction

import (
	"math"
	"strings"

	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

const datelineTokens = 12 // words of "Rio de Janeiro - RJ, 12 de outubro de 2025"

// closes tells whether a line begins at token i with which a document comes to its end,
// behind a full stop: the place and the date. No text goes on with it.
func (x *extractor) closes(i int) bool {
	if i == 0 || !x.sheet.LineStart(i) || !strings.HasSuffix(x.sheet.Tokens[i-1].Text, ".") || !capital(x.sheet.Tokens[i].Text) {
		return false
	}
	cell := &x.sheet.Cells[x.sheet.Tokens[i].Cell]
	if cell.Past-i > datelineTokens {
		return false
	}
	run := x.between(i, cell.Past-1)
	for at := 1; at < min(run.Len(), datelineTokens-5); at++ {
		if v, ok := recognise.At(catalogue.Date, run, at); ok {
			return strings.HasSuffix(run.Token(at-1).Text, ",") && v.Last+1 >= run.Len()
		}
		if strings.ContainsAny(run.Token(at).Text, "0123456789:") {
			return false
		}
	}
	return false
}

// conjunction tells whether what stands right behind a label without a mark goes on with
// "and": the label is the first word of a heading, "SEDE E FORO".
func (x *extractor) conjunction(r recognise.Run) bool {
	first := int(r.Index[0])
	if first == 0 || x.sheet.Tokens[first].Cell != x.sheet.Tokens[first-1].Cell || strings.HasSuffix(x.sheet.Tokens[first-1].Text, ":") {
		return false
	}
	fold := x.sheet.Tokens[first].Fold
	return fold == "e" || fold == "ou"
}

// runsUnder tells whether the line that begins at token i runs under a cell right of the
// one that token last ends: the words of that cell do not go on there.
func (x *extractor) runsUnder(last, i int) bool {
	above, below := x.sheet.Tokens[last].Cell, &x.sheet.Cells[x.sheet.Tokens[i].Cell]
	for _, c := range x.sheet.Rows[x.sheet.Cells[above].Row].Cells {
		if cell := &x.sheet.Cells[c]; cell.Page == below.Page && cell.Left > x.sheet.Cells[above].Right && below.Right > cell.Left+2*cell.Char {
			return true
		}
	}
	return false
}

// beforeNext ends a value in a column right of the labels before the line of the next label
// of theirs, though the entry does not know it: words with a capital, flush with the label.
func (x *extractor) beforeNext(s *spot, r recognise.Run) recognise.Run {
	first := x.sheet.Tokens[r.Index[0]].Cell
	if first == s.cell || !s.starts {
		return r
	}
	for i := 1; i < r.Len(); i++ {
		c := r.Token(i).Cell
		if int(r.Index[i]) != x.sheet.Cells[c].First || c == first {
			continue
		}
		head := x.sheet.Rows[x.sheet.Cells[c].Row].Cells[0]
		cell := &x.sheet.Cells[head]
		if head != c && x.spotAt[cell.First] == 0 && math.Abs(cell.Left-s.box.Left) < cell.Char && capital(x.sheet.Tokens[cell.First].Text) && cell.Right < x.sheet.Cells[c].Left {
			return x.run(r.Index[:i])
		}
	}
	return r
}

// beforeLabel is the last of the tokens first to last before a line that begins with a
// label and its colon: the words of a pattern ran on over it.
func (x *extractor) beforeLabel(first, last int) int {
	for i := first + 1; i <= last; i++ {
		if x.sheet.LineStart(i) && x.boundary(i) && x.spotAt[i] > 0 && x.spots[x.spotAt[i]-1].colon {
			return i - 1
		}
	}
	return last
}
