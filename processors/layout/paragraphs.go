package layout

import (
	"math"
	"unicode"
)

const (
	proseWords = 7    // words of a line of running text, at least
	proseWidth = 0.55 // its share of the page's width
	lostWord   = 7    // characters that a gap may have where OCR lost a word
)

// mendLines makes one cell again of the lines of running text in which OCR left a
// gap: it lost a word, or set the boxes of words too tight. The line above or
// below tells: it is text without a gap there. Twice, since a mended line may tell
// of its neighbour.
func (b *pageBuilder) mendLines() {
	mended := false
	for range 2 {
		for r := range b.rows {
			if len(b.rows[r]) < 2 || len(b.rows[r]) > 4 || !b.prose(b.rows[r]) {
				continue
			}
			if r > 0 && b.runsThrough(b.rows[r-1], b.rows[r]) || r+1 < len(b.rows) && b.runsThrough(b.rows[r+1], b.rows[r]) {
				first := b.rows[r][0]
				var tokens []Token
				for _, c := range b.rows[r] {
					tokens = append(tokens, b.cells[c].tokens...)
				}
				b.cells[first] = newProtoCell(tokens, r)
				b.rows[r] = b.rows[r][:1]
				mended = true
			}
		}
	}
	if mended {
		b.renumber()
	}
}

// prose tells whether the cells of a row could be one line of text.
func (b *pageBuilder) prose(row []int) bool {
	words, small := 0, 0
	for k, c := range row {
		cell := &b.cells[c]
		if k > 0 && cell.Left-b.cells[row[k-1]].Right > lostWord*max(cell.char, b.cells[row[k-1]].char) {
			return false
		}
		for i := range cell.tokens {
			words++
			for _, r := range cell.tokens[i].Text {
				if unicode.IsLower(r) {
					small++
					break
				}
			}
		}
	}
	return words >= proseWords && 2*small >= words && b.cells[row[len(row)-1]].Right-b.cells[row[0]].Left > proseWidth*b.w
}

// runsThrough tells whether a line next to a row is text over the whole width of it.
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
