package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"
)

const (
	proseWords = 7    // words of a line of running text, at least
	proseWidth = 0.55 // its share of the page's width
	lostWord   = 7    // characters that a gap may have where OCR lost a word
	drawnOut   = 4    // characters that a gap of justified text may have
	sameEdge   = 6    // points by which the ends of justified lines differ
)

// mendLines makes one cell again of the lines of running text in which there is a wide
// gap: OCR lost a word or set the boxes of words too tight, or the line was drawn out
// to the width of its paragraph around words filled in. The line above or below tells:
// it is text without a gap there. Twice, since a mended line may tell of its neighbour.
func (b *pageBuilder) mendLines() {
	mended, edge := false, b.fullEdge()
	for range 2 {
		for r := range b.rows {
			if len(b.rows[r]) < 2 || !b.inOneBox(b.rows[r]) || !b.goesOn(r) && (len(b.rows[r]) > b.mostPieces() || !b.prose(b.rows[r])) {
				continue
			}
			if b.goesOn(r) || b.drawnTo(edge, r) || r > 0 && b.mends(b.rows[r-1], b.rows[r]) || r+1 < len(b.rows) && b.mends(b.rows[r+1], b.rows[r]) {
				first := b.rows[r][0]
				var tokens []Token
				for _, c := range b.rows[r] {
					tokens = append(tokens, b.cells[c].tokens...)
				}
				b.cells[first] = b.newCell(tokens, r)
				b.rows[r] = b.rows[r][:1]
				mended = true
			}
		}
	}
	if mended {
		b.renumber()
	}
}

// mostPieces is how many cells a line of text may have come apart to: on a drawn-out
// line each word.
func (b *pageBuilder) mostPieces() int {
	if b.ocr {
		return 4
	}
	return 12
}

// prose reports whether the cells of a row could be one line of text.
func (b *pageBuilder) prose(row []int) bool {
	words, small, wide, share := 0, 0, float64(lostWord), 2
	if !b.ocr {
		wide, share = drawnOut, 3 // names filled in are in capitals
	}
	for k, c := range row {
		cell := &b.cells[c]
		if k > 0 && (cell.Left-b.cells[row[k-1]].Right > wide*max(cell.char, b.cells[row[k-1]].char) || !b.ocr && labelled(cell)) {
			return false
		}
		for i := range cell.tokens {
			if cell.tokens[i].Fold == "" {
				continue
			}
			words++
			if strings.ContainsFunc(cell.tokens[i].Text, unicode.IsLower) {
				small++
			}
		}
	}
	return words >= proseWords && share*small >= words && b.cells[row[len(row)-1]].Right-b.cells[row[0]].Left > proseWidth*b.w
}

// labelled reports whether a cell begins with a label and its colon, or is a rule: it
// stands beside another one on a form.
func labelled(c *protoCell) bool {
	for i := range c.tokens[:min(3, len(c.tokens))] {
		text := c.tokens[i].Text
		if strings.HasSuffix(text, ":") {
			return true
		}
		if strings.ContainsAny(text[len(text)-1:], ",;.") {
			break
		}
	}
	return c.tokens[0].Text == "|"
}

// goesOn reports whether the pieces of a scanned line read on as one sentence, next to
// another line of text: words were typed into it, or set-apart commas are lost.
func (b *pageBuilder) goesOn(r int) bool {
	if !b.ocr {
		return false
	}
	words, low := 0, 0
	small, tight := false, true
	for k, c := range b.rows[r] {
		cell := &b.cells[c]
		words, low = words+len(cell.tokens), low+lowWords(cell)
		if k == 0 {
			continue
		}
		gap := (cell.Left - b.cells[b.rows[r][k-1]].Right) / max(cell.char, b.cells[b.rows[r][k-1]].char)
		if labelled(cell) || gap > drawnOut {
			return false
		}
		tight = tight && gap < 1.4*cellGap
		small = small || opensSmall(cell)
	}
	const share = 4 // of the words one in small letters: what is typed in is often in capitals
	first, last := &b.cells[b.rows[r][0]], &b.cells[b.rows[r][len(b.rows[r])-1]]
	if !small && !tight || words < proseWords || share*low < words || last.Right-first.Left < proseWidth*b.w {
		return false
	}
	return (r > 0 && b.flush(r-1, r) || r+1 < len(b.rows) && b.flush(r+1, r))
}

