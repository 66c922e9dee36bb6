package recognise_test

import (
	"testing"

	"lavra.dev/processors/document/documenttest"
	"lavra.dev/processors/text/layout"
	"lavra.dev/processors/text/recognise"
)

// The number of a document beside a sum is no sum that lost its comma where it was read surely.
func TestASumWithoutItsCommaIsOneThatWasDoubted(t *testing.T) {
	for _, c := range []struct {
		text string
		sure float64
		want string // "": no sum
	}{
		{"51302", 0.8, "513.02"},
		{"702 54", 0.8, "702.54"},
		{"832", 0.96, "8.32"}, // a faint comma is lost among figures that are read well
		{"158205", 0.97, ""},
		{"Nº 158205", 0.8, ""},
		{"23245 (D)", 0.8, "-232.45"},
		{"21224(D)", 0.8, "-212.24"},
		{"72688 C", 0.8, "726.88"},
		{"61775-", 0.7, "-617.75"},
		{"(1.50000)", 0.7, "1500"},
		{"15 - 20345", 0.7, ""},
	} {
		r := recognise.Run{Sheet: layout.Of(documenttest.Scanned(c.sure, c.text))}
		for i := range r.Sheet.Tokens {
			r.Index = append(r.Index, int32(i))
		}
		if v, ok := recognise.Unpointed(r); ok != (c.want != "") || v.Text != c.want {
			t.Errorf("%q, read with %v, is %q, want %q", c.text, c.sure, v.Text, c.want)
		}
	}
}
