package layout

import (
	"cmp"
	"regexp"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"lavra.dev/processors/document"
	"lavra.dev/processors/text/fold"
)

// placed is a word and where the reading has it.
type placed struct {
	document.Word
	line, index int32
}

// readLines are the lines of a page as the reader gave them. On a page read by
// OCR specks are dropped, and pieces of one printed line that were taken for
// lines of their own, such as a dash, are put back together.
func readLines(p document.Page) [][]placed {
	lines := make([][]placed, 0, len(p.Lines))
	for i, l := range p.Lines {
		line := make([]placed, 0, len(l.Words))
		for k, w := range l.Words {
			if p.Source == document.OCR && len(line) > 0 && setApart(line[len(line)-1].Word, w, p) {
				line[len(line)-1].Text += w.Text
				continue
			}
			minus := p.Source == document.OCR && k+1 < len(l.Words) && minusOf(w, l.Words[k+1], p)
			if minus {
				w.Text = "-"
			}
			if p.Source != document.OCR || minus || !speck(w) {
				if p.Source == document.OCR {
					w.Text = roman(w.Text)
				}
				line = append(line, placed{w, int32(i), int32(k)})
			}
		}
		if len(line) > 0 {
			lines = append(lines, line)
		}
	}
	if p.Source == document.OCR {
		lines = withoutCrossings(rejoin(lines, p))
		for i, line := range lines {
			withoutUprights(line)
			lines[i] = leadersAsColons(bulletsAsMarks(withoutSeals(line, p), p))
			inFontBoxes(lines[i], p)
		}
		return slices.DeleteFunc(lines, func(line []placed) bool { return len(line) == 0 })
	}
	for i, line := range lines {
		lines[i] = withoutLeaders(line)
	}
	return withoutBars(lines)
}

// sealMarks is what OCR makes of a round seal, an emblem or a corner of a picture: an o in
// brackets, or a letter or two with half of a pair of brackets.
var sealMarks = regexp.MustCompile(`^(\([oO0]\)?|[oO0]\)|[\[{<]\pL{1,2}|\pL{1,2}[\]}>])$`)

// withoutSeals drops such marks where they stand apart from the words of their line.
func withoutSeals(line []placed, p document.Page) []placed {
	const apart = 1.5 // heights of the mark to the next word, at least
	far := func(a, b document.Box, height float64) bool {
		return (b.Left-a.Right())*p.Width > apart*height*p.Height
	}
	var out []placed
	for i, w := range line {
		before := i == 0 || far(line[i-1].Box, w.Box, w.Box.Height)
		behind := i+1 == len(line) || far(w.Box, line[i+1].Box, min(w.Box.Height, line[i+1].Box.Height))
		if !before || !behind || !sealMarks.MatchString(w.Text) {
			out = append(out, w)
		}
	}
	return out
}

// setApart reports whether a word is the comma or the stop of the word before it, printed
// with a space between them.
func setApart(before, w document.Word, p document.Page) bool {
	if len(w.Text) != 1 || !strings.Contains(",;:.", w.Text) || w.Confidence < doubtful {
		return false
	}
	gap := (w.Box.Left - before.Box.Right()) * p.Width
	return fold.Text(before.Text[len(before.Text)-1:]) != "" && gap < before.Box.Height*p.Height && w.Box.MidY() > before.Box.MidY() && w.Box.Top < before.Box.Bottom()
}

// roman puts the capital I of a Roman two or three right, which OCR takes for an l:
// no Portuguese word is written so.
func roman(word string) string {
	switch bare := strings.Trim(word, ".,;:"); bare {
	case "Il", "lI", "Ill", "IIl", "IlI", "lIl", "lII":
		return strings.Replace(word, bare, strings.Repeat("I", len(bare)), 1)
	}
	return word
}

const (
	doubtful = 0.4 // one or two letters that OCR is less sure of than this are dirt or a rule
	certain  = 0.9
)

// speck reports whether a word is dirt: a mark by itself that parts no words, or one
// or two letters that OCR hardly believes.
func speck(w document.Word) bool {
	fold := fold.Text(w.Text)
	if fold != "" {
		return len(fold) <= 2 && w.Confidence < doubtful
	}
	if strings.Trim(w.Text, "—_=") == "" {
		return w.Confidence < certain
	}
	return strings.Trim(w.Text, "-–/%()$") != "" && w.Text != "+" && w.Text != "&" && w.Text != "|"
}

