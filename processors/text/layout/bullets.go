package layout

import "lavra.dev/processors/document"

// Bullets part things on a line: "S.A. • CNPJ 11.222.333/0001-81 • Rua Um, 2". OCR takes them
// for small letters and marks, that are lower than those and stand farther from their
// neighbours, and that it is less sure of.
const (
	bulletHeight = 0.62 // of the taller neighbour, at most; an e has seven tenths of a capital
	bulletGap    = 0.6  // heights of the mark to its neighbours, at least
	bulletSure   = 0.93 // what OCR believes of a real letter, at least
)

// bulletsAsMarks puts right what OCR made of the bullets between the words of a line.
func bulletsAsMarks(line []placed, p document.Page) []placed {
	for i := 1; i+1 < len(line); i++ {
		w, before, behind := &line[i], line[i-1].Box, line[i+1].Box
		switch w.Text {
		case "e", "o", "+", "*", "¢":
		default:
			continue
		}
		height := w.Box.Height * p.Height
		gap := min(w.Box.Left-before.Right(), behind.Left-w.Box.Right()) * p.Width
		low := w.Box.Height < bulletHeight*max(before.Height, behind.Height) && w.Box.Bottom() < max(before.Bottom(), behind.Bottom())
		if low && w.Confidence < bulletSure && gap > bulletGap*height {
			w.Text = "•"
		}
	}
	return line
}
