package shape

import (
	"lavra.dev/processors/extraction/portuguese"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
)

// amount is an amount in words: a run of them, of which one in a row may be
// misread, behind the figures that it repeats.
func amount(r recognise.Run, first, last int) (int, int, float64) {
	for i := first; i <= last; i++ {
		if layout.HasFigure(r.Token(i).Text) {
			first = i + 1
		}
	}
	for ; first < last && !portuguese.InAmount(r.Token(first).Fold) && !portuguese.InAmount(r.Token(first+1).Fold); first++ {
	}
	end, known := first-1, 0
	for i := first; i <= last && i <= end+2; i++ {
		if portuguese.InAmount(r.Token(i).Fold) {
			end, known = i, known+1
		}
	}
	if known < 2 || 4*known < 3*(end-first+1) {
		return 0, 0, 0
	}
	return first, end, Whole
}
