package reader

import (
	"strings"

	"lavra.dev/processors/ocr/reader/raster"
	"lavra.dev/schemas/checkdigit"
)

// figureSigns are what amounts, dates, numbers of persons and codes are made of.
const figureSigns = "0123456789.,/-:()"

// figures reports whether a reading is of such a kind: nearly all digits, a few of them
// perhaps mistaken for letters.
func (r reading) figures() bool {
	const least, share = 2, 0.7
	digits, letters := r.signs()
	return digits >= least && float64(digits) >= share*float64(digits+letters)
}

// valid reports whether the words of a reading are numbers whose check digits are right.
func (r reading) valid() bool {
	if len(r.words) != 1 {
		return false
	}
	digits := strings.NewReplacer(".", "", "-", "", "/", "").Replace(r.words[0].Text)
	return checkdigit.CPFOrCNPJ(digits) || checkdigit.NFeKey(digits)
}

// inFigures reads from close up, digits and their signs only, what of the given
// segments seems to consist of them.
func (e *Engine) inFigures(p prepared, segments []raster.Segment, numbers []int, all map[int]reading) error {
	var some []int
	for _, i := range numbers {
		if all[i].confidence < doubtful && all[i].figures() && !all[i].valid() {
			some = append(some, i)
		}
	}
	if len(some) == 0 {
		return nil
	}
	e.ocr.Restrict(figureSigns)
	defer e.ocr.Restrict("")
	third := make(map[int]reading, len(some))
	if err := e.fromCloseUp(p, segments, some, third); err != nil {
		return err
	}
	for _, i := range some {
		if r := third[i]; r.confidence > all[i].confidence || r.valid() {
			all[i] = r
		}
	}
	return nil
}
