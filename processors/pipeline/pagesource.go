package pipeline

import (
	"math"

	"lavra.dev/processors/document"
	"lavra.dev/schemas/event"
)

// Where the text of a page comes from.
const (
	sourceText  = "text"  // embedded in the file
	sourceScan  = "scan"  // recognised on a level page
	sourcePhoto = "photo" // recognised on a page that was seen at an angle
	sourceMixed = "mixed"
)

// pageSource says where the text of the pages comes from, leaving blank ones
// out; empty where all are.
func pageSource(pages []event.Page) string {
	found := ""
	for _, p := range pages {
		s := sourceOf(p)
		switch {
		case s == "" || s == found:
		case found == "":
			found = s
		default:
			return sourceMixed
		}
	}
	return found
}

func sourceOf(p event.Page) string {
	switch document.Source(p.Source) {
	case document.Text:
		return sourceText
	case document.OCR:
		if seenAtAnAngle(p.ToSent) {
			return sourcePhoto
		}
		return sourceScan
	}
	return ""
}

// seenAtAnAngle reports whether the map of a page to the page as sent is projective:
// turning and levelling a scan is not. Parallels that differ by a hundredth of
// the page are the lens's or the scanner's.
func seenAtAnAngle(toSent []float64) bool {
	return len(toSent) == 9 && math.Max(math.Abs(toSent[6]), math.Abs(toSent[7])) > 0.01*math.Abs(toSent[8])
}
