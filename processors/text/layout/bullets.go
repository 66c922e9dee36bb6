package layout

import (
	"slices"
	"unicode"

	"lavra.dev/processors/document"
)

// Bullets part things on a line: "S.A. • CNPJ 11.222.333/0001-81 • Rua Um, 2". OCR takes them
// for small letters and marks, that are lower than those and stand farther from their
// neighbours, and that it is less sure of.
const (
	bulletHeight = 0.62 // of the taller neighbour, at most; an e has seven tenths of a capital
	bulletGap    = 0.6  // heights of the mark to its neighbours, at least
	bulletApart  = 1.25 // of the usual space of the line to its neighbours, at least: those of a justified line are all wide
	bulletSure   = 0.93 // what OCR believes of a real letter, at least
)

// bulletsAsMarks puts right what OCR made of the bullets between the words of a line.
func bulletsAsMarks(line []placed, p document.Page) []placed {
	for i := 1; i+1 < len(line); i++ {
		w, before, behind := &line[i], line[i-1].Box, line[i+1].Box
		switch w.Text {
		case "e", "o", "*", "¢":
		case "+": // of an amount
			if behind := line[i+1].Text; behind[0] == 'R' || unicode.IsDigit(rune(behind[0])) {
				continue
			}
		default:
			continue
		}
		height := w.Box.Height * p.Height
		gap := min(w.Box.Left-before.Right(), behind.Left-w.Box.Right()) * p.Width
		low := w.Box.Height < bulletHeight*max(before.Height, behind.Height) && w.Box.Bottom() < max(before.Bottom(), behind.Bottom())
		if low && w.Confidence < bulletSure && gap > bulletGap*height && gap > bulletApart*usualSpace(line, i)*p.Width {
			w.Text = "•"
		}
	}
	return line
}

// usualSpace is the middle of the spaces of a line but for those beside one word, 0 where they are too few to tell.
func usualSpace(line []placed, beside int) float64 {
	const fewest = 3
	var spaces []float64
	for i := 1; i < len(line); i++ {
		if i != beside && i != beside+1 {
			spaces = append(spaces, line[i].Box.Left-line[i-1].Box.Right())
		}
	}
	if len(spaces) < fewest {
		return 0
	}
	slices.Sort(spaces)
	return spaces[(len(spaces)-1)/2]
}
