package quality

import (
	"slices"
	"strings"

	"lavra.dev/processors/document"
	"lavra.dev/processors/extraction/render"
	"lavra.dev/schemas/event"
)

// Witnesses that this package adds to a leaf.
const (
	WitnessCheckDigit = "check_digit" // the value passes its own check digits
	WitnessSum        = "sum"         // it takes part in a sum that comes out even
	WitnessBarcode    = "barcode"     // a code on the page says the same
	WitnessEncoded    = "encoded"     // another, proven value holds it: a payment line its amount, a key its number
	WitnessWords      = "words"       // the amount in words says the same
)

// doubtLeft is the share of the doubt about a value that remains once a witness
// speaks for it: with a confidence of 0.8 and a share of 0.25 there are 0.95. A sum
// comes out even by chance less than once in a thousand, but its parts may be swapped.
var doubtLeft = map[string]float64{
	WitnessCheckDigit: 0.25,
	WitnessSum:        0.25,
	WitnessBarcode:    0.05,
	WitnessEncoded:    0.10,
	WitnessWords:      0.10,
}

// What is left of the confidence in a value that something speaks against. Text that
// stands in the file is seldom misread: there the document itself is wrong.
const (
	afterFaultOnScan = 0.4
	afterFaultInText = 0.9
	afterSumOnScan   = 0.8
	afterSumInText   = 0.95
	contradicted     = 0.85 // at most, of a total that its parts do not make
)

// support adds a witness to a leaf and raises its confidence, once.
func (a *assessment) support(path, witness string) {
	leaf := a.leaves[path]
	if leaf == nil || slices.Contains(leaf.Witnesses, witness) {
		return
	}
	leaf.Witnesses = append(leaf.Witnesses, witness)
	a.setConfidence(leaf, 1-(1-leaf.Confidence)*doubtLeft[witness])
}

// compare supports a value that is the same as another, proven one, and else says how it differs.
func (a *assessment) compare(path, witness string, same bool, difference string) {
	if same {
		a.support(path, witness)
		return
	}
	a.fault(path, difference)
}

// fault says what is wrong with a value, which may have been misread.
func (a *assessment) fault(path, text string) {
	a.contradict(path, afterFaultOnScan, afterFaultInText)
	a.doubt(text)
}

// contradict lowers the confidence of a leaf.
func (a *assessment) contradict(path string, onScan, inText float64) {
	leaf := a.leaves[path]
	if leaf == nil {
		return
	}
	share := onScan
	if a.fromText(leaf) {
		share = inText
	}
	a.setConfidence(leaf, leaf.Confidence*share)
}

// setConfidence moves the field along with its leaf: a single value's is its own, a
// list's moves by its part in the average.
func (a *assessment) setConfidence(leaf *event.Leaf, confidence float64) {
	confidence = render.Thousandth(confidence)
	change := confidence - leaf.Confidence
	leaf.Confidence = confidence
	f := a.byName[fieldOf(leaf.Path)]
	if f == nil || len(f.Leaves) == 0 {
		return
	}
	f.Confidence = min(1, max(0, f.Confidence+change/float64(len(f.Leaves))))
}

// fromText reports whether a leaf was not read by OCR.
func (a *assessment) fromText(leaf *event.Leaf) bool {
	for _, span := range leaf.Spans {
		i := int(span.Page) - 1
		if i < 0 || i >= len(a.opts.Document.Pages) || a.opts.Document.Pages[i].Source != document.Text {
			return false
		}
	}
	return true
}

var single, cell = render.Path, render.CellPath

// fieldOf names the field of a path: itens of fields.itens[2].ncm.
func fieldOf(path string) string {
	name := strings.TrimPrefix(path, "fields.")
	if end := strings.IndexAny(name, "[."); end >= 0 {
		name = name[:end]
	}
	return name
}