// signedAmount is an amount, or the sign of money before one, that may have a minus before it.
var signedAmount = regexp.MustCompile(`^(?:R\$.*|[0-9.]*[0-9],[0-9]{2})$`)

// minusOf reports whether a word is the minus of the amount behind it, which is as long as a dash and which OCR is unsure
// of: it stands close before it, at half its height. What is left of a rule does neither.
func minusOf(w, amount document.Word, p document.Page) bool {
	if strings.Trim(w.Text, "—-") != "" || !signedAmount.MatchString(amount.Text) {
		return false
	}
	gap := (amount.Box.Left - w.Box.Right()) * p.Width
	return gap < amount.Box.Height*p.Height && w.Box.MidY() > amount.Box.Top && w.Box.MidY() < amount.Box.Bottom()
}

// rejoin puts pieces of one printed line together. What runs up the side of the page, beside many lines, comes last.
func rejoin(lines [][]placed, p document.Page) [][]placed {
	sort.SliceStable(lines, func(i, j int) bool { return span(lines[i]).MidY() < span(lines[j]).MidY() })
	size := textHeight(lines)
	var rows, sides [][]placed
	for _, line := range lines {
		if runsUp(line, p) {
			sides = append(sides, line)
			continue
		}
		box := span(line)
		into := -1
		for k := len(rows) - 1; k >= 0 && k >= len(rows)-8; k-- {
			if r := span(rows[k]); r.Bottom() > box.Top && level(rows[k], line, size) {
				into = k
				break
			}
		}
		if into < 0 {
			rows = append(rows, line)
			continue
		}
		rows[into] = append(rows[into], line...)
		slices.SortStableFunc(rows[into], func(a, b placed) int { return cmp.Compare(a.Box.Left, b.Box.Left) })
	}
	return append(rows, sides...)
}

// runsUp reports whether the words of a line, those of several letters, are all higher than wide.
func runsUp(line []placed, p document.Page) bool {
	words := 0
	for _, w := range line {
		if utf8.RuneCountInString(w.Text) <= 2 {
			continue
		}
		if w.Box.Height*p.Height < w.Box.Width*p.Width {
			return false
		}
		words++
	}
	return words > 0
}

func span(line []placed) document.Box {
	box := line[0].Box
	for _, w := range line[1:] {
		box = box.Union(w.Box)
	}
	return box
}

// textHeight is the middle height of words that are no mere marks.
func textHeight(lines [][]placed) float64 {
	var heights []float64
	for _, l := range lines {
		for _, w := range l {
			if utf8.RuneCountInString(w.Text) > 2 {
				heights = append(heights, w.Box.Height)
			}
		}
	}
	if len(heights) == 0 {
		return 0
	}
	sort.Float64s(heights)
	return heights[len(heights)/2]
}

// level reports whether a line goes into the gaps of a row: no word over another, and
// each end of it at the height of the word that it comes to stand beside.
func level(row, line []placed, size float64) bool {
	for _, w := range line {
		for _, r := range row {
			if min(w.Box.Right(), r.Box.Right())-max(w.Box.Left, r.Box.Left) > 0.5*min(w.Box.Width, r.Box.Width) {
				return false
			}
		}
	}
	first, last := line[0], line[len(line)-1]
	before, after := -1, -1
	for k, r := range row {
		if r.Box.Left < first.Box.Left && (before < 0 || r.Box.Left > row[before].Box.Left) {
			before = k
		}
		if r.Box.Left > last.Box.Left && (after < 0 || r.Box.Left < row[after].Box.Left) {
			after = k
		}
	}
	return (before < 0 || sameHeight(row[before].Box, first.Box, size)) && (after < 0 || sameHeight(row[after].Box, last.Box, size))
}

// sameHeight reports whether two boxes stand on one line. A dash or a comma stands
// somewhere within the height of its neighbour.
func sameHeight(a, b document.Box, size float64) bool {
	low := min(a.Height, b.Height)
	if low < 0.6*size {
		if a.Height > b.Height {
			a, b = b, a
		}
		return a.MidY() > b.Top-0.1*b.Height && a.MidY() < b.Bottom()+0.15*b.Height
	}
	return min(a.Bottom(), b.Bottom())-max(a.Top, b.Top) > 0.68*low // letters above or below the line move the middle
}