// opensSmall reports whether a cell begins with a word in small letters.
func opensSmall(c *protoCell) bool {
	head := []rune(c.tokens[0].Text)
	return len(head) > 1 && unicode.IsLower(head[0]) && unicode.IsLower(head[1])
}

// wordy reports whether a cell is text, such as the short last line of a paragraph: several
// words, half of them in small letters.
func wordy(c *protoCell) bool {
	const fewest = 4
	return len(c.tokens) >= fewest && 2*lowWords(c) >= len(c.tokens)
}

// lowWords is how many words of a cell have small letters.
func lowWords(c *protoCell) int {
	n := 0
	for i := range c.tokens {
		if strings.ContainsFunc(c.tokens[i].Text, unicode.IsLower) {
			n++
		}
	}
	return n
}

// flush reports whether a line next to a row is text that begins at the same edge.
func (b *pageBuilder) flush(line, row int) bool {
	if !b.prose(b.rows[line]) && !(len(b.rows[line]) == 1 && wordy(&b.cells[b.rows[line][0]])) {
		return false
	}
	a, c := &b.cells[b.rows[line][0]], &b.cells[b.rows[row][0]]
	apart := math.Abs(a.MidY() - c.MidY())
	return apart < widestPitch*max(a.size, c.size) && apart > 0.5*min(a.Height(), c.Height()) && math.Abs(a.Left-c.Left) < indent*a.char
}

// mends reports whether a line next to a row shows that it is one line of text. As sent,
// and not read by OCR, it must be set to the same width.
func (b *pageBuilder) mends(line, row []int) bool {
	if !b.runsThrough(line, row) {
		return false
	}
	a, last := &b.cells[line[0]], &b.cells[row[len(row)-1]]
	return b.ocr || math.Abs(a.Right-last.Right) < 1.5*a.char
}

// fullEdge is where the full lines of a justified text end on this page, or 0: several
// lines of running text end there, one of them without a gap, and hardly one beyond.
func (b *pageBuilder) fullEdge() float64 {
	const fewest = 3 // lines from which a page has such an edge
	var ends, whole []float64
	for _, row := range b.rows {
		if b.ocr || len(row) > b.mostPieces() || !b.prose(row) {
			continue
		}
		end := b.cells[row[len(row)-1]].Right
		if ends = append(ends, end); len(row) == 1 {
			whole = append(whole, end)
		}
	}
	slices.Sort(ends)
	for i := len(ends) - 1; i >= fewest-1; i-- {
		within := func(end float64) bool { return math.Abs(ends[i]-end) < sameEdge }
		if within(ends[i-fewest+1]) && slices.ContainsFunc(whole, within) {
			return ends[i]
		}
	}
	return 0
}

// drawnTo reports whether a row ends at that edge.
func (b *pageBuilder) drawnTo(edge float64, r int) bool {
	last := &b.cells[b.rows[r][len(b.rows[r])-1]]
	return edge > 0 && math.Abs(last.Right-edge) < sameEdge
}

// runsThrough reports whether a line next to a row is text over the whole width of it.
func (b *pageBuilder) runsThrough(line, row []int) bool {
	if len(line) != 1 {
		return false
	}
	a, first, last := &b.cells[line[0]], &b.cells[row[0]], &b.cells[row[len(row)-1]]
	apart := math.Abs(a.MidY() - first.MidY())
	return len(a.tokens) >= proseWords && apart < pitch*max(a.size, first.size) && apart > 0.5*min(a.Height(), first.Height()) &&
		math.Abs(a.Left-first.Left) < indent*a.char && a.Left < first.Right && a.Right > last.Left+0.5*last.Width() && a.Width() > proseWidth*b.w
}

// renumber drops the cells that no row has any more.
func (b *pageBuilder) renumber() {
	cells := make([]protoCell, 0, len(b.cells))
	for r := range b.rows {
		for k, c := range b.rows[r] {
			b.rows[r][k] = len(cells)
			cells = append(cells, b.cells[c])
		}
	}
	b.cells = cells
}
