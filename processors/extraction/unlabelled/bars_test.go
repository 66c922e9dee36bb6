package unlabelled

import (
	"testing"

	"lavra.dev/schemas/catalogue"
	"lavra.dev/schemas/checkdigit"
)

// What bars say becomes a value only where its check digits hold.
func FuzzBars(f *testing.F) {
	f.Add("00193373700000001000500940144816060680935031")
	f.Add("84670000001435900240200240500024384221010811")
	f.Add("35240114200166000187550010000000071000000070")
	f.Add("00020126580014br.gov.bcb.pix0136")
	f.Fuzz(func(t *testing.T, text string) {
		for kind, passes := range map[catalogue.Kind]func(string) bool{
			catalogue.Barcode: checkdigit.Barcode, catalogue.PaymentLine: checkdigit.PaymentLine, catalogue.NFeKey: checkdigit.NFeKey,
		} {
			if value, ok := fromBars(kind, text); ok && !passes(value) {
				t.Errorf("%s from %q: %q", kind, text, value)
			}
		}
	})
}
