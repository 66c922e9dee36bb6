package pattern

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// A comma set apart takes two spaces and itself, some one and a half letters; a
	// space takes a half.
	markGap = 1.2
	// In lines drawn out to the width of their paragraph all gaps are wide.
	aboveUsual = 1.8
)

// lostMark reports whether a comma or a colon may have stood before token i of a scanned
// line: OCR took it for a full stop, or lost it behind a name, or where it was set apart
// and the gap is left.
func (t *Text) lostMark(i int) bool {
	a, c := &t.sheet.Tokens[i-1], &t.sheet.Tokens[i]
	if !a.OCR || a.Page != c.Page {
		return false
	}
	if strings.HasSuffix(a.Text, ".") && len(a.Fold) > 2 && !abbreviations[a.Fold] {
		head, _ := utf8.DecodeRuneInString(c.Text)
		return unicode.IsLower(head) || unicode.IsDigit(head)
	}
	if a.Cell != c.Cell || !c.Space {
		return false
	}
	if t.capital(i-1) && len(a.Fold) > 2 && t.small(i) && len(c.Fold) > 4 {
		return true // a name ends where words in small letters begin
	}
	gap, cell := c.Left-a.Right, &t.sheet.Cells[a.Cell]
	return gap > markGap*cell.Char && gap > aboveUsual*t.usualGap(a.Cell)
}

// usualGap is the middle gap between the words of a cell.
func (t *Text) usualGap(cell int32) float64 {
	if gap, known := t.gaps[cell]; known {
		return gap
	}
	var gaps []float64
	c := &t.sheet.Cells[cell]
	for i := c.First + 1; i < c.Past; i++ {
		if t.sheet.Tokens[i].Space && utf8.RuneCountInString(t.sheet.Tokens[i].Text) > 1 {
			gaps = append(gaps, t.sheet.Tokens[i].Left-t.sheet.Tokens[i-1].Right)
		}
	}
	gap := 0.0
	if len(gaps) > 2 {
		slices.Sort(gaps)
		gap = gaps[len(gaps)/2]
	}
	t.gaps[cell] = gap
	return gap
}
