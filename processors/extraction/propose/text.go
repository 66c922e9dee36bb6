package propose

import (
	"lavra.dev/processors/extraction/shape"
	"lavra.dev/processors/text/recognise"
	"lavra.dev/schemas/catalogue"
)

// toMask cuts what OCR made of the rule behind a value where the rest has one of the forms
// that the value may have.
func toMask(f catalogue.Field, r recognise.Run) recognise.Run {
	if f.Kind != catalogue.String || len(f.Mask) == 0 || !r.Token(0).OCR {
		return r
	}
	for n := r.Len(); n > 0; n-- {
		if shape.FitsMask(f.Mask, shape.Clean(r.Text(0, n-1))) {
			return recognise.Run{Sheet: r.Sheet, Index: r.Index[:n]}
		}
	}
	return r
}
