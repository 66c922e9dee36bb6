package pattern_test

import (
	"testing"

	"lavra.dev/processors/text/pattern"
)

// Codes that OCR misread are brought to the form that they have, and to no other.
func TestToMask(t *testing.T) {
	masks := []string{"AAAA#", "AAAA##"}
	for read, want := range map[string]string{
		"KNRIIl": "KNRI11", "BOVAI1": "BOVA11", "IvvB11": "IVVB11", "PETR4": "PETR4",
		"PETRE4": "", "PET4": "", "PE7R4": "",
	} {
		if got := pattern.ToMask(masks, read); got != want {
			t.Errorf("%q became %q, want %q", read, got, want)
		}
	}
}
