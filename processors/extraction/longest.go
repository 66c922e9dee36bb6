package extraction

import "lavra.dev/processors/phrase"

// printedLength is how long a phrase is as it stands on the page, less what OCR got wrong:
// the letters that an abbreviation leaves out do not count.
func (x *extractor) printedLength(h phrase.Hit) int {
	return min(h.Length, len(foldedText(x.sheet, h.First, h.Last))) - 3*h.Errors
}

// overlaps tells whether words of a phrase belong to a longer one.
func overlaps(taken []int, h phrase.Hit) bool {
	for i := h.First; i <= h.Last; i++ {
		if taken[i] > 0 {
			return true
		}
	}
	return false
}
