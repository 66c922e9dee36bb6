package checkdigit_test

import (
	"testing"
	"time"

	"lavra.dev/schemas/checkdigit"
)

func day(text string) time.Time {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		panic(err)
	}
	return t
}

func TestLineAndBarcodeStandForEachOther(t *testing.T) {
	for _, c := range []struct{ name, code, line string }{
		{"boleto", "00191163700001234560000001234567890123456789", "00190000090123456789701234567897116370000123456"},
		{"collection, mod 10", "83660000001874500481234567890202611210000001", "836600000019874500481237456789020264112100000010"},
		{"collection, mod 11", "81820000005000012345678901234567890123456789", "818200000059000012345679890123456785901234567894"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if code, ok := checkdigit.LineToBarcode(c.line); !ok || code != c.code {
				t.Errorf("barcode %s, want %s", code, c.code)
			}
			if line, ok := checkdigit.BarcodeToLine(c.code); !ok || line != c.line {
				t.Errorf("line %s, want %s", line, c.line)
			}
			if !checkdigit.Barcode(c.code) || !checkdigit.PaymentLine(c.line) {
				t.Error("does not pass")
			}
		})
	}
}

func TestABarcodeTellsValueBankAndDueDate(t *testing.T) {
	const boleto = "00191163700001234560000001234567890123456789"
	if cents, ok := checkdigit.BarcodeCents(boleto); !ok || cents != 123456 {
		t.Errorf("boleto: %d centavos", cents)
	}
	if bank := checkdigit.BarcodeBank(boleto); bank != "001" {
		t.Errorf("bank %q", bank)
	}
	if due, ok := checkdigit.BarcodeDue(boleto, day("2026-11-01")); !ok || !due.Equal(day("2026-11-21")) {
		t.Errorf("due %v", due)
	}
	const bill = "83660000001874500481234567890202611210000001"
	if cents, ok := checkdigit.BarcodeCents(bill); !ok || cents != 18745 {
		t.Errorf("bill: %d centavos", cents)
	}
	if bank := checkdigit.BarcodeBank(bill); bank != "" {
		t.Errorf("a bill has no bank, got %q", bank)
	}
	if _, ok := checkdigit.BarcodeDue(bill, day("2026-11-01")); ok {
		t.Error("a bill has no due date factor")
	}
}

func TestDueDateFactorsRollOver(t *testing.T) {
	for _, c := range []struct {
		factor         int
		reference, due string
	}{
		{1000, "2000-07-01", "2000-07-03"},
		{1637, "2002-03-01", "2002-04-01"},
		{1637, "2026-10-15", "2026-11-21"},
		{9999, "2025-03-01", "2025-02-21"},
		{1000, "2025-02-20", "2025-02-22"},
		{1000, "2049-12-01", "2049-10-14"},
		{9999, "1990-01-01", "2025-02-21"}, // a misread reference never gives a day before 2000
	} {
		due, ok := checkdigit.DueDate(c.factor, day(c.reference))
		if !ok || !due.Equal(day(c.due)) {
			t.Errorf("factor %d at %s: %v, want %s", c.factor, c.reference, due, c.due)
		}
		if back := checkdigit.DueFactor(due); back != c.factor {
			t.Errorf("%s encodes to %d, want %d", c.due, back, c.factor)
		}
	}
	for _, factor := range []int{0, 999, 10000, -1} {
		if _, ok := checkdigit.DueDate(factor, day("2026-01-01")); ok {
			t.Errorf("factor %d means a day", factor)
		}
	}
}

func TestEveryDayOfACycleDecodesToItself(t *testing.T) {
	for due := day("2000-07-03"); due.Before(day("2060-01-01")); due = due.AddDate(0, 0, 17) {
		for _, shift := range []int{-4000, -90, 0, 90, 4000} {
			reference := due.AddDate(0, 0, shift)
			if got, ok := checkdigit.DueDate(checkdigit.DueFactor(due), reference); !ok || !got.Equal(due) {
				t.Fatalf("%s seen from %s: %s", due.Format(time.DateOnly), reference.Format(time.DateOnly), got.Format(time.DateOnly))
			}
		}
	}
}

func TestInstitutionsWithoutABankCode(t *testing.T) {
	code := []byte("98800000000000000000000000000000000000000000")
	passed := 0
	for digit := byte('1'); digit <= '9'; digit++ {
		code[4] = digit
		if checkdigit.Barcode(string(code)) {
			passed++
		}
	}
	if passed != 1 {
		t.Errorf("%d digits pass for bank 988 with currency 0", passed)
	}
}

func TestPixChecksum(t *testing.T) {
	const code = "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D"
	if !checkdigit.Pix(code) {
		t.Error("the example of the central bank's manual fails")
	}
	for _, wrong := range []string{"", "6304", "00026304FFFF", code[:len(code)-1] + "E", code[:40] + "X" + code[41:]} {
		if checkdigit.Pix(wrong) {
			t.Errorf("%q passes", wrong)
		}
	}
}
