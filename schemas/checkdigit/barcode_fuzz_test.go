package checkdigit_test

import (
	"testing"
	"time"

	"lavra.dev/schemas/checkdigit"
)

// A bar code that passes has a line that passes and leads back to it, and its
// parts can be read; one that does not pass harms nobody.
func FuzzBarcode(f *testing.F) {
	f.Add("00193373700000001000500940144816060680935031")
	f.Add("84670000001435900240200240500024384221010811")
	f.Add("8")
	today := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, code string) {
		cents, priced := checkdigit.BarcodeCents(code)
		due, dated := checkdigit.BarcodeDue(code, today)
		if priced && cents <= 0 || dated && due.Year() < 1997 {
			t.Errorf("%q: %d cents, due %s", code, cents, due)
		}
		checkdigit.BarcodeBank(code)
		line, formed := checkdigit.BarcodeToLine(code)
		if !checkdigit.Barcode(code) {
			return
		}
		if back, ok := checkdigit.LineToBarcode(line); !formed || !ok || back != code || !checkdigit.PaymentLine(line) {
			t.Errorf("%q has the line %q, which is of %q", code, line, back)
		}
	})
}
